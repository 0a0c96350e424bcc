import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { longestList } from '../../shared/limits'
import { systemClock } from '../system/clock'
import { buildThread } from '../system/testing/built-thread'
import { makeFakeClock } from '../system/testing/fake-clock'
import { listReaderFrom } from './list-thread'

let built: Awaited<ReturnType<typeof buildThread>>
let folder: string
beforeAll(async () => {
  built = await buildThread('src/main/prefetch/code-list-thread.ts')
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-thread-'))
})
afterAll(() => {
  rmSync(built.folder, { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
})

const bytesOf = (text: string) => new TextEncoder().encode(text)
const open = () => listReaderFrom(built.file, systemClock)
const refused = (why: string, line = 0) => ({
  ok: false,
  fault: { kind: 'list_not_taken', name: 'x.csv', why, line },
})

/** A thread of somebody's, in the place of the one that reads lists. */
function threadOf(name: string, source: string): string {
  const file = path.join(folder, `${name}.cjs`)
  writeFileSync(file, source)
  return file
}

/** A file of a fifth of the largest size, a piece of text over and over: each is far beyond the limit that it meets. */
const full = (piece: string) => bytesOf(piece.repeat(Math.floor(longestList.bytes / 5 / piece.length)))
/** A list of the largest size as a store may give it: as many codes as may be, and more about each. */
const honest = bytesOf(
  Array.from({ length: longestList.codes }, (_, index) => `PAYMENT-${index};${'x'.repeat(84)}\n`).join(''),
)

const tooManyRows = refused('too_many_rows', longestList.rows + 1)
const attacks = [
  ['a\n', tooManyRows],
  [',\n', tooManyRows],
  ['"",""\n', tooManyRows],
  ['"\n', expect.objectContaining({ ok: false })],
  ['#', refused('line_too_long', 1)],
  [' ', refused('line_too_long', 1)],
  [',', refused('line_too_long', 1)],
  ['"', refused('line_too_long', 1)],
  ['\n', refused('no_codes')],
  ['#\n', refused('no_codes')],
  [`${' '.repeat(4095)}\n`, refused('no_codes')],
  [`${','.repeat(4000)}\n`, refused('too_many_columns', 1)],
] as const

describe('the thread that reads a list', () => {
  it('goes on after one that could not even be handed over', async () => {
    const reader = open()
    const lent = bytesOf('A1\n')
    structuredClone(lent, { transfer: [lent.buffer] })
    const read = [lent, bytesOf('A2\n')].map((bytes) => reader.read('x.csv', bytes))
    expect(await Promise.allSettled(read)).toMatchObject([
      { status: 'rejected' },
      { status: 'fulfilled', value: { value: { codes: [{ code: 'A2' }] } } },
    ])
  })

  it('answers its codes and what they stood in, lists that come together one after the other', async () => {
    const reader = open()
    const bytes = bytesOf('custom id;note\nA1;x\nA2;y\n')
    const [first, second] = await Promise.all([reader.read('x.csv', bytes), reader.read('x.csv', bytes)])
    expect([second, bytes.length, first]).toEqual([
      first,
      25,
      {
        ok: true,
        value: {
          digest: createHash('sha256').update(bytes).digest('hex'),
          codes: [
            { code: 'A1', match: 'custom_id' },
            { code: 'A2', match: 'custom_id' },
          ],
        },
      },
    ])
  })

  // How long main is held up by each is a line of the bench.
  it('refuses what froze the till, and reads an honest list of that size', async () => {
    const reader = open()
    const answers: unknown[] = []
    for (const [piece] of attacks) answers.push(await reader.read('x.csv', full(piece)))
    expect(answers).toEqual(attacks.map(([, expected]) => expected))
    expect(await reader.read('x.csv', honest)).toMatchObject({ ok: true })
  }, 120_000)

  it('is ended when it takes more memory or time than a list may, and the till goes on', async () => {
    const clock = makeFakeClock()
    const late = listReaderFrom(threadOf('endless', 'for (;;);'), clock).read('x.csv', bytesOf('A1'))
    await clock.advance(29_999)
    const waiting = clock.waiting()
    await clock.advance(1)
    // In large pieces: on Node 24 the engine's limit does not end a loop that takes small ones. What bounds the thread
    // that ships are its limits on rows, columns and text; this one is the last.
    const hungry = threadOf(
      'hungry',
      'const all = []; for (;;) all.push(new Array(100_000).fill(all.length))',
    )
    // Its time never ends: beside other work a thread takes long to fill its memory.
    const heavy = listReaderFrom(hungry, makeFakeClock(), { ...longestList, megabytes: 32 })
    expect([waiting, await late, await heavy.read('x.csv', bytesOf('A1'))]).toEqual([
      [1],
      refused('too_much_time'),
      refused('too_much_memory'),
    ])
  })

  it('says that a list ended badly when it breaks, and knows nothing when it was called off', async () => {
    const broken = listReaderFrom(threadOf('broken', 'throw new Error("broken")'), systemClock)
    const badly = await broken.read('x.csv', bytesOf('A1'))
    const reader = open()
    const reading = reader.read('x.csv', bytesOf('A1'))
    await Promise.resolve()
    reader.close()
    expect([badly, await reading, await reader.read('x.csv', bytesOf('A1'))]).toEqual([
      refused('ended_badly'),
      null,
      null,
    ])
  })
})
