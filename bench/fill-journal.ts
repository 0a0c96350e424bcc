/** A journal of years: as many refunds as a bench wants, each a whole story, and the marks of all that was looked up. */
import { join } from 'node:path'
import Database from 'libsql'
import { inTransaction } from '../src/main/database/open-database'
import type { JournalKeys } from '../src/main/refund/journal-keys'
import {
  attemptLineSchema,
  chainHash,
  chainStart,
  type Head,
  lineText,
} from '../src/main/refund/journal-line'
import { makeJournalWrites, paymentIndex } from '../src/main/refund/journal-rows'
import { journalFile, openJournal } from '../src/main/refund/open-journal'
import type { Attempt, AttemptEvent } from '../src/shared/attempt'
import { makeMarker } from '../src/shared/marker'
import { advance } from '../src/shared/refund'
import { glance, intent } from '../src/shared/testing/refund-samples'

export type JournalOrder = {
  /** The profile's folder; it has no journal yet. */
  readonly folder: string
  readonly keys: JournalKeys
  readonly refunds: number
  /** How many transactions were ever seen. */
  readonly marks: number
}

const minute = 60_000

/** Every digit of a number has its own sign of the marker's. */
function markerOf(number: number): string {
  return makeMarker(Uint8Array.from(String(number).padStart(10, '0'), Number))
}

/** One refund that went well, made so many minutes ago. */
function storyOf(number: number, at: number): readonly AttemptEvent[] {
  const id = `bench-payment-${number}`
  const now = glance({ id, refunded: 2000 })
  return [
    { kind: 'intended', at, intent: intent({ marker: markerOf(number), id, amount: 2000, mark: 0 }) },
    { kind: 'sending', at: at + 1 },
    {
      kind: 'answered',
      at: at + 200,
      answer: { kind: 'record', httpStatus: 200, glance: now },
      verdict: { to: 'refunded', alarm: null, forPerson: null, nothingMoved: false },
      raw: JSON.stringify(now).padEnd(1500),
    },
  ]
}

/** Writes the journal with what writes any; only the commits are fewer. Throws when it can not. */
export async function fillJournal({ folder, keys, refunds, marks }: JournalOrder): Promise<void> {
  const made = await openJournal({ folder, keys, now: Date.now })
  const key = await keys.readKey()
  if (!made.ok || !key.ok || key.value === null) throw new Error('No journal could be made')
  const { id } = made.value
  const secret = key.value
  made.value.close()
  const database = new Database(join(folder, journalFile))
  const writes = makeJournalWrites(database, secret)
  let head: Head = chainStart(id)

  function append(before: Attempt | null, marker: string, event: AttemptEvent): Attempt {
    const line = attemptLineSchema.parse({ seq: head.seq + 1, marker, event })
    const next = advance(before, line.event)
    if (!next.ok) throw new Error(`A story that can not be: ${JSON.stringify(next.fault)}`)
    const text = lineText(line)
    head = { seq: line.seq, hash: chainHash(head.hash, text) }
    writes.insertEvent(line, text, head.hash)
    return next.value
  }

  inTransaction(database, () => {
    const now = Date.now()
    for (let number = 0; number < refunds; number += 1) {
      let attempt: Attempt | null = null
      for (const event of storyOf(number, now - (refunds - number) * minute)) {
        attempt = append(attempt, markerOf(number), event)
      }
      if (attempt !== null) writes.putAttempt(attempt)
    }
    for (let number = 0; number < marks; number += 1) {
      const index = paymentIndex(secret, `bench-payment-${number}`)
      writes.putMark(index, null, { refunded: 0, updatedAt: '2026-11-20 10:31:07' })
    }
  })
  database.close()
  const kept = await keys.writeHead(head)
  if (!kept.ok) throw new Error('The keychain took no head')
}
