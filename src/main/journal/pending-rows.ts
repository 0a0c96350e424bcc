/**
 * Rows that follow from lines which are already written, and are still to be written in the same transaction: attempts,
 * who holds a payment's lock, high-water values, and the locks that can be read without the key.
 */
import type { Attempt } from '../../shared/attempt'
import { isUndecided } from '../../shared/refund'
import { lockHash } from './journal-line'
import type { JournalReads } from './journal-reads'
import { type HighWaterRow, paymentIndex } from './journal-rows'
import type { OpenLock, Standing } from './journal-types'
import type { JournalWrites } from './journal-writes'

/** An attempt that changed. `number` is its row's; `wasUndecided` is what its row says until now. */
type ChangedAttempt = {
  readonly number: number
  readonly isNew: boolean
  readonly wasUndecided: boolean
  readonly attempt: Attempt
}

export type PendingRows = {
  /** By marker. */
  readonly attempts: Map<string, ChangedAttempt>
  /** By the payment's index in hexadecimal. */
  readonly highWater: Map<string, HighWaterRow>
  /** A line was about a lock that no attempt holds. */
  locksChanged: boolean
}

export function noPendingRows(): PendingRows {
  return { attempts: new Map(), highWater: new Map(), locksChanged: false }
}

/** How an undecided attempt stands unsealed. */
function openLockOf({ intent, createdAt }: Attempt): OpenLock {
  const { marker, service, id } = intent
  return { marker, at: createdAt, service, lock: lockHash(service, id) }
}

/** Everything that locks, as it stands unsealed (protocol 12), oldest first. */
export function openLocksOf(standing: Standing): readonly OpenLock[] {
  const attempts = [...standing.attempts.values()].filter(({ state }) => isUndecided(state)).map(openLockOf)
  const locks = standing.locks.map((lock): OpenLock => {
    if (lock.kind === 'unread') {
      return { marker: lock.marker, at: lock.since ?? lock.at, service: lock.services, lock: lock.lock }
    }
    return { marker: '', at: lock.at, service: lock.service, lock: lockHash(lock.service, lock.id) }
  })
  const all = [...attempts, ...locks].sort((one, other) => one.at - other.at)
  // A payment may have been locked twice in the same way: one row says it.
  return [...new Map(all.map((lock) => [`${lock.marker} ${lock.lock}`, lock])).values()]
}

/** Writes them all. The unique index throws when a second attempt would hold a payment's lock. */
export function writePending(
  key: Buffer,
  reads: JournalReads,
  writes: JournalWrites,
  pending: PendingRows,
  standing: Standing,
): void {
  for (const [payment, changed] of byPayment(key, pending)) writePayment(reads, writes, payment, changed)
  for (const row of pending.highWater.values()) writes.highWater(row)
  if (pending.locksChanged) {
    writes.openLocks(openLocksOf(standing))
    return
  }
  for (const { attempt, wasUndecided } of pending.attempts.values()) {
    const undecided = isUndecided(attempt.state)
    if (undecided && !wasUndecided) writes.openLock(openLockOf(attempt))
    if (!undecided && wasUndecided) writes.removeOpenLock(attempt.intent.marker)
  }
}

function byPayment(key: Buffer, pending: PendingRows): Map<string, ChangedAttempt[]> {
  const groups = new Map<string, ChangedAttempt[]>()
  for (const changed of pending.attempts.values()) {
    const { service, id } = changed.attempt.intent
    const payment = paymentIndex(key, service, id).toString('hex')
    const group = groups.get(payment)
    if (group === undefined) groups.set(payment, [changed])
    else group.push(changed)
  }
  return groups
}

/** One undecided attempt holds the lock: the one that held it, else the one that has waited longest. */
function writePayment(
  reads: JournalReads,
  writes: JournalWrites,
  payment: string,
  changed: readonly ChangedAttempt[],
): void {
  const before = reads.holdersOf(Buffer.from(payment, 'hex'))
  const own = new Map(changed.map((each) => [each.number, isUndecided(each.attempt.state)]))
  const others = before.filter(({ number }) => !own.has(number)).map(({ number }) => number)
  const waiting = [...others, ...changed.filter(({ number }) => own.get(number)).map(({ number }) => number)]
  const held = before.find(({ holds }) => holds === 1)?.number
  const holder = held !== undefined && waiting.includes(held) ? held : Math.min(...waiting)
  for (const { number, isNew, attempt } of changed) {
    if (number !== holder) writes.attempt({ number, isNew, holds: 0, attempt })
  }
  const next = changed.find(({ number }) => number === holder)
  if (next !== undefined) writes.attempt({ ...next, holds: 1 })
  else if (waiting.length > 0 && held !== holder) writes.handLock(holder)
}
