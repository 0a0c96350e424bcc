import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Language, languages } from '../../shared/base/languages'
import { en } from './en'

type Leaf = { readonly path: string; readonly said: string; readonly given: readonly string[] }

/** Every text of a catalogue; a function is asked with a sign of its own for each of its values. */
function leavesOf(node: unknown, path = ''): readonly Leaf[] {
  if (typeof node === 'string') return [{ path, said: node, given: [] }]
  if (typeof node === 'function') {
    const values = Array.from({ length: node.length }, (_, index) => 7001 + index)
    const said = String(node(...values)).replaceAll(/[,\s]/g, '')
    return [{ path, said, given: values.map(String) }]
  }
  return Object.entries(node ?? {}).flatMap(([name, below]) => leavesOf(below, `${path}.${name}`))
}

const sentencesOf = async (language: Language) =>
  language === 'en' ? en : (await import(`./languages/${language}.ts`)).sentences

/** In characters of the Latin alphabet: those of Chinese and Japanese are two wide. */
const widthOf = (text: string) => text.replaceAll(/[\u2e80-\uffef]/g, '  ').length

/** What is written the same everywhere. */
const sameEverywhere =
  /^\.(shell\.brand|receipt\.(noStore|notThere)|search\.loading|more\.noValue|people\.pin|grammar\.isolated|testSlip\.amount|settings\.(percent|papers\.a4|about\.(version|electron|chrome|node)))$/

describe.each(languages)('the sentences of %s', (language) => {
  it('leave out no value that they are given, and no text', async () => {
    const leaves = leavesOf(await sentencesOf(language))
    const lacking = leaves.filter(
      ({ path, said, given }) =>
        (said === '' && path !== '.grammar.betweenSentences') || given.some((value) => !said.includes(value)),
    )
    expect(lacking).toEqual([])
  })

  it('are in that language, one for each of the English', async () => {
    const english = new Map(leavesOf(en).map(({ path, said }) => [path, said]))
    const leaves = leavesOf(await sentencesOf(language))
    const untranslated = leaves.filter(({ path, said }) => english.get(path) === said).map(({ path }) => path)
    expect(leaves.map(({ path }) => path).sort()).toEqual([...english.keys()].sort())
    expect(language === 'en' ? [] : untranslated.filter((path) => !sameEverywhere.test(path))).toEqual([])
  })

  it('are not much longer on the screen than the English, for which there is room', async () => {
    const english = new Map(leavesOf(en).map(({ path, said }) => [path, widthOf(said)]))
    const leaves = leavesOf(await sentencesOf(language))
    const long = leaves.filter(({ path, said }) => widthOf(said) > (english.get(path) ?? 0) * 1.4 + 14)
    expect(long).toEqual([])
  })

  it('say of no wrong PIN or badge that nothing was changed: nobody who signs in changes anything', async () => {
    const { faults } = await sentencesOf(language)
    const nothingChanged = faults.set_by_policy.meaning
    const { pin_wrong, pin_throttled, pin_stopped, pin_not_set, badge_unknown } = faults
    const said = [pin_wrong, pin_throttled, pin_stopped, pin_not_set, badge_unknown]
    expect(said.filter(({ meaning }) => meaning.includes(nothingChanged))).toEqual([])
  })

  it('have the punctuation of that language beside its characters', async () => {
    const leaves = leavesOf(await sentencesOf(language))
    const wrong = leaves.filter(({ said }) => /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}][,.!?;:()"']/u.test(said))
    expect(wrong).toEqual([])
  })
})

