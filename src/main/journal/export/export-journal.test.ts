import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { attempt, decided, intent, startOfDay } from '../../../shared/testing/refund-samples'
import type { JournalLine } from '../journal-line'
import type { Journal } from '../journal-types'
import { exportedText } from '../testing/exported-text'
import { type JournalPlace, makeJournalPlace } from '../testing/journal-place'
import { answeredRefund, tamperWith, writeStory } from '../testing/journal-story'
import { exportPieces } from './export-journal'
import { verifyExport } from './verify-export'

const hour = 3_600_000
const marker = (number: number) => `R-000000000${number}`

let place: JournalPlace
let journal: Journal

/** Three refunds, an hour apart: lines 1–3, 4–6 and 7–9; line 10 is a person's decision. */
beforeEach(async () => {
  place = makeJournalPlace(() => startOfDay)
  await place.create()
  journal = await place.openWell()
  const odd = { cashier: '=1+1', reason: 'Two words, "quoted"' }
  for (const [number, change] of [{}, odd, {}].entries()) {
    const own = { marker: marker(number), id: `pay-${number}`, ...change }
    const at = startOfDay + number * hour
    writeStory(journal, answeredRefund(intent(own), at, number === 2 ? null : 2000))
  }
  writeStory(journal, [{ marker: marker(2), event: decided('refunded', startOfDay + 2 * hour) }])
})
afterEach(() => {
  journal.close()
  place.remove()
})

function made(as: 'csv' | 'json', from = 0, to = Date.UTC(2100, 0, 1)): string {
  const result = exportedText(exportPieces(journal, { from, to }, as, startOfDay))
  if (!result.ok) throw new Error(result.fault.kind)
  return result.value
}

type Exported = {
  journal: string
  to: string
  previousHash: string
  head: { seq: number; hash: string }
  lines: {
    hash: string
    sum: string
    line: { seq: number; marker: string; event: Record<string, unknown> }
  }[]
  seal: string
}

/** The export as somebody may have edited it. */
function edited(change: (content: Exported) => void): string {
  // The cast says what this file itself exported a line before.
  const content = JSON.parse(made('json')) as Exported
  change(content)
  return JSON.stringify(content)
}

const lineOf = (text: string, key: Buffer | null = null) => {
  const result = verifyExport(text, key)
  return result.ok ? 'holds' : result.fault.line
}

