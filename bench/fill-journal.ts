/** A journal of years: as many refunds as a bench wants, each a whole story, and the high-water values of all that was looked up. */
import { randomUUID } from 'node:crypto'
import { createJournalFile, type GivenHighWater } from '../src/main/journal/journal-file'
import type { JournalKeys } from '../src/main/journal/journal-keys'
import type { Head, JournalLine } from '../src/main/journal/journal-line'
import type { AttemptEvent } from '../src/shared/attempt'
import { makeMarker } from '../src/shared/marker'
import { intent, snapshot } from '../src/shared/testing/refund-samples'

const minute = 60_000
const cashiers = 20

export type JournalOrder = {
  readonly folder: string
  readonly id: string
  readonly key: Buffer
  readonly refunds: number
  /** How many payments were ever seen. */
  readonly highWater: number
  /** The address that service 1 is. */
  readonly address: string
}

/** Every digit of a number has its own sign of the marker's. */
export function benchMarker(number: number): string {
  return makeMarker(Uint8Array.from(String(number).padStart(10, '0'), Number))
}

const benchPayment = (number: number) => `bench-payment-${number}`

/** One refund that went well. */
function storyOf(number: number, at: number, serviceAddress: string): readonly AttemptEvent[] {
  const id = benchPayment(number)
  const before = snapshot({ id })
  const now = snapshot({ id, refunded: 2000, updatedAt: '2026-11-20 18:00:01' })
  const code = String(100_000_000_000_000 + number)
  const codes = { transactionId: code, foundBy: { kind: 'transaction_id', code } } as const
  const cashier = `Cashier ${number % cashiers}`
  const marker = benchMarker(number)
  return [
    { kind: 'intended', at, intent: intent({ marker, id, before, serviceAddress, cashier, ...codes }) },
    { kind: 'sending', at: at + 1 },
    {
      kind: 'answered',
      at: at + 200,
      answer: { kind: 'record', httpStatus: 200, snapshot: now },
      verdict: { to: 'refunded', alarm: null, forPerson: null },
      raw: JSON.stringify(now).padEnd(1500),
    },
  ]
}

function* linesOf({ refunds, address }: JournalOrder, now: number): Generator<JournalLine> {
  const first = now - refunds * minute
  yield { seq: 1, till: { kind: 'service_named', at: first, service: 1, address, why: 'first', by: null } }
  let seq = 1
  for (let number = 0; number < refunds; number += 1) {
    for (const event of storyOf(number, first + number * minute, address)) {
      seq += 1
      yield { seq, marker: benchMarker(number), event }
    }
  }
}

function* valuesOf(count: number): Generator<GivenHighWater> {
  for (let number = 0; number < count; number += 1) {
    const highWater = { refunded: 0, updatedAt: '2026-11-20 10:31:07' }
    yield { service: 1, id: benchPayment(number), highWater, currency: 'HKD' }
  }
}

/** Writes the file with what writes any new journal. Throws when it cannot. Answers the head to be kept. */
export async function fillJournalFile(order: JournalOrder): Promise<Head> {
  const { folder, id, key } = order
  const content = { lines: linesOf(order, Date.now()), highWater: valuesOf(order.highWater) }
  const made = await createJournalFile({ folder, id, key, content, now: Date.now })
  if (!made.ok) throw new Error(made.fault.detail)
  return made.value
}

/** The same for a till: key, head and the journal in force go to its keychain. */
export async function fillJournal(keys: JournalKeys, order: Omit<JournalOrder, 'id' | 'key'>): Promise<void> {
  const id = randomUUID()
  const key = await keys.createKey(id)
  if (!key.ok) throw new Error('The keychain took no key')
  const head = await fillJournalFile({ ...order, id, key: key.value })
  const kept = await keys.writeHead(id, { head, locks: [], services: 1 })
  const inForce = await keys.writeInForce(id)
  if (!kept.ok || !inForce.ok) throw new Error('The keychain took no head')
}
