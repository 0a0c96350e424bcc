import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { intent, startOfDay } from '../../../shared/testing/refund-samples'
import { practiceName } from '../../service/address'
import type { Journal } from '../journal'
import { recordFolder } from '../open-record'
import { breakIndex, edit, makeJournalPlace } from '../testing/journal-place'
import { answeredRefund, verifyWhole, writeStory } from '../testing/journal-story'
import {
  asTill,
  brokenLine,
  type Exported,
  exportedJournalForEachTest,
  hour,
  marker,
  piecesOf,
  textOf,
  tillSigner,
} from './testing/exported-journal'
import { verifyExport } from './verify-export'

const { journal, made, place, verdictOf } = exportedJournalForEachTest()

/** The export after somebody edited it. */
function edited(change: (content: Exported) => void): string {
  // The cast is right: this file exported it a line before.
  const content = JSON.parse(made('json')) as Exported
  change(content)
  return JSON.stringify(content)
}

/** Rewrites each file of the journal. */
function editFiles(change: (text: string) => string): void {
  for (const name of place().segments()) edit(join(recordFolder(place().folder), name), change)
}

describe('an exported journal', () => {
  it('holds when unchanged, whole or for an hour in the middle, by its signature and by either key', () => {
    const texts = [made('json'), made('json', startOfDay + hour, startOfDay + hour + 5), made('json', 1, 2)]
    const signed = { kind: 'public', text: tillSigner.publicKey } as const
    const found = [null, signed, asTill(journal())].flatMap((key) =>
      texts.map((text) => {
        const result = verifyExport(text, key)
        return result.ok
          ? [result.value.holds, result.value.lines, result.value.first, result.value.last]
          : result.fault
      }),
    )
    const ranges = [
      [9, 1, 9],
      [2, 5, 6],
      [0, null, null],
    ]
    const ways = ['way', 'signature', 'journal']
    expect(found).toEqual(ways.flatMap((holds) => ranges.map((range) => [holds, ...range])))
  })

  it.each([
    { gone: [1], unread: [{ first: 1, last: 1 }], lines: 8 },
    {
      gone: [4, 5, 7],
      unread: [
        { first: 4, last: 5 },
        { first: 7, last: 7 },
      ],
      lines: 6,
    },
    { gone: [9], unread: [{ first: 9, last: 9 }], lines: 8 },
  ])('names lines that the till cannot read, and holds for the rest: $gone', ({ gone, unread, lines }) => {
    editFiles((text) =>
      text.replace(/^(\d+) .*.$/gm, (line, seq) =>
        gone.includes(Number(seq)) ? `${line.slice(0, -1)}!` : line,
      ),
    )
    const text = made('json')
    const found = [null, asTill(journal())].map((key) => {
      const result = verifyExport(text, key)
      return result.ok ? [result.value.lines, result.value.unread] : result.fault
    })
    expect(found).toEqual([
      [lines, unread],
      [lines, unread],
    ])
  })

  it('holds in full where two lines of a file are swapped', () => {
    editFiles((text) => text.replace(/^(5 .*\n)(6 .*\n)/m, '$2$1'))
    const result = verifyExport(made('json'), asTill(journal()))
    expect(result.ok && [result.value.lines, result.value.unread]).toEqual([journal().head().seq, []])
  })

  it('names the first broken line wherever a character of a line is changed', () => {
    const text = made('json')
    const lines = [...text.matchAll(/^ {2}\{\n[\s\S]*?\n {2}\}/gm)]
    const broken = lines.flatMap((match, index) =>
      [0.1, 0.2, 0.5, 0.9].map((part) => {
        const from = match.index + Math.floor(match[0].length * part)
        const at = from + text.slice(from).search(/[a-z0-9]/)
        const other = text[at] === '7' ? '8' : '7'
        return [index + 1, brokenLine(text.slice(0, at) + other + text.slice(at + 1))]
      }),
    )
    const wrong = broken.filter(([line, found]) => found !== line && found !== null)
    const outcome = [lines.length, wrong, broken.filter(([, found]) => found === null).length < 10]
    expect(outcome).toEqual([9, [], true])
  })

  it.each<[string, (content: Exported) => void, number | null]>([
    ['a word added to a line', ({ lines }) => Object.assign(lines[4]?.line.event ?? {}, { note: 'x' }), 5],
    ['a line taken out', ({ lines }) => lines.splice(4, 1), 5],
    ['two lines swapped', ({ lines }) => lines.splice(3, 2, ...lines.slice(3, 5).reverse()), 4],
    ['a line repeated', ({ lines }) => lines.splice(3, 0, ...lines.slice(2, 3)), 4],
    ['a hash of its own', ({ lines }) => Object.assign(lines[2] ?? {}, { hash: 'f'.repeat(64) }), 3],
    ['a sum of its own', ({ lines }) => Object.assign(lines[2] ?? {}, { sum: 'f'.repeat(64) }), 3],
    ['no line in a line’s place', ({ lines }) => Object.assign(lines[6] ?? {}, { line: 'none' }), 7],
    [
      'no line in the first line’s place',
      ({ lines }) => Object.assign(lines[0]?.line ?? {}, { event: 1 }),
      1,
    ],
    ['another journal’s name', (content) => Object.assign(content, { journal: 'other' }), 1],
    ['another range', (content) => Object.assign(content, { to: '2026-11-22T00:00:00.000Z' }), 1],
    ['another beginning', (content) => Object.assign(content, { previousHash: 'f'.repeat(64) }), 1],
    ['a head that is not its last line', ({ head }) => Object.assign(head, { hash: 'f'.repeat(64) }), 1],
    ['a field more', (content) => Object.assign(content, { more: 1 }), null],
  ])('with %s is broken there', (_, change, line) => {
    expect(brokenLine(edited(change))).toBe(line)
  })

  it('does not hold where something stands in it twice: this reader takes the last, another the first', () => {
    const doubled = made('json').replace(/"amount": (\d+)/, '"amount": 1, "amount": $1')
    const found = [made('json').replaceAll('\n', ''), doubled].map(
      (text) => verifyExport(text, asTill(journal())).ok,
    )
    expect(found).toEqual([true, false])
  })

  it('does not hold with the key of another till', async () => {
    const other = makeJournalPlace(() => startOfDay)
    other.create()
    const foreign = asTill(await other.openWell())
    const found = [made('json'), made('json', 1, 2)].map((text) => brokenLine(text, foreign))
    expect(found).toEqual([1, null])
  })
})

