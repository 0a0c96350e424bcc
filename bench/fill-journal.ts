/** A journal of years: as many refunds as a bench wants, each a whole story, and the high-water values of all that was looked up. */
import { setTimeout } from 'node:timers/promises'
import type { Journal } from '../src/main/journal/journal'
import type { Head } from '../src/main/journal/journal-line'
import { newLog } from '../src/main/journal/log'
import { recordFolder } from '../src/main/journal/open-record'
import { openRecordFiles, type RecordFiles } from '../src/main/journal/record-files'
import { recordKeys } from '../src/main/journal/segment'
import type { AttemptEvent } from '../src/shared/attempt/attempt'
import { makeMarker } from '../src/shared/attempt/marker'
import { succeed } from '../src/shared/base/result'
import { intent, snapshot } from '../src/shared/testing/refund-samples'

/** Its first line is ten years old, its last one of now. In milliseconds. */
export const years = 3652 * 86_400_000
const cashiers = 20
/** Of work at a time, and until what it wrote is on the disk. */
const sliceMs = 5
const settlesMs = 5000

type JournalOrder = {
  readonly folder: string
  readonly id: string
  readonly key: Buffer
  readonly refunds: number
  /** How many payments were ever seen. */
  readonly highWater: number
}

/** The address that service 1 is. */
export const serviceAddress = 'https://pay.example'

/** Every digit of a number has its own sign of the marker's. */
export function benchMarker(number: number): string {
  return makeMarker(Uint8Array.from(String(number).padStart(10, '0'), Number))
}

const benchPayment = (number: number) => `bench-payment-${number}`

/** One refund that went well. */
function storyOf(number: number, id: string, at: number): readonly AttemptEvent[] {
  const before = snapshot({ id })
  const now = snapshot({ id, refunded: 2000, updatedAt: '2026-11-20 18:00:01' })
  const code = String(100_000_000_000_000 + number)
  const codes = { transactionId: code, foundBy: { kind: 'transaction_id', code } } as const
  const cashier = { id: '', name: `Cashier ${number % cashiers}` }
  const marker = benchMarker(number)
  return [
    { kind: 'sending', at, intent: intent({ marker, id, before, serviceAddress, cashier, ...codes }) },
    {
      kind: 'answered',
      at: at + 200,
      answer: { kind: 'record', httpStatus: 200, snapshot: now },
      verdict: { to: 'refunded', alarm: null, forPerson: null },
      raw: JSON.stringify(now).padEnd(1500),
    },
  ]
}

/** What opens the record of a folder that has no other. */
export const alone = (folder: string) => ({
  files: openRecordFiles(recordFolder(folder)),
  keys: { readKey: async () => succeed(null), readHead: async () => succeed(null) },
  yieldToEventLoop: async () => undefined,
  log: console.error,
})

/** Nothing names the record before all of it is there, so no line waits for the disk. */
function unflushed(folder: string): RecordFiles {
  const files = openRecordFiles(recordFolder(folder))
  return { ...files, create: (name) => ({ ...files.create(name), flush: () => undefined }) }
}

function must(written: { readonly ok: boolean }): void {
  if (!written.ok) throw new Error(JSON.stringify(written))
}

/** Writes the record with what writes any. Throws when it cannot. Answers the head to be kept. */
export function fillRecord({ folder, id, key, refunds, highWater }: JournalOrder): Head {
  const first = Date.now() - years
  let at = first
  // A till runs ten hours a day.
  const monotonic = () => ((at - first) * 10) / 24
  const log = newLog(unflushed(folder), recordKeys(id, key), () => at, monotonic)
  must(log.begin())
  const payments = Math.max(refunds, highWater)
  let refunded = 0
  for (let number = 1; number <= payments; number += 1) {
    at = first + Math.floor((number / payments) * years)
    const value = { refunded: 0, currency: 'HKD' }
    if (number <= highWater) must(log.note({ at, id: benchPayment(number), ...value }))
    // Evenly among all that were looked up.
    if (Math.floor((number * refunds) / payments) === refunded) continue
    const marker = benchMarker(refunded)
    for (const event of storyOf(refunded, benchPayment(number), at)) {
      must(log.append({ marker, event }))
    }
    refunded += 1
    // Nothing else asks for what was added, and it would be kept for ever.
    log.takeAdded()
  }
  log.close()
  return log.head()
}

/**
 * Does all that is done behind the cashier. The next start goes on from an index once all of it is on the disk.
 * @returns what each slice took, in milliseconds
 */
export async function workToTheEnd(journal: Pick<Journal, 'workBehind'>): Promise<readonly number[]> {
  const slices: number[] = []
  for (let more = true; more; ) {
    const began = performance.now()
    more = journal.workBehind(sliceMs)
    slices.push(performance.now() - began)
  }
  await setTimeout(settlesMs)
  return slices
}
