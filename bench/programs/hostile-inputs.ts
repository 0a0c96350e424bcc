/**
 * How long lists and answers that were made to freeze the till keep everything else from having a turn, beside honest ones
 * of the same size. Prints the milliseconds of every try.
 */
import { readFileSync } from 'node:fs'
import { readList } from '../../src/main/lists/read-list'
import { receive } from '../../src/main/service/read-answer'
import { readShowAnswer } from '../../src/main/service/show'
import { listLimits } from '../../src/shared/lookup/copies'

const [, , tries = '5'] = process.argv
/** As many as a till may keep. */
const maxCodes = 200_000
const bytesOf = (text: string) => new TextEncoder().encode(text)
const fullList = (piece: string) => bytesOf(piece.repeat(Math.floor(listLimits.maxBytes / piece.length)))
const honestList = bytesOf(
  Array.from({ length: 100_000 }, (_, index) => `PAYMENT-${index};${'x'.repeat(84)}\n`).join(''),
)

const largestAnswer = 2 * 1024 * 1024 - 4096
const withMore = (name: string, json: string) => `{"success":true,"data":{"${name}":${json},"id":"1"}}`
function fullAnswer(piece: string): string {
  const pieces = Array(Math.floor(largestAnswer / (piece.length + 1))).fill(piece)
  return withMore('more', `[${pieces.join()}]`)
}

const lists = {
  'of letters': fullList('a\n'),
  'of commas': fullList(',\n'),
  'of quotes': fullList('"",""\n'),
  'of one comment': fullList('#'),
  'of spaces': fullList(' '),
}
const answers = {
  'of links': fullAnswer('{"rel":"checkout","href":"https://pay.example/c"}'),
  'of numbers': fullAnswer('1'),
  'of objects': fullAnswer('{}'),
  'of openings': '['.repeat(largestAnswer),
  'of escapes': withMore('more', JSON.stringify('%25'.repeat(largestAnswer / 3))),
}
const honestAnswer = withMore('words', JSON.stringify('plain words of a store, '.repeat(largestAnswer / 24)))

/** How long this thread has worked, in milliseconds. Linux tells it without the waits for a processor. */
function worked(): number {
  if (process.platform !== 'linux') return performance.now()
  const [nanoseconds = '0'] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')
  return Number(nanoseconds) / 1_000_000
}

/**
 * The longest time in which nothing else had a turn while the work went on, in milliseconds. What the work does before
 * it first waits counts too.
 */
async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let last = worked()
  let longest = 0
  let over = false
  const look = () => {
    const now = worked()
    longest = Math.max(longest, now - last)
    last = now
  }
  const turn = () => {
    look()
    if (!over) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  look()
  over = true
  return longest
}

async function measure(): Promise<void> {
  const read = (name: string, content: Uint8Array) => readList({ name, content }, maxCodes)
  const token = 'q8Zt+vN/3kP0aXc9+Ww=='
  const readAnswer = async (body: string) => {
    const received = receive({ kind: 'answered', httpStatus: 200, age: 0, body }, token)
    const asked = { serviceAddress: 'https://pay.example', askedAt: 0 }
    readShowAnswer({ kind: 'internal_id', code: '1' }, received, asked, () => undefined)
  }
  const times: Record<string, number[]> = {}
  const note = async (name: string, work: () => Promise<unknown>) => {
    times[name] = [...(times[name] ?? []), await longestPause(work)]
  }
  await read('warm.csv', bytesOf('A1'))
  await readAnswer(honestAnswer)
  for (let round = 0; round < Number(tries); round += 1) {
    await note('honest list', () => read('x.csv', honestList))
    for (const [name, bytes] of Object.entries(lists)) await note(`list ${name}`, () => read('x.csv', bytes))
    await note('honest answer', () => readAnswer(honestAnswer))
    for (const [name, body] of Object.entries(answers)) await note(`answer ${name}`, () => readAnswer(body))
  }
  process.stdout.write(`${JSON.stringify(times)}\n`)
}

void measure()
