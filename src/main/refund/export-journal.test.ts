import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verifyExport } from './export-journal'
import type { RefundDesk } from './refund-desk'
import { replyWith } from './testing/fake-payments'
import { type FakeTill, makeFakeTill, markerOf, must } from './testing/fake-till'
import { verifyJournalFile } from './verify-journal-file'

let till: FakeTill
let desk: RefundDesk

/** Three refunds, an hour apart: lines 1–3, 4–6 and 7–9; the last is decided by a person on line 10. */
beforeEach(async () => {
  till = makeFakeTill()
  desk = await till.start()
  await desk.issue(till.order(1000))
  await till.clock.advance(3_600_000)
  await desk.issue(till.order(1000, { cashier: '=1+1', reason: 'Two words, "quoted"' }))
  await till.clock.advance(3_600_000)
  till.payments.answerRefundsWith(() => replyWith({ kind: 'no_answer', reason: 'reset', detail: '' }))
  await desk.issue(till.order(1000))
  desk.decide(markerOf(3), { to: 'refunded', supervisor: 'Sam', saw: 'The portal', why: 'It is there' })
})
afterEach(async () => {
  await desk.close()
  till.remove()
})

const start = Date.UTC(2026, 10, 21, 9, 0, 0)
const hour = 3_600_000

function exported(from = 0, to = Date.UTC(2100, 0, 1)): string {
  return must(desk.exportRange({ from, to }, 'json'))
}

type Exported = {
  journal: string
  previousHash: string
  head: { seq: number; hash: string }
  lines: { hash: string; line: { seq: number; marker: string; event: Record<string, unknown> } }[]
}

/** The export as somebody may have edited it. */
function edited(change: (content: Exported) => void, text = exported()): string {
  // The cast says what this file itself exported a line before.
  const content = JSON.parse(text) as Exported
  change(content)
  return JSON.stringify(content)
}

describe('an exported journal', () => {
  it('holds as it is, whole or for an hour in the middle', () => {
    const found = [exported(), exported(start + hour, start + hour), exported(1, 2)].map(verifyExport)
    expect(found).toEqual([10, 3, 0].map((lines) => ({ ok: true, value: { lines, beginning: null } })))
  })

  it('names the first broken link wherever one character of a line is another', () => {
    const text = exported()
    const lines = [...text.matchAll(/^ {2}\{\n[\s\S]*?\n {2}\}/gm)]
    const broken = lines.flatMap((match, index) => {
      const from = match.index
      return [0.2, 0.5, 0.9].map((part) => {
        const at =
          from +
          text.slice(from, from + match[0].length).search(/[a-z0-9]/) +
          Math.floor(match[0].length * part)
        const place = at + text.slice(at).search(/[a-z0-9]/)
        const other = text[place] === '7' ? '8' : '7'
        const result = verifyExport(text.slice(0, place) + other + text.slice(place + 1))
        return [index + 1, result.ok ? 'holds' : result.fault.line]
      })
    })
    const wrong = broken.filter(([line, found]) => found !== line && found !== null)
    expect([lines.length, wrong, broken.filter(([, found]) => found === null).length < 10]).toEqual([
      10,
      [],
      true,
    ])
  })

  it.each<[string, (content: Exported) => void, number]>([
    ['a word added to a line', ({ lines }) => Object.assign(lines[4]?.line.event ?? {}, { note: 'x' }), 5],
    ['a line taken out', ({ lines }) => lines.splice(4, 1), 5],
    ['two lines swapped', ({ lines }) => lines.splice(3, 2, ...lines.slice(3, 5).reverse()), 4],
    ['a line repeated', ({ lines }) => lines.splice(3, 0, ...lines.slice(2, 3)), 4],
    ['a hash of its own', ({ lines }) => Object.assign(lines[2] ?? {}, { hash: 'f'.repeat(64) }), 3],
    ['a line that is none', ({ lines }) => Object.assign(lines[6] ?? {}, { line: 'none' }), 7],
    ['a first line that is none', ({ lines }) => Object.assign(lines[0]?.line ?? {}, { event: 1 }), 1],
    ['another journal’s name', (content) => Object.assign(content, { journal: 'other' }), 1],
    ['another beginning', (content) => Object.assign(content, { previousHash: 'f'.repeat(64) }), 1],
    ['a head that its last line is not', ({ head }) => Object.assign(head, { hash: 'f'.repeat(64) }), 10],
    ['a head further back', ({ head }) => Object.assign(head, { seq: 9 }), 10],
  ])('with %s is broken there', (_, change, line) => {
    const result = verifyExport(edited(change))
    expect(result.ok ? 'holds' : result.fault.line).toBe(line)
  })

  it('can not be told from another file without saying so', () => {
    const details = ['', '{}', 'null', '[]', exported().slice(0, -10)].map((text) => verifyExport(text))
    expect(details.map((result) => (result.ok ? 'holds' : result.fault.line))).toEqual(
      details.map(() => null),
    )
  })

  it('is not made of a range whose bounds no date can say', () => {
    const ranges = [
      { from: Number.NEGATIVE_INFINITY, to: start },
      { from: 0, to: 8.64e15 + 1 },
      { from: Number.NaN, to: start },
    ]
    const kinds = ranges.flatMap((range) =>
      (['json', 'csv'] as const).map((format) => {
        const made = desk.exportRange(range, format)
        return made.ok ? 'made' : made.fault.kind
      }),
    )
    expect(kinds).toEqual(Array(6).fill('request_malformed'))
  })

  it('as a table has one row per attempt, amounts as decimals, and no cell that a spreadsheet would run', () => {
    const table = must(desk.exportRange({ from: start + hour, to: start + 2 * hour }, 'csv'))
    const zero = '2026-11-21T'
    expect(table.split('\n')).toEqual([
      'time,marker,state,amount,currency,transaction_id,id,reason,cashier,service_message,alarm,decided_by,saw,why',
      `${zero}11:00:00.000Z,${markerOf(3)},refunded,10.00,HKD,100000000000001,pay-1,Damaged item,Kit,,,Sam,The portal,It is there`,
      `${zero}10:00:00.000Z,${markerOf(2)},refunded,10.00,HKD,100000000000001,pay-1,"Two words, ""quoted""",'=1+1,,,,,`,
      '',
    ])
  })
})

describe('verify-journal', () => {
  it('says that a chain holds, where one is broken, or that there is no file, each with its exit code', () => {
    const sound = join(till.place.folder, 'sound.json')
    const broken = join(till.place.folder, 'broken.json')
    writeFileSync(sound, exported())
    writeFileSync(
      broken,
      edited(({ lines }) => lines.splice(4, 1)),
    )
    const verdicts = [sound, broken, join(till.place.folder, 'missing.json')].map(verifyJournalFile)
    expect(verdicts).toEqual([
      { words: 'The chain holds: 10 lines.', code: 0 },
      { words: 'The chain is broken at line 5: The line is missing.', code: 1 },
      { words: expect.stringContaining('The file can not be read: '), code: 2 },
    ])
  })
})
