import { execFileSync } from 'node:child_process'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { expect, it, onTestFinished, vi } from 'vitest'
import { listLimits } from '../../shared/lookup/copies'
import { folderOfEachTest } from '../system/testing/folder-of-test'
import { listFiles, readList } from './read-list'

const given = (text: string | Uint8Array) => ({
  name: 'day.csv',
  content: typeof text === 'string' ? new TextEncoder().encode(text) : text,
})
const refused = (why: string, line = 0) => ({
  ok: false,
  fault: { kind: 'list_not_taken', name: 'day.csv', why, line },
})

it.each([
  ['a code a line', 'A1\nA2\r\n\n# no code\nA1', 'automatic', ['A1', 'A2']],
  ['the column of a known heading', 'Shop;Transaction ID\n3;A1\n4;A2', 'transaction_id', ['A1', 'A2']],
  ['below a line that names the separator', 'sep=;\r\nsum, net;id\r\n1,50;A1', 'internal_id', ['A1']],
  ['below such a line with a mark before it', '\ufeffsep=|\na|code\n1|A1', 'automatic', ['A1']],
  ['a code that begins as such a line does', 'sep=;A1\nA2', 'automatic', ['sep=', 'A2']],
  ['quotes with line ends in them', 'code,note\nA1,"two\nlines"\nA2,"a ""b"""', 'automatic', ['A1', 'A2']],
  ['tabs', 'x\tcode\n1\tA1', 'automatic', ['A1']],
  ['codes that a report wrote so that they are no formula', "code\n'-5\n'A1", 'automatic', ['-5', "'A1"]],
  ['quotes behind spaces, and those inside a code', ' "A1" ;x\nA"2;y', 'automatic', ['A1', 'A"2']],
  ['the mark that UTF-8 may begin with', '\ufeffcode\nA1', 'automatic', ['A1']],
  ['returns alone as line ends', 'A1\rA2\r', 'automatic', ['A1', 'A2']],
] as const)('reads %s', async (_what, text, match, codes) => {
  expect(await readList(given(text), 100)).toEqual({ ok: true, value: { match, codes } })
})

it('reads UTF-16 as a spreadsheet writes it', async () => {
  const content = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('A1\r\nA2', 'utf16le')])
  const expected = { ok: true, value: { match: 'automatic', codes: ['A1', 'A2'] } }
  expect(await readList(given(content), 100)).toEqual(expected)
})

it.each([
  ['what is no text', 'PK\u0003\u0004\0\0A1', refused('no_text')],
  ['what has no code', '\n# nothing\n', refused('no_codes')],
  [
    'more than the till keeps',
    Array.from({ length: 101 }, (_, at) => `A${at}`).join('\n'),
    refused('too_large', 101),
  ],
  ['a line without end', `A1\n${'x'.repeat(20_000)}`, refused('no_code', 2)],
  ['a quote that never closes', 'A1\n"A2\nA3', refused('no_code', 2)],
  ['a quote that closes nowhere near', `A1\n"A2\n${'A3\n'.repeat(5000)}`, refused('no_code', 2)],
  ['a code of an older encoding', new Uint8Array([65, 49, 10, 0xe4]), refused('letter_unclear', 2)],
  ['more bytes than a list has', 'A'.repeat(listLimits.maxBytes + 1), refused('too_large')],
] as const)('refuses %s, in words', async (_what, text, answer) => {
  expect(await readList(given(text), 100)).toEqual(answer)
})

const full = (piece: string) => piece.repeat(Math.floor(listLimits.maxBytes / piece.length))
it.each([
  ['100,000 codes', Array.from({ length: 100_000 }, (_, at) => `RECEIPT-${at}`).join('\n'), 'taken'],
  ['10 MB of letters', full('a\n'), 'too_large'],
  ['10 MB of commas', full(',\n'), 'too_large'],
  ['10 MB of rows of commas', full(`${','.repeat(4000)}\n`), 'no_codes'],
  ['10 MB of quotes', full('"",""\n'), 'too_large'],
  ['10 MB of quotes without a line end', full('"'), 'no_code'],
  ['10 MB of one comment', full('#'), 'no_codes'],
  ['10 MB of spaces', full(' '), 'no_codes'],
  ['10 MB that are no text', full('\u0000\u0001'), 'no_text'],
])('reads %s in small pieces, between which others have their turn', async (_what, text, why) => {
  // Each piece takes five milliseconds, and yields.
  let passed = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (passed += 5))
  onTestFinished(() => clock.mockRestore())
  const list = given(text)
  const pieces = vi.spyOn(list.content, 'subarray')
  let [turns, isOver] = [0, false]
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const read = await readList(list, 200_000)
  isOver = true
  // The first is the beginning, searched for the separator.
  const [, ...taken] = pieces.mock.calls.map(([from = 0, to = list.content.length]) => to - from)
  expect([read.ok ? 'taken' : read.fault.why, Math.max(0, ...taken) <= 4096]).toEqual([why, true])
  expect(turns).toBeGreaterThanOrEqual(taken.length - 1)
})

const inFolder = folderOfEachTest()

it('takes a file that says that it is of 1970', async () => {
  const place = inFolder('day.csv')
  writeFileSync(place, 'A1')
  utimesSync(place, 0, 0)
  expect(await listFiles.newest(inFolder())).toMatchObject({ ok: true, value: { place } })
})

it('takes the file of a folder that was changed last, and no pipe, folder or temporary file', async () => {
  const at = (name: string, seconds: number) => {
    const place = inFolder(name)
    writeFileSync(place, 'A1')
    utimesSync(place, seconds, seconds)
    return place
  }
  at('older.csv', 1000)
  const newest = at('Day.TXT', 2000)
  for (const name of ['~day.csv', '.day.csv', 'day.csv.part', 'day.xlsx']) at(name, 3000)
  mkdirSync(inFolder('folder.csv'))
  execFileSync('mkfifo', [inFolder('pipe.csv')])
  const found = await listFiles.newest(inFolder())
  const missing = await listFiles.newest(inFolder('gone'))
  const none = await listFiles.newest(inFolder('folder.csv'))
  const noFolder = await listFiles.newest(newest)
  const gone = await listFiles.read(inFolder('gone.csv'))
  const why = [missing, noFolder, gone].map((answer) => (answer.ok ? 'taken' : answer.fault.why))
  const result = [found.ok && found.value?.place, none, why]
  expect(result).toEqual([
    newest,
    { ok: true, value: null },
    ['not_readable', 'not_readable', 'not_readable'],
  ])
})
