import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { localMoment } from '../../../shared/base/local-time'
import { answeredBy, intent, refusal, snapshot, startOfDay } from '../../../shared/testing/refund-samples'
import { systemWordsIn } from '../../system/languages'
import { setSystemWords } from '../../system/words'
import { recordFolder } from '../open-record'
import { makeJournalPlace } from '../testing/journal-place'
import { answeredRefund, writeStory } from '../testing/journal-story'
import {
  asTill,
  brokenLine,
  exportedJournalForEachTest,
  hour,
  marker,
  piecesOf,
  textOf,
  tillSigner,
} from './testing/exported-journal'
import { verifyExport } from './verify-export'
import { exportPieces } from './write-export'

const { journal, place, made } = exportedJournalForEachTest()

describe('an exported journal', () => {
  it('ends where it says, also right after a look-up saw a higher sum, whose line waits for the next flush', () => {
    journal().raiseHighWater(snapshot({ id: 'pay-9', refunded: 700 }))
    expect(brokenLine(made('json'), asTill(journal()))).toBe('holds')
  })

  it('is not made for a range whose bounds no date can express', () => {
    const ranges = [
      { from: Number.NEGATIVE_INFINITY, to: startOfDay },
      { from: 0, to: 8.64e15 + 1 },
      { from: Number.NaN, to: startOfDay },
    ]
    const kinds = ranges.flatMap((range) =>
      (['json', 'csv'] as const).map((as) => {
        const result = exportPieces(journal(), range, as, startOfDay, tillSigner, '')
        return result.ok ? 'made' : result.fault.kind
      }),
    )
    expect(kinds).toEqual(Array(6).fill('request_malformed'))
  })

  it.each(['\u2028', '\u2029'])('holds with %j in a text', (end) => {
    const reason = { code: 'other' as const, text: `two${end}lines` }
    writeStory(
      journal(),
      answeredRefund(intent({ marker: marker(9), id: 'pay-9', reason }), startOfDay, 2000),
    )
    expect(verifyExport(made('json'), asTill(journal())).ok).toBe(true)
  })

  it('is byte for byte the text that it has always been', () => {
    for (const text of [made('json'), made('json', 1, 2)]) {
      expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 1)}\n`)
    }
  })

  it('ends where the journal ended when the export began, whatever is written meanwhile, and holds', () => {
    for (const [as, late] of [
      ['json', marker(7)],
      ['csv', marker(8)],
    ] as const) {
      const texts: string[] = []
      for (const piece of piecesOf(journal(), as)) {
        if (!piece.ok) throw new Error(piece.fault.kind)
        // With the clock set back, the attempt is among those that are still to be written.
        if (texts.length === 0)
          writeStory(journal(), answeredRefund(intent({ marker: late, id: late }), startOfDay - hour, 2000))
        texts.push(piece.value)
      }
      const text = texts.join('')
      expect([texts.length > 2 || as === 'csv', text.includes(late)]).toEqual([true, false])
      if (as === 'json') expect(brokenLine(text, asTill(journal()))).toBe('holds')
    }
  })

  it('comes in pieces of one line or a few rows, so that other work runs in between', async () => {
    const long = makeJournalPlace(() => startOfDay)
    long.create()
    const opened = await long.openWell()
    for (let place = 0; place < 100; place += 1) {
      const own = intent({ marker: `R-${String(place).padStart(10, '0')}`, id: `pay-${place}` })
      writeStory(opened, answeredRefund(own, startOfDay, 2000))
    }
    const counts = (['json', 'csv'] as const).map((as) => {
      const texts = [...piecesOf(opened, as, 0, startOfDay)].map((piece) => (piece.ok ? piece.value : ''))
      return [
        texts.length,
        texts.join('').split('R-0000000').length - 1,
        Math.max(...texts.map(({ length }) => length)),
      ]
    })
    expect(counts).toEqual([
      [203, 299, expect.any(Number)],
      [4, 100, expect.any(Number)],
    ])
    for (const [, , longest] of counts) expect(longest).toBeLessThan(5000)
  })

  it('says which lines it lacks when it meets damage half-way, and holds', () => {
    const texts: string[] = []
    for (const piece of piecesOf(journal(), 'json')) {
      const last = place().segments().at(-1) ?? ''
      if (texts.length === 0) writeFileSync(join(recordFolder(place().folder), last), 'x')
      texts.push(piece.ok ? piece.value : piece.fault.kind)
    }
    const result = verifyExport(texts.join(''), asTill(journal()))
    expect(result.ok && result.value.unread.map(({ first, last }) => [first, last])).toEqual([[2, 9]])
  })

  it('is whole after a power cut took the values seen and the first start failed', async () => {
    const { disk, folder, segments } = place()
    const newest = join(recordFolder(folder), segments().at(-1) ?? '')
    const flushed = readFileSync(newest)
    for (const id of ['pay-8', 'pay-9']) journal().raiseHighWater(snapshot({ id, refunded: 500 }))
    writeFileSync(newest, flushed)
    Object.assign(disk, { failAfter: 2, takesIt: true })
    const failed = await place().open()
    Object.assign(disk, { failAfter: Number.POSITIVE_INFINITY, takesIt: false })
    const next = await place().openWell()
    const result = verifyExport(textOf(piecesOf(next, 'json')), asTill(next))
    expect([failed.ok, result.ok && [result.value.unread, result.value.last]]).toEqual([false, [[], 11]])
  })

  it('says as a table, for each attempt, whether its service said that it is practice', () => {
    const column = () =>
      made('csv')
        .trimEnd()
        .split('\n')
        .map((line) => line.split(',').at(-1))
    const before = column()
    const heard = { kind: 'practice_heard', at: startOfDay, address: 'https://Pay.example:443/' } as const
    const outcome = [journal().appendTill(heard).ok, before, column()]
    expect(outcome).toEqual([true, ['Practice', '', '', ''], ['Practice', 'yes', 'yes', 'yes']])
  })

  it('has as a table one row per attempt, amounts as decimals, and no cell that a spreadsheet would run', () => {
    const at = (hours: number) => localMoment(startOfDay + hours * hour)
    expect(made('csv', startOfDay + hour, startOfDay + 2 * hour).split('\n')).toEqual([
      '\ufeffTime,Refund no.,State,Amount,Currency,Paid,Refunded before,Transaction ID,Internal ID,Reason code,Reason,Typed,Cashier,Second person,For the rules,Message of the service,Alarms,Decided by,What was seen,Why,Store,Till,Service,Practice',
      `${at(2)},${marker(2)},Refunded,20.00,HKD,120.50,0.00,100000000000001,pay-2,damaged,Damaged item,,Kit,,,,,Sam,The portal,It says so,Central,till-1,https://pay.example,`,
      `${at(1)},${marker(1)},Refunded,20.00,HKD,120.50,0.00,100000000000001,pay-1,other,"Two words, ""quoted""",,'=1+1,,,,,,,,Central,till-1,https://pay.example,`,
      '',
    ])
  })

  it('has states, alarms and rules as a table in words of the window’s language, as Activity says them', () => {
    const allowedBy = { id: 'p-1', name: 'Sam', rules: ['typed', 'after_not_refunded'] } as const
    const own = intent({ marker: marker(9), id: 'pay-9', allowedBy })
    const began = startOfDay + 5 * hour
    const alarmed = {
      kind: 'alarmed',
      at: began,
      alarm: 'never_reached',
      snapshot: snapshot(),
      raw: '',
    } as const
    writeStory(journal(), [
      { marker: marker(9), event: { kind: 'sending', at: began, intent: own } },
      { marker: marker(9), event: answeredBy(refusal, 'refusal_seen', began) },
      { marker: marker(9), event: alarmed },
    ])
    setSystemWords(systemWordsIn('zh-Hans'))
    const [heads = '', row = ''] = made('csv', began).split('\n')
    setSystemWords(systemWordsIn('en'))
    const cells = row.split(',')
    const said = ['状态', '所涉规则', '警报'].map((head) => cells[heads.split(',').indexOf(head)])
    expect(said).toEqual([
      '未退款 · 核对中',
      '编号是输入的，不是扫描的。 这笔付款之前的退款（编号不详）在不到一天前被判定为“未退款”：请先查看支付服务商后台。',
      '这笔曾判定为“已退款”，但支付服务之后一直没有显示这笔款项。',
    ])
  })
})
