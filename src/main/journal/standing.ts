/** Folds all that is open, line by line, in memory (refund-protocol.md 3 and 13). The lock is this, and no table has a say. */
import type { Attempt } from '../../shared/attempt/attempt'
import { unreachable } from '../../shared/base/result'
import type { Shift } from '../../shared/refund/day'
import type { PaymentEvent, TillEvent } from '../../shared/refund/journal-events'
import { isOpen, isUndecided } from '../../shared/refund/refund'
import { addressName } from '../service/address'
import { type JournalLine, lockHash } from './journal-line'
import type { LineAlarm, PaymentLock, Standing } from './journal-types'

export const nothingStands: Standing = {
  attempts: new Map(),
  locks: [],
  alarms: [],
  practice: new Set(),
  shifts: [],
  unread: null,
}

/**
 * Returns the standing after one more line.
 * @param attemptAfter the line's attempt after it; null for a line about none.
 */
export function advanceStanding(
  standing: Standing,
  line: JournalLine,
  attemptAfter: Attempt | null,
): Standing {
  if ('beginning' in line) return standing
  if ('payment' in line) return { ...standing, locks: locksAfter(standing.locks, line.seq, line.payment) }
  if ('till' in line) {
    const practice = practiceAfter(standing.practice, line.till)
    const alarms = alarmsAfter(standing.alarms, line.seq, line.till)
    const isLoss = line.till.kind === 'could_not_be_read' && line.till.sumsUnknown
    const unread = isLoss ? { at: line.till.at, ran: line.ran ?? 0 } : standing.unread
    return { ...standing, practice, alarms, shifts: shiftsAfter(standing.shifts, line), unread }
  }
  return attemptAfter === null ? standing : { ...standing, attempts: withAttempt(standing, attemptAfter) }
}

function withAttempt({ attempts }: Standing, attempt: Attempt): Standing['attempts'] {
  const all = new Map(attempts)
  if (isOpen(attempt)) all.set(attempt.intent.marker, attempt)
  else all.delete(attempt.intent.marker)
  return new Map([...all].sort(([, one], [, other]) => byAge(one, other)))
}

/** Sorts oldest first; two of the same moment by marker, so that every fold gives the same order. */
function byAge(one: Attempt, other: Attempt): number {
  return one.createdAt - other.createdAt || (one.intent.marker < other.intent.marker ? -1 : 1)
}

function locksAfter(
  locks: readonly PaymentLock[],
  line: number,
  event: PaymentEvent,
): readonly PaymentLock[] {
  switch (event.kind) {
    case 'lowered':
    case 'risen':
      return locks
    case 'lowering_returned':
    case 'locked_unread':
      return [...locks, { line, event }]
    case 'released':
      return locks.filter((lock) => lock.line !== event.line)
    default:
      return unreachable(event)
  }
}

function practiceAfter(practice: Standing['practice'], event: TillEvent): Standing['practice'] {
  return event.kind === 'practice_heard' ? new Set([...practice, addressName(event.address)]) : practice
}

/** A shift begins with its person's first sign-in, and ends when that person closes it or is removed. */
function shiftsAfter(
  shifts: readonly Shift[],
  { seq, ran = 0, till }: Extract<JournalLine, { till: TillEvent }>,
): readonly Shift[] {
  if (till.kind !== 'acted') return shifts
  const { act, by, at } = till
  const without = (id: string) => shifts.filter(({ person }) => person.id !== id)
  if (act.act === 'person' && act.what === 'removed') return without(act.person.id)
  if (by === null) return shifts
  if (act.act === 'shift') return without(by.id)
  const begins = act.act === 'signed_in' && act.to === 'serve' && without(by.id).length === shifts.length
  return begins ? [...shifts, { person: by, since: at, ran, line: seq }] : shifts
}

function alarmsAfter(alarms: readonly LineAlarm[], line: number, event: TillEvent): readonly LineAlarm[] {
  switch (event.kind) {
    case 'practice_heard':
    case 'acted':
      return alarms
    case 'could_not_be_read':
    case 'payment_alarmed':
      return [...alarms, { line, event }]
    case 'alarm_acknowledged':
      return alarms.filter((alarm) => alarm.line !== event.line)
    default:
      return unreachable(event)
  }
}

/** The open attempts on a payment, oldest first. */
export function openOn(standing: Standing, id: string): readonly Attempt[] {
  return [...standing.attempts.values()].filter(({ intent }) => intent.id === id)
}

/**
 * Returns what locks a payment, by its internal id and so at any address: the oldest undecided attempt on it, else the oldest
 * lock without an attempt; null when nothing does.
 */
export function lockIn(standing: Standing, id: string): Attempt | PaymentLock | null {
  const holder = openOn(standing, id).find(({ state }) => isUndecided(state))
  return holder ?? standing.locks.find((lock) => isLockOf(lock, id)) ?? null
}

function isLockOf({ event }: PaymentLock, id: string): boolean {
  return event.kind === 'locked_unread' ? lockHash(id).startsWith(event.lock) : event.id === id
}

/** Undecided attempts, oldest first. */
export function undecidedIn(standing: Standing): readonly Attempt[] {
  return [...standing.attempts.values()].filter(({ state }) => isUndecided(state))
}
