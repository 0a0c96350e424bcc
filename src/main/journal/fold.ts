/**
 * Folds the lines of a file in memory: all that is open, line by line. The lock is this fold and nothing else, and no table has
 * a say (refund-protocol.md 3 and 13, "The record").
 */
import type { Attempt } from '../../shared/attempt/attempt'
import { type Result, succeed, unreachable } from '../../shared/base/result'
import type { RefundSoFar } from '../../shared/people/rules'
import type { Shift } from '../../shared/refund/day'
import type { PaymentEvent, TillEvent } from '../../shared/refund/journal-events'
import {
  type DoneRefund,
  doneRefund,
  isRemembered,
  type KeptPaymentLine,
  type Past,
  soFar,
} from '../../shared/refund/past'
import { advance, type IllegalTransition, isOpen, isUndecided } from '../../shared/refund/refund'
import { addressName } from '../service/address'
import { type FirstLine, type JournalLine, lockHash, type StandsOpen } from './journal-line'
import type { LineAlarm, PaymentLock, Standing } from './journal-types'

export type Fold = {
  standing: Standing
  /** The till's running time at the last line, in milliseconds. */
  ran: number
  /** Settled attempts, by marker: those in lines of this file, beside something open on their payment, or settled lately. */
  readonly settled: Map<string, Attempt>
  /** Refunds in earlier files that their answers settled lately, by marker. */
  readonly done: Map<string, DoneRefund>
  /** Lowerings and reported rises, oldest first. */
  lines: readonly KeptPaymentLine[]
}

export function emptyFold(): Fold {
  return { standing: nothingStands, ran: 0, settled: new Map(), done: new Map(), lines: [] }
}

/** Returns the fold that a file begins with: all that its first line carries. */
export function foldFrom({ first, ran }: FirstLine): Fold {
  const { attempts, beside, done, lines, locks, alarms, practice, shifts, unread } = first.open
  return {
    standing: { attempts: byMarker(attempts), locks, alarms, practice: new Set(practice), shifts, unread },
    ran,
    settled: byMarker(beside),
    done: new Map(done.map((each) => [each.marker, each])),
    lines,
  }
}

function byMarker(attempts: readonly Attempt[]): Map<string, Attempt> {
  return new Map(attempts.map((attempt) => [attempt.intent.marker, attempt]))
}

/** Returns what the next file's first line carries, and the fold that it begins with. @param at milliseconds since 1970. */
export function carriedOn(
  { standing, ran, settled, done: before, lines: all }: Fold,
  at: number,
): { readonly open: StandsOpen; readonly fold: Fold } {
  const ids = new Set([...standing.attempts.values()].map(({ intent }) => intent.id))
  const now = { at, ran }
  const isLateDone = ({ at: doneAt, begun }: DoneRefund) => isRemembered({ at: doneAt, ran: begun.ran }, now)
  const isLate = (each: Attempt) => isRemembered({ at: each.since, ran: each.ran.since }, now)
  const isLateLine = ({ event, ran: then }: KeptPaymentLine) => isRemembered({ at: event.at, ran: then }, now)
  // A payment's lines are kept together, as long as one of them or a refund of it is late, and with a lowering what this till
  // has refunded since: that explains a sum.
  const remembered = new Set([
    ...ids,
    ...[...settled.values()].filter(isLate).map(({ intent }) => intent.id),
    ...[...before.values()].filter(isLateDone).map(({ id }) => id),
    ...all.filter(isLateLine).map(({ event }) => event.id),
  ])
  const lines = all.filter(({ event }) => remembered.has(event.id))
  const lowerings = lines.filter(({ event }) => event.kind === 'lowered').reverse()
  const firstLowering = new Map(lowerings.map(({ event, line }) => [event.id, line]))
  const isSinceLowering = (payment: string, line: number) =>
    line > (firstLowering.get(payment) ?? Number.POSITIVE_INFINITY)
  const beside: Attempt[] = []
  const done = new Map(
    [...before].filter(([, each]) => isLateDone(each) || isSinceLowering(each.id, each.line)),
  )
  for (const [marker, attempt] of settled) {
    const { id } = attempt.intent
    const isKept =
      ids.has(id) || isLate(attempt) || isSinceLowering(id, attempt.refundedLine ?? Number.NEGATIVE_INFINITY)
    if (!isKept) continue
    const short = ids.has(id) ? null : doneRefund(attempt)
    if (short === null) beside.push(attempt)
    else done.set(marker, short)
  }
  const open: StandsOpen = {
    attempts: [...standing.attempts.values()],
    beside,
    done: [...done.values()],
    lines,
    locks: standing.locks,
    alarms: standing.alarms,
    practice: [...standing.practice],
    shifts: standing.shifts,
    unread: standing.unread,
  }
  return { open, fold: { standing, ran, done, lines: open.lines, settled: byMarker(beside) } }
}

