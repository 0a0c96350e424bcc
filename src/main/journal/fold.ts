/** Folds the lines of a file in memory: the lock is this fold and nothing else (refund-protocol.md, "The record"). */
import type { Attempt } from '../../shared/attempt/attempt'
import { type Result, succeed } from '../../shared/base/result'
import type { RefundSoFar } from '../../shared/people/rules'
import {
  type DoneRefund,
  doneRefund,
  isRemembered,
  type KeptPaymentLine,
  type Past,
  soFar,
} from '../../shared/refund/past'
import { advance, type IllegalTransition, isOpen } from '../../shared/refund/refund'
import type { FirstLine, JournalLine, StandsOpen } from './journal-line'
import type { Standing } from './journal-types'
import { advanceStanding, nothingStands } from './standing'

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
export function foldFrom({ first, ran = 0 }: FirstLine): Fold {
  const { attempts, beside, done, lines, locks, alarms, practice, shifts, unread } = first.open
  return {
    standing: {
      attempts: byMarker(attempts),
      locks,
      alarms,
      practice: new Set(practice),
      shifts,
      unread,
    },
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
  const beside: Attempt[] = []
  const now = { at, ran }
  const isLateDone = ({ at: doneAt, begun }: DoneRefund) => isRemembered({ at: doneAt, ran: begun.ran }, now)
  const done = new Map([...before].filter(([, each]) => isLateDone(each)))
  for (const [marker, attempt] of settled) {
    const short = doneRefund(attempt)
    const isLate = isRemembered({ at: attempt.since, ran: attempt.ran.since }, now)
    if (ids.has(attempt.intent.id) || (isLate && short === null)) beside.push(attempt)
    else if (isLate && short !== null) done.set(marker, short)
  }
  const open: StandsOpen = {
    attempts: [...standing.attempts.values()],
    beside,
    done: [...done.values()],
    lines: all.filter(({ event, ran: lineRan }) => isRemembered({ at: event.at, ran: lineRan }, now)),
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
    lines: lines.filter(({ event }) => 'id' in event && event.id === id),
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
  return advance(before ?? carried, line.event, line.seq, line.ran ?? fold.ran)
}

/** Adds a line and the attempt after it to the fold. */
export function takeIn(fold: Fold, line: JournalLine, attempt: Attempt | null): void {
  fold.standing = advanceStanding(fold.standing, line, attempt)
  fold.ran = Math.max(fold.ran, line.ran ?? 0)
  // The standing has the locks.
  if ('payment' in line && 'id' in line.payment) {
    fold.lines = [...fold.lines, { line: line.seq, ran: line.ran ?? fold.ran, event: line.payment }]
  }
  if (attempt === null) return
  const { marker } = attempt.intent
  fold.done.delete(marker)
  if (isOpen(attempt)) fold.settled.delete(marker)
  else fold.settled.set(marker, attempt)
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
