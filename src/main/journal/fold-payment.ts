/**
 * What the lines of one payment add up to, and whether its rows say the same (refund-protocol.md 3 and 13). The same
 * comparison stands before a send, at opening and in the background check.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Attempt } from '../../shared/attempt'
import { raiseByEvent, raiseTo } from '../../shared/high-water'
import type { HighWater } from '../../shared/journal-events'
import { advance, isOpen, isUndecided } from '../../shared/refund'
import { type JournalLine, lineSubject } from './journal-line'
import type { StoredAttempt, StoredLine } from './journal-reads'
import { attemptColumns, type HighWaterRow, linePayment } from './journal-rows'
import type { Standing } from './journal-types'

export type PaymentFold = {
  /** By marker, in the order of their first lines. */
  readonly attempts: Map<string, Attempt>
  /** What the lines alone say that the high-water value is at least; null when they say nothing. */
  highWater: HighWater | null
  /** The number of the last lowering; null when there is none. */
  lowering: number | null
}

export function emptyFold(): PaymentFold {
  return { attempts: new Map(), highWater: null, lowering: null }
}

/** Adds one line of a payment. Answers what is wrong with it, or null. */
export function foldLine(key: Buffer, fold: PaymentFold, stored: StoredLine): string | null {
  const { line, seq } = stored
  let intent = null
  if ('event' in line) {
    const before = fold.attempts.get(line.marker) ?? null
    const next = advance(before, line.event, seq)
    if (!next.ok) return `Line ${seq} cannot follow what stands before it`
    if (!isAbout(line.marker, before, next.value)) return `Line ${seq} is about two attempts`
    fold.attempts.set(line.marker, next.value)
    intent = next.value.intent
    fold.highWater = raiseByEvent(fold.highWater, line.event, intent)
  } else foldPaymentLine(fold, line)
  const columns = { payment: linePayment(key, line, intent), at: lineSubject(line).at }
  if (columns.at !== stored.at || !columns.payment.equals(stored.payment)) {
    return `Line ${seq} stands under the wrong columns`
  }
  return null
}

function foldPaymentLine(fold: PaymentFold, line: JournalLine): void {
  if (!('payment' in line)) return
  if (line.payment.kind === 'lowered') {
    fold.highWater = line.payment.to
    fold.lowering = line.seq
  } else if (line.payment.kind === 'lowering_returned') {
    fold.highWater = raiseTo(fold.highWater, line.payment.refunded)
  }
}

/** Whether what an event led to is the attempt that its line names, on the payment that it was on. */
export function isAbout(marker: string, before: Attempt | null, after: Attempt): boolean {
  const { intent } = after
  return intent.marker === marker && (before === null || before.intent.service === intent.service)
}

/** One attempt by its payment's lines; null when they do not know it. Throws on lines that cannot be: damage. */
export function foldAttempt(lines: readonly StoredLine[], marker: string): Attempt | null {
  let attempt: Attempt | null = null
  for (const { line, seq } of lines) {
    if (!('event' in line) || line.marker !== marker) continue
    const next = advance(attempt, line.event, seq)
    if (!next.ok) throw new Error(`Line ${seq} cannot follow what stands before it`)
    attempt = next.value
  }
  return attempt
}

/** What the tables hold of one payment beside its lines. */
export type PaymentRows = {
  readonly rows: readonly StoredAttempt[]
  readonly highWater: HighWaterRow | null
}

/** Whether a payment's rows, and what is in memory, are what its lines add up to. Answers what is wrong, or null. */
export function compareRows(
  key: Buffer,
  fold: PaymentFold,
  { rows, highWater }: PaymentRows,
  standing: Standing | null,
): string | null {
  const expected = [...fold.attempts.values()]
  if (rows.length !== expected.length) return 'Rows of attempts are missing, or there are too many'
  for (const [place, attempt] of expected.entries()) {
    const { marker } = attempt.intent
    const row = rows[place]
    if (row === undefined || !isDeepStrictEqual(row.attempt, attempt)) {
      return `The row of ${marker} is not what its lines add up to`
    }
    if (!isDeepStrictEqual(row.columns, attemptColumns(key, attempt))) {
      return `The row of ${marker} stands under the wrong columns`
    }
    if (row.holds === 1 && !isUndecided(attempt.state)) return `${marker} holds a lock that it does not need`
    const known = standing === null ? null : (standing.attempts.get(marker) ?? null)
    if (standing !== null && !isDeepStrictEqual(known, isOpen(attempt) ? attempt : null)) {
      return `What is open about ${marker} is not what its lines add up to`
    }
  }
  const undecided = expected.filter(({ state }) => isUndecided(state)).length
  const holders = rows.filter(({ holds }) => holds === 1).length
  if (holders !== Math.min(undecided, 1)) return 'A lock is held by none, or by two'
  return compareHighWater(fold, highWater)
}

function compareHighWater(fold: PaymentFold, row: HighWaterRow | null): string | null {
  const { highWater, lowering } = fold
  if (highWater === null) return null
  if (row === null) return 'A high-water value is missing'
  if (row.lowering !== lowering) return 'A high-water value does not rest on the last lowering'
  if (row.refunded < highWater.refunded || row.updatedAt < highWater.updatedAt) {
    return 'A high-water value is below what its lines say'
  }
  return null
}