describe('an exported journal', () => {
  it('holds as it is, whole or for an hour in the middle, with the key and without', () => {
    const texts = [made('json'), made('json', startOfDay + hour, startOfDay + hour + 5), made('json', 1, 2)]
    const found = [null, journal.verificationKey()].flatMap((key) =>
      texts.map((text) => {
        const result = verifyExport(text, key)
        return result.ok
          ? [result.value.holds, result.value.lines, result.value.first, result.value.last]
          : result.fault
      }),
    )
    const ranges = [
      [10, 1, 10],
      [3, 4, 6],
      [0, null, null],
    ]
    expect(found).toEqual(['way', 'journal'].flatMap((holds) => ranges.map((range) => [holds, ...range])))
  })

  it('names the first broken line wherever one character of a line is another', () => {
    const text = made('json')
    const lines = [...text.matchAll(/^ {2}\{\n[\s\S]*?\n {2}\}/gm)]
    const broken = lines.flatMap((match, index) =>
      [0.1, 0.3, 0.5, 0.9].map((part) => {
        const from = match.index + Math.floor(match[0].length * part)
        const at = from + text.slice(from).search(/[a-z0-9]/)
        const other = text[at] === '7' ? '8' : '7'
        return [index + 1, lineOf(text.slice(0, at) + other + text.slice(at + 1))]
      }),
    )
    const wrong = broken.filter(([line, found]) => found !== line && found !== null)
    expect([lines.length, wrong, broken.filter(([, found]) => found === null).length < 10]).toEqual([
      10,
      [],
      true,
    ])
  })

  it.each<[string, (content: Exported) => void, number | null]>([
    ['a word added to a line', ({ lines }) => Object.assign(lines[4]?.line.event ?? {}, { note: 'x' }), 5],
    ['a line taken out', ({ lines }) => lines.splice(4, 1), 5],
    ['two lines swapped', ({ lines }) => lines.splice(3, 2, ...lines.slice(3, 5).reverse()), 4],
    ['a line repeated', ({ lines }) => lines.splice(3, 0, ...lines.slice(2, 3)), 4],
    ['a hash of its own', ({ lines }) => Object.assign(lines[2] ?? {}, { hash: 'f'.repeat(64) }), 3],
    ['a sum of its own', ({ lines }) => Object.assign(lines[2] ?? {}, { sum: 'f'.repeat(64) }), 3],
    ['a line that is none', ({ lines }) => Object.assign(lines[6] ?? {}, { line: 'none' }), 7],
    ['a first line that is none', ({ lines }) => Object.assign(lines[0]?.line ?? {}, { event: 1 }), 1],
    ['another journal’s name', (content) => Object.assign(content, { journal: 'other' }), 1],
    ['another range', (content) => Object.assign(content, { to: '2026-11-22T00:00:00.000Z' }), 1],
    ['another beginning', (content) => Object.assign(content, { previousHash: 'f'.repeat(64) }), 1],
    ['a head that its last line is not', ({ head }) => Object.assign(head, { hash: 'f'.repeat(64) }), 1],
    ['a field more', (content) => Object.assign(content, { more: 1 }), null],
  ])('with %s is broken there', (_, change, line) => {
    expect(lineOf(edited(change))).toBe(line)
  })

  it('whose lines were changed or cut off and all sums made anew holds without the key, and never with it', () => {
    const key = journal.verificationKey()
    const cut = resummed(
      edited(({ lines, head }) => {
        lines.splice(8)
        Object.assign(head, { seq: 8, hash: lines.at(-1)?.hash })
      }),
    )
    const changed = resummed(edited(({ lines }) => Object.assign(lines[0]?.line.event ?? {}, { at: 5 })))
    const emptied = resummed(edited(({ lines }) => lines.splice(0)))
    expect([cut, changed, emptied].map((text) => [lineOf(text), lineOf(text, key)])).toEqual([
      ['holds', 8],
      ['holds', 1],
      ['holds', null],
    ])
  })

  it('of another till does not hold with this one’s key', async () => {
    const other = makeJournalPlace(() => startOfDay)
    await other.create()
    const foreign = await other.openWell()
    expect([
      lineOf(made('json'), foreign.verificationKey()),
      lineOf(made('json', 1, 2), foreign.verificationKey()),
    ]).toEqual([1, null])
    foreign.close()
    other.remove()
  })

  it('cannot be told from another file without saying so', () => {
    const texts = ['', '{}', 'null', '[]', made('json').slice(0, -10), '{"version":1}', '{"version":3}']
    expect(texts.map((text) => lineOf(text))).toEqual(texts.map(() => null))
  })

  it('is not made of a range whose bounds no date can say', () => {
    const ranges = [
      { from: Number.NEGATIVE_INFINITY, to: startOfDay },
      { from: 0, to: 8.64e15 + 1 },
      { from: Number.NaN, to: startOfDay },
    ]
    const kinds = ranges.flatMap((range) =>
      (['json', 'csv'] as const).map((as) => {
        const result = exportedText(exportPieces(journal, range, as, startOfDay))
        return result.ok ? 'made' : result.fault.kind
      }),
    )
    expect(kinds).toEqual(Array(6).fill('request_malformed'))
  })

  it('is not made of what cannot be read: nothing there would be a lie', () => {
    tamperWith(
      place.file,
      "UPDATE events SET line = x'' WHERE seq = 2; UPDATE attempts SET row = x'' WHERE number = 1",
    )
    const kinds = (['json', 'csv'] as const).map((as) => {
      const result = exportedText(exportPieces(journal, { from: 0, to: startOfDay * 2 }, as, startOfDay))
      return result.ok ? 'made' : result.fault.kind
    })
    expect(kinds).toEqual(['file_not_written', 'file_not_written'])
  })

  it('is the text that it always was, to the byte', () => {
    for (const text of [made('json'), made('json', 1, 2)]) {
      expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 1)}\n`)
    }
  })

  it('ends where the journal ended when it began, whatever is written meanwhile, and holds', () => {
    for (const [as, late] of [
      ['json', marker(7)],
      ['csv', marker(8)],
    ] as const) {
      const pieces = exportPieces(journal, { from: 0, to: Date.UTC(2100, 0, 1) }, as, startOfDay)
      if (!pieces.ok) throw new Error(pieces.fault.kind)
      const texts: string[] = []
      for (const piece of pieces.value) {
        if (!piece.ok) throw new Error(piece.fault.kind)
        // A clock that was set back puts the attempt among those that are still to be written.
        if (texts.length === 0)
          writeStory(journal, answeredRefund(intent({ marker: late, id: late }), startOfDay - hour, 2000))
        texts.push(piece.value)
      }
      const text = texts.join('')
      expect([texts.length > 2 || as === 'csv', text.includes(late)]).toEqual([true, false])
      if (as === 'json') expect(lineOf(text, journal.verificationKey())).toBe('holds')
    }
  })

  it('comes in pieces of one line or a few rows, so that others have their turn between them', async () => {
    const long = makeJournalPlace(() => startOfDay)
    const lines = Array.from({ length: 400 }, (_, place): JournalLine => {
      const own = intent({ marker: `R-${String(place).padStart(10, '0')}`, id: `pay-${place}` })
      const settled = attempt('cancelled', { intent: own, createdAt: startOfDay })
      return {
        seq: place + 1,
        marker: own.marker,
        event: { kind: 'taken_over', at: startOfDay, attempt: settled },
      }
    })
    await long.create({ lines })
    const opened = await long.openWell()
    const counts = (['json', 'csv'] as const).map((as) => {
      const pieces = exportPieces(opened, { from: 0, to: startOfDay }, as, startOfDay)
      if (!pieces.ok) throw new Error(pieces.fault.kind)
      const texts = [...pieces.value].map((piece) => (piece.ok ? piece.value : ''))
      return [
        texts.length,
        texts.join('').split('R-0000000').length - 1,
        Math.max(...texts.map(({ length }) => length)),
      ]
    })
    opened.close()
    long.remove()
    expect(counts).toEqual([
      [402, 800, expect.any(Number)],
      [18, 400, expect.any(Number)],
    ])
    for (const [, , longest] of counts) expect(longest).toBeLessThan(5000)
  })

  it('that meets damage half-way has no rest', () => {
    for (const as of ['json', 'csv'] as const) {
      const pieces = exportPieces(journal, { from: 0, to: startOfDay * 2 }, as, 1)
      const found: string[] = []
      for (const piece of pieces.ok ? pieces.value : []) {
        if (found.length === 0)
          tamperWith(place.file, "UPDATE events SET line = x''; UPDATE attempts SET row = x''")
        found.push(piece.ok ? 'text' : piece.fault.kind)
      }
      expect(found).toEqual(['text', 'file_not_written'])
    }
  })

  it('as a table has one row per attempt, amounts as decimals, and no cell that a spreadsheet would run', () => {
    const zero = '2026-11-21T'
    expect(made('csv', startOfDay + hour, startOfDay + 2 * hour).split('\n')).toEqual([
      'time,marker,state,amount,currency,transaction_id,id,reason,cashier,service_message,alarms,decided_by,saw,why',
      `${zero}11:00:00.000Z,${marker(2)},refunded,20.00,HKD,100000000000001,pay-2,Damaged item,Kit,,,Sam,The portal,It says so`,
      `${zero}10:00:00.000Z,${marker(1)},refunded,20.00,HKD,100000000000001,pay-1,"Two words, ""quoted""",'=1+1,,,,,`,
      '',
    ])
  })
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** What somebody does who knows this program's source, but no key. */
function resummed(text: string): string {
  const content = JSON.parse(text) as Exported
  const header = Object.fromEntries(
    Object.entries(content).filter(([name]) => name !== 'lines' && name !== 'seal'),
  )
  let sum = sha256(JSON.stringify(header))
  for (const line of content.lines) {
    sum = sha256(`${sum}\n${line.hash}\n${JSON.stringify(line.line)}`)
    line.sum = sum
  }
  return JSON.stringify(content)
}
