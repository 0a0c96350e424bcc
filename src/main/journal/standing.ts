/**
 * What is open, folded line by line and kept in memory (refund-protocol.md 3 and 13): the lock is this,
 * and the table is asked in addition.
 */
import type { Attempt } from '../../shared/attempt'
import type { PaymentEvent, TillEvent } from '../../shared/journal-events'
import { isOpen, isUndecided, isWatched } from '../../shared/refund'
import { unreachable } from '../../shared/result'
import { type JournalLine, lockHash } from './journal-line'
import type { LineAlarm, Payment, PaymentLock, Standing } from './journal-types'
import {
  hearPractice,
  nameService,
  noServices,
  numbersOf,
  type ServiceRegistry,
  serviceOf,
  withRelated,
} from './service-registry'

export const nothingStands: Standing = { attempts: new Map(), locks: [], alarms: [], services: noServices }

/**
 * The standing after one more line.
 * @param attemptAfter what the attempt of the line is after it; null for a line about none.
 */
export function advanceStanding(
  standing: Standing,
  line: JournalLine,
  attemptAfter: Attempt | null,
): Standing {
  if ('beginning' in line) return standing
  if ('payment' in line) return { ...standing, locks: locksAfter(standing.locks, line.seq, line.payment) }
  if ('till' in line) {
    const services = servicesAfter(standing.services, line.till)
    return { ...standing, services, alarms: alarmsAfter(standing.alarms, line.seq, line.till) }
  }
  return attemptAfter === null ? standing : { ...standing, attempts: withAttempt(standing, attemptAfter) }
}

function withAttempt({ attempts }: Standing, attempt: Attempt): Standing['attempts'] {
  const { marker } = attempt.intent
  const known = attempts.has(marker)
  if (!known && !isOpen(attempt)) return attempts
  if (!known && [...attempts.values()].some((other) => byAge(other, attempt) > 0)) {
    return inOrder([...attempts.values(), attempt])
  }
  const all = new Map(attempts)
  if (isOpen(attempt)) all.set(marker, attempt)
  else all.delete(marker)
  return all
}

function inOrder(attempts: readonly Attempt[]): Standing['attempts'] {
  return new Map([...attempts].sort(byAge).map((attempt) => [attempt.intent.marker, attempt]))
}

/** What stands when nothing but these attempts does: what every line of theirs would lead to, at once. */
export function standingOfAttempts(attempts: readonly Attempt[]): Standing {
  return { ...nothingStands, attempts: inOrder(attempts.filter(isOpen)) }
}

/** Oldest first; two of one moment in the order of their markers, so that every fold gives the same. */
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
    case 'lowering_returned': {
      const { kind, at, service, id, refunded } = event
      return [...locks, { kind, line, at, service, id, refunded }]
    }
    case 'locked_unread': {
      const { at, lock, marker, since, services } = event
      return [...locks, { kind: 'unread', line, at, lock, marker, since, services, releasedAt: [] }]
    }
    case 'released':
      return locks.flatMap((lock) => (lock.line === event.line ? afterRelease(lock, event.address) : [lock]))
    default:
      return unreachable(event)
  }
}

/** What is left of a lock. One that nobody can open holds on wherever the person who released it has not looked. */
function afterRelease(lock: PaymentLock, address: string | undefined): readonly PaymentLock[] {
  if (lock.kind !== 'unread' || address === undefined) return []
  return [{ ...lock, releasedAt: [...lock.releasedAt, address] }]
}

function servicesAfter(services: ServiceRegistry, event: TillEvent): ServiceRegistry {
  if (event.kind === 'practice_heard') return hearPractice(services, event.address)
  return event.kind === 'service_named' ? nameService(services, event) : services
}

function alarmsAfter(alarms: readonly LineAlarm[], line: number, event: TillEvent): readonly LineAlarm[] {
  switch (event.kind) {
    case 'service_named':
    case 'practice_heard':
    case 'acted':
      return alarms
    case 'could_not_be_read':
    case 'payment_alarmed':
      return [...alarms, { line, at: event.at, event }]
    case 'alarm_acknowledged':
      return alarms.filter((alarm) => alarm.line !== event.line)
    default:
      return unreachable(event)
  }
}

/** The numbers of an attempt's payment: its own, what its address names now, and all that hang together with them. */
function numbersOfAttempt(services: ServiceRegistry, { intent }: Attempt): ReadonlySet<number> {
  const named = serviceOf(services, intent.serviceAddress)
  return withRelated(services, named === null ? [intent.service] : [intent.service, named])
}

/** Whether an attempt was made on that payment, by whatever number or address its service goes now. */
export function isOnPayment(services: ServiceRegistry, attempt: Attempt, payment: Payment): boolean {
  if (attempt.intent.id !== payment.id) return false
  const numbers = numbersOfAttempt(services, attempt)
  return payment.services.some((service) => numbers.has(service))
}

/** The open attempts on a payment, oldest first. */
export function openOn(standing: Standing, payment: Payment): readonly Attempt[] {
  return [...standing.attempts.values()].filter((attempt) => isOnPayment(standing.services, attempt, payment))
}

/**
 * What locks a payment: the oldest undecided attempt on it, else a lock without an attempt, the oldest first; null
 * when nothing does.
 */
export function lockIn(standing: Standing, payment: Payment): Attempt | PaymentLock | null {
  const holder = openOn(standing, payment).find(({ state }) => isUndecided(state))
  return holder ?? standing.locks.find((lock) => isLockOf(standing.services, lock, payment)) ?? null
}

function isLockOf(services: ServiceRegistry, lock: PaymentLock, payment: Payment): boolean {
  if (lock.kind === 'unread')
    return isUnreadLockOf(lock, payment.id) && !isReleasedAt(services, lock, payment)
  if (lock.id !== payment.id) return false
  const numbers = withRelated(services, [lock.service])
  return payment.services.some((service) => numbers.has(service))
}

/** Nobody knows which of its journal's services a refund that cannot be opened was sent to: each of them locks. */
function isUnreadLockOf(lock: Extract<PaymentLock, { kind: 'unread' }>, id: string): boolean {
  for (let service = 1; service <= lock.services; service += 1) {
    if (lockHash(service, id).startsWith(lock.lock)) return true
  }
  return false
}

function isReleasedAt(
  services: ServiceRegistry,
  { releasedAt }: Extract<PaymentLock, { kind: 'unread' }>,
  payment: Payment,
): boolean {
  const numbers = new Set(releasedAt.flatMap((address) => numbersOf(services, address)))
  return payment.services.some((service) => numbers.has(service))
}

/** Locks without an attempt that nobody has looked at yet, at whichever service. */
export function locksToRelease({ locks }: Standing): readonly PaymentLock[] {
  return locks.filter((lock) => lock.kind !== 'unread' || lock.releasedAt.length === 0)
}

/** Undecided attempts, oldest first. */
export function undecidedIn(standing: Standing): readonly Attempt[] {
  return [...standing.attempts.values()].filter(({ state }) => isUndecided(state))
}

/**
 * Whether it matters which service a new address names (protocol 14): something is undecided or watched, or a payment
 * is locked by a value that came back. Locks that cannot be opened hold at every service, so they do not ask.
 */
export function asksWhichService(standing: Standing): boolean {
  const watched = [...standing.attempts.values()].some(
    (attempt) => isUndecided(attempt.state) || isWatched(attempt),
  )
  return watched || standing.locks.some(({ kind }) => kind === 'lowering_returned')
}