describe('a customer’s slip', () => {
  afterEach(() => vi.resetModules())

  it.each([
    [['ja'], ['返金確認中', '返金番号', '2026年11月20日 22:05']],
    [
      ['zh-Hans', 'en'],
      ['退款核对中 REFUND BEING CHECKED', '退款编号 Refund no.', '2026年11月20日 22:05'],
    ],
    [
      ['en', 'ja'],
      ['REFUND BEING CHECKED 返金確認中', 'Refund no. 返金番号', '20 Nov 2026, 22:05'],
    ],
  ] as const)('is written in %j', async (paper, expected) => {
    vi.resetModules()
    const { speak } = await import('./words')
    await speak({ screen: 'en', paper })
    const { customerWords } = await import('./paper')
    const date = customerWords.date(new Date(2026, 10, 20, 22, 5).getTime())
    expect([
      customerWords.title('checking'),
      customerWords.refundNo,
      date.replace(/[\s\u202f]+(?:UTC|GMT)\S*/, ''),
    ]).toEqual(expected)
  })
})

describe('a window in 繁體中文（香港）', () => {
  afterEach(() => vi.resetModules())

  it('speaks to the cashier in it, and to customers in both languages of the slip', async () => {
    vi.resetModules()
    const { speak } = await import('./words')
    await speak({ screen: 'zh-Hant-HK', paper: ['zh-Hant-HK', 'en'] })
    const { customerWords } = await import('./paper')
    const { explainFault } = await import('./faults')
    const { shownDay, clockTime } = await import('../ui/clock')
    const at = new Date(2026, 10, 20, 22, 5).getTime()
    expect([
      explainFault({ kind: 'not_connected', reason: 'refused', detail: '' }),
      customerWords.title('checking'),
      customerWords.refundNo,
      shownDay(at),
      clockTime(at),
    ]).toEqual([
      {
        title: '未能連到付款服務',
        meaning: '付款服務不接受連線。',
        next: '請檢查網絡，再試一次。',
      },
      '退款核對中 REFUND BEING CHECKED',
      '退款編號 Refund no.',
      '2026年11月20日',
      '22:05',
    ])
  })

  it('names what was paid with, and the times of the service, in no English', async () => {
    vi.resetModules()
    const { speak } = await import('./words')
    await speak({ screen: 'ja', paper: ['zh-Hans', 'en'] })
    const { gatewayName, gatewayNames, lineWords, stateNames } = await import('./receipt')
    const { staleWords } = await import('./counter')
    const { listedServiceMoment } = await import('../ui/clock')
    const { readCopyQuery } = await import('../../shared/lookup/copy-query')
    const words = { states: stateNames, gateways: gatewayNames, days: [] }
    expect([
      ['12_3', '99_1', ''].map((gatewayCode) => gatewayName({ gatewayCode, wallet: '' })),
      gatewayName({ gatewayCode: '12_3', wallet: 'Octopus' }),
      gatewayName({ gatewayCode: '13_2', wallet: '' }, 'customer'),
      readCopyQuery('モバイル', words).map(({ gateways }) => gateways),
      listedServiceMoment('2026-11-20 10:31:07'),
      lineWords('screen').serviceTime,
      staleWords.missing(['R-7K3QX9A2MD', 'R-JAP6QDFR7Q']).includes('R-7K3QX9A2MD、R-JAP6QDFR7Q'),
    ]).toEqual([
      ['モバイルウォレットC', '支払い方法 99_1', '支払い方法なし'],
      'Octopus',
      '银行快速转账 Faster payment',
      [['12_3', '12_4']],
      '2026年11月20日 10:31',
      '決済サービスの時刻',
      true,
    ])
  })

  it('says a usual reason in its language, and any other in the words that were sent', async () => {
    vi.resetModules()
    const { speak } = await import('./words')
    await speak({ screen: 'zh-Hant-HK', paper: ['en', 'zh-Hant-HK'] })
    const { reasonWords } = await import('./refund')
    expect([
      reasonWords({ code: 'damaged', text: 'Damaged item' }),
      reasonWords({ code: 'other', text: 'Torn box' }),
      reasonWords({ code: 'Wrong colour', text: 'Wrong colour' }),
    ]).toEqual(['貨品損壞', 'Torn box', 'Wrong colour'])
  })
})