const day = 24 * hour

/** Makes a record of one file a day, of days 0 to 2; its `lost` day is spoiled and its index gone. Opens it on day 3. */
async function recordWithLostDay(lost: number, spoil: (text: string) => string) {
  let now = startOfDay
  const till = makeJournalPlace(() => now)
  till.create()
  for (const number of [0, 1, 2]) {
    now = startOfDay + number * day
    const opened = await till.openWell()
    writeStory(
      opened,
      answeredRefund(intent({ marker: marker(number), id: `pay-${number}` }), now + hour, 2000),
    )
    till.end(opened)
  }
  const [made, ...files] = till.segments().map((name) => join(recordFolder(till.folder), name))
  for (const file of [...(lost === 0 ? [made] : []), files[lost]]) if (file) edit(file, spoil)
  breakIndex(till.folder)
  now = startOfDay + 3 * day
  const opened = await till.openWell()
  verifyWhole(opened)
  return opened
}

/** Exports days of it, and checks the file as the command does. */
function verdictOfDays(opened: Journal, [from, to]: readonly [number, number]) {
  const [begin, end] = [startOfDay + from * day, startOfDay + to * day - 1]
  const { code, words } = verdictOf(textOf(piecesOf(opened, 'json', begin, end)), asTill(opened))
  return [code, words.split('\n')[0]]
}

it.each([
  ['the first of two days', () => 'lost', 1, [1, 3]],
  ['the end of the first of two days', (text: string) => text.replace(/\n.*/s, '\nlost'), 1, [1.01, 3]],
  ['the only day', () => 'lost', 1, [1, 2]],
  ['the only day, with which the record begins', () => 'lost', 0, [0, 1]],
] as const)(
  'an export names what can’t be read of its days, also with a new index: %s',
  async (_of, spoil, lost, days) => {
    const verdict = verdictOfDays(await recordWithLostDay(lost, spoil), days)
    expect(verdict).toEqual([1, expect.stringMatching(/^Not whole: the till could not read lines/)])
  },
)

it('an export of a day has nothing of the day before, a line of which can’t be read', async () => {
  const opened = await recordWithLostDay(1, (text) => text.replace(/(\n.*).\n/, '$1!\n'))
  expect(verdictOfDays(opened, [2, 3])).toEqual([0, expect.stringMatching(/^Whole: 3 lines/)])
})

it('an export of practice says so, by its till’s own key too', () => {
  const own = intent({ marker: marker(7), id: 'pay-7', serviceAddress: practiceName })
  writeStory(journal(), answeredRefund(own, startOfDay + 3 * hour, 2000))
  const said = [made('json'), made('json', 0, startOfDay + hour)].map((text) =>
    verdictOf(text, asTill(journal())).words.includes('Refunds of practice'),
  )
  expect(said).toEqual([true, false])
})