/** Returns what memory has of a payment. Nothing else decides about a refund. */
export function pastOf({ standing, settled, done, lines }: Fold, id: string): Past {
  const own = [...settled.values()].filter(({ intent }) => intent.id === id)
  const open = [...standing.attempts.values()].filter(({ intent }) => intent.id === id)
  return {
    attempts: [...own.filter((each) => doneRefund(each) === null), ...open].sort(
      (one, other) => one.begun - other.begun,
    ),
    done: [
      ...[...done.values()].filter((each) => each.id === id),
      ...own.flatMap((each) => doneRefund(each) ?? []),
    ].sort((one, other) => one.line - other.line),
    lines: lines.filter(({ event }) => event.id === id),
  }
}

/** Returns what the store's rules count: this till's refunds of the last thirty days, made or possibly made. */
export function refundsSoFar({ standing, settled, done }: Fold): readonly RefundSoFar[] {
  const whole = [...standing.attempts.values(), ...settled.values()].flatMap((each) => soFar(each) ?? [])
  const short = [...done.values()].map(({ id: payment, cashier, currency, amount, begun }) => ({
    ...{ payment, cashier, currency, amount },
    ...begun,
  }))
  return [...whole, ...short]
}

/** The attempt with that marker in memory; null when there is none. */
export function attemptIn({ standing, settled }: Fold, marker: string): Attempt | null {
  return standing.attempts.get(marker) ?? settled.get(marker) ?? null
}

/** The attempt after its line; null for a line about no attempt. Fails where the line cannot follow. */
export function attemptAfter(fold: Fold, line: JournalLine): Result<Attempt | null, IllegalTransition> {
  if (!('event' in line)) return succeed(null)
  const before = attemptIn(fold, line.marker)
  // An open attempt is in the first line, and no attempt that a later line carries replaces it.
  const carried = line.of === undefined || isOpen(line.of) ? null : line.of
  return advance(before ?? carried, line.event, line.seq, line.ran)
}

/** Adds a line and the attempt after it to the fold. */
export function takeIn(fold: Fold, line: JournalLine, attempt: Attempt | null): void {
  fold.standing = advanceStanding(fold.standing, line, attempt)
  fold.ran = Math.max(fold.ran, line.ran)
  // The standing has the locks.
  if ('payment' in line && 'id' in line.payment) {
    fold.lines = [...fold.lines, { line: line.seq, ran: fold.ran, event: line.payment }]
  }
  if (attempt === null) return
  const { marker } = attempt.intent
  const isKept = fold.done.delete(marker)
  fold.settled.delete(marker)
  if (isOpen(attempt)) return
  // A slip of an old refund does not call it to mind again: what was accepted since then is forgotten.
  const isOld =
    'of' in line &&
    line.of !== undefined &&
    !isRemembered({ at: attempt.since, ran: attempt.ran.since }, { at: line.event.at, ran: line.ran })
  if (isKept || !isOld) fold.settled.set(marker, attempt)
}

/** Adds a line that was read. Returns the attempt after it; changes nothing where the line cannot follow. */
export function follow(fold: Fold, line: JournalLine): Result<Attempt | null, IllegalTransition> {
  const after = attemptAfter(fold, line)
  if (after.ok) takeIn(fold, line, after.value)
  return after
}

/** Returns the till's running time from now on, in whole milliseconds. @param before the sum of earlier runs. */
export function runningTime(before: number, monotonic: () => number): () => number {
  const openedAt = monotonic()
  return () => before + Math.max(0, Math.floor(monotonic() - openedAt))
}

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
    const unread = isLoss ? { at: line.till.at, ran: line.ran } : standing.unread
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
  { seq, ran, till }: Extract<JournalLine, { till: TillEvent }>,
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
    case 'ran':
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

/**
 * Returns what locks a payment, by its internal id and so at any address: the oldest undecided attempt on it, else the oldest
 * lock without an attempt; null when nothing does.
 */
export function lockIn(standing: Standing, id: string): Attempt | PaymentLock | null {
  const holder = undecidedIn(standing).find(({ intent }) => intent.id === id)
  return holder ?? standing.locks.find((lock) => isLockOf(lock, id)) ?? null
}

function isLockOf({ event }: PaymentLock, id: string): boolean {
  return event.kind === 'locked_unread' ? lockHash(id).startsWith(event.lock) : event.id === id
}

/** Undecided attempts, oldest first. */
export function undecidedIn(standing: Standing): readonly Attempt[] {
  return [...standing.attempts.values()].filter(({ state }) => isUndecided(state))
}
