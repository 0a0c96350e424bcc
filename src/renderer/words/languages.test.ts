import { afterEach, describe, expect, it, vi } from 'vitest'
import { languages } from '../../shared/base/choices'
import type * as english from '../../shared/languages/en'
import { usualReasons } from '../../shared/people/rules'

type Leaf = { readonly path: string; readonly said: string; readonly given: readonly string[] }

/** Returns every text of a catalogue. Functions are called with distinct values. */
function leavesOf(node: unknown, path = ''): readonly Leaf[] {
  if (typeof node === 'string') return [{ path, said: node, given: [] }]
  if (typeof node === 'function') {
    const values = Array.from({ length: node.length }, (_, index) => 7001 + index)
    const said = String(node(...values)).replaceAll(/[,\s]/g, '')
    return [{ path, said, given: values.map(String) }]
  }
  return Object.entries(node ?? {}).flatMap(([name, below]) => leavesOf(below, `${path}.${name}`))
}

const files = import.meta.glob<typeof english>('../../shared/languages/*.ts', { eager: true })
const fileOf = (language: string) => `../../shared/languages/${language}.ts`
const leavesIn = (language: string) => leavesOf({ ...files[fileOf(language)] })
const inEnglish = new Map(leavesIn('en').map(({ path, said }) => [path, said]))

/** In Latin characters; Chinese and Japanese ones count two. */
const widthOf = (text: string) => text.replaceAll(/[\u2e80-\uffef]/g, '  ').length

/** The same in every language. */
const sameEverywhere =
  /^\.sentences\.(shell\.brand|people\.pin|testSlip\.amount|settings\.(percent|papers\.a4|about\.(electron|chrome|node)))$/

it('each language that is listed has a file, and each file is listed', () => {
  expect(Object.keys(files).sort()).toEqual(languages.map(fileOf).sort())
})

describe.each(languages)('what is said in %s', (language) => {
  const leaves = leavesIn(language)
  const saidAt = new Map(leaves.map(({ path, said }) => [path, said.toLowerCase()]))
  const says = (path: string) => saidAt.get(`.sentences.${path}`) ?? path

  it('has each value that it is given, and no empty text', () => {
    const lacking = leaves.filter(
      ({ path, said, given }) =>
        (said === '' && path !== '.sentences.grammar.betweenSentences') ||
        given.some((value) => !said.includes(value)),
    )
    expect(lacking).toEqual([])
  })

  it('is in that language, one text for each of the English', () => {
    expect(leaves.map(({ path }) => path).sort()).toEqual([...inEnglish.keys()].sort())
    const untranslated = leaves.filter(
      ({ path, said }) => inEnglish.get(path) === said && !sameEverywhere.test(path),
    )
    expect(language === 'en' ? [] : untranslated).toEqual([])
  })

  it('is not much longer than the English, for which there is room', () => {
    const roomFor = (path: string) => widthOf(inEnglish.get(path) ?? '') * 1.4 + 14
    expect(leaves.filter(({ path, said }) => widthOf(said) > roomFor(path))).toEqual([])
  })

  it('asks a manager, and not a supervisor, for a new token: only a manager may save one', () => {
    const asked = says('faults.token_not_accepted.next')
    const roles = ['manager', 'supervisor'].map((role) => says(`people.roles.${role}`))
    expect(roles.map((role) => asked.includes(role))).toEqual([true, false])
  })

  it('marks a second slip by a word that names no slip, so that it does not pass for another refund', () => {
    const [copy = ''] = says('customer.copy').match(/\p{Letter}+/u) ?? []
    expect([copy === '', says('outcome.slip').includes(copy)]).toEqual([false, false])
  })

  it('does not say of a wrong PIN or badge that nothing was changed: nobody who signs in changes anything', () => {
    const meaningOf = (fault: string) => says(`faults.${fault}.meaning`)
    const faults = ['pin_wrong', 'pin_throttled', 'pin_stopped', 'pin_not_set', 'badge_unknown']
    expect(faults.filter((fault) => meaningOf(fault).includes(meaningOf('set_by_policy')))).toEqual([])
  })

  it('has the punctuation of that language beside its characters', () => {
    const wrong = leaves.filter(({ said }) => /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}][,.!?;:()"']/u.test(said))
    expect(wrong).toEqual([])
  })

  it('tells the usual reasons apart', () => {
    const reasons = leaves.filter(({ path }) => path.startsWith('.reasons.')).map(({ said }) => said)
    expect(new Set(reasons).size).toBe(usualReasons.length)
  })
})

describe('a customer’s slip', () => {
  afterEach(() => vi.resetModules())

  it.each([
    [['ja'], '返金確認中', '返金番号', '2026年11月20日 22:05'],
    [['zh-Hans', 'en'], '退款核对中 REFUND BEING CHECKED', '退款编号 Refund no.', '2026年11月20日 22:05'],
    [['en', 'ja'], 'REFUND BEING CHECKED 返金確認中', 'Refund no. 返金番号', '20 Nov 2026, 22:05'],
  ] as const)('is written in %j', async (paper, title, refundNo, date) => {
    vi.resetModules()
    const catalogue = await import('./words')
    await catalogue.speak({ screen: 'en', paper })
    const { customer, outcome } = catalogue.paperWords
    expect([customer.titles.checking, outcome.lines.marker]).toEqual([title, refundNo])
    const { slipMoment } = await import('../ui/hooks')
    const written = slipMoment(new Date(2026, 10, 20, 22, 5).getTime())
    expect(written.replace(/[\s\u202f]+(?:UTC|GMT)\S*/, '')).toBe(date)
  })
})

describe('a window in another language', () => {
  afterEach(() => vi.resetModules())

  it('names what was paid with, and the times of the service, in no English', async () => {
    vi.resetModules()
    const catalogue = await import('./words')
    await catalogue.speak({ screen: 'ja', paper: ['zh-Hans', 'en'] })
    const { gatewayName, stateNames, wordsFor } = await import('./receipt')
    const { explainFault } = await import('./faults')
    const { clockTime, listedServiceMoment, shownDay } = await import('../ui/hooks')
    const { readCopyQuery } = await import('../../shared/lookup/copies')
    const at = new Date(2026, 10, 20, 22, 5).getTime()
    const names = { states: stateNames, gateways: catalogue.words.gateways, days: [] }
    expect([
      ['12_3', '99_1', ''].map((gatewayCode) => gatewayName({ gatewayCode, wallet: '' })),
      gatewayName({ gatewayCode: '12_3', wallet: 'Octopus' }),
      gatewayName({ gatewayCode: '13_2', wallet: '' }, 'customer'),
      readCopyQuery('モバイル', names).map(({ gateways }) => gateways),
      listedServiceMoment('2026-11-20 10:31:07'),
      [shownDay(at), clockTime(at)],
      explainFault({ kind: 'not_connected', reason: 'refused', detail: '' }).next,
      wordsFor('screen').receipt.serviceTime,
      catalogue.words.grammar.comma,
    ]).toEqual([
      ['モバイルウォレットC', '支払い方法 99_1', '支払い方法なし'],
      'Octopus',
      '银行快速转账 Faster payment',
      [['12_3', '12_4']],
      '2026年11月20日 10:31',
      ['2026年11月20日', '22:05'],
      expect.not.stringMatching(/[A-Za-z]/),
      '決済サービスの時刻',
      '、',
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
