/**
 * Adds lines to a journal's tables, one by one: what a line leads to follows from verified memory, its text is sealed
 * and chained, and the rows that follow are gathered until the transaction's end. Used by the running journal and to
 * write a new file whole.
 */
import type { Attempt, AttemptEvent } from '../../shared/attempt'
import { raiseByEvent, raiseTo } from '../../shared/high-water'
import type { HighWater } from '../../shared/journal-events'
import { advance, isUndecided } from '../../shared/refund'
import { fail, type Result, succeed } from '../../shared/result'
import { fitLine } from './cut-line'
import { foldAttempt, isAbout } from './fold-payment'
import { chainHash, chainKey, type Head, type JournalLine, journalLineSchema } from './journal-line'
import type { JournalReads } from './journal-reads'
import { eventColumns, type HighWaterRow, highWaterIn, paymentIndex, withLine } from './journal-rows'
import type { JournalFault, Standing } from './journal-types'
import type { JournalWrites } from './journal-writes'
import type { PendingRows } from './pending-rows'
import { advanceStanding } from './standing'

/** Where a journal stands, in memory. Replaced when a transaction is committed, and only then. */
export type BookState = {
  readonly head: Head
  readonly standing: Standing
  /** The highest number of an attempt's row. */
  readonly lastNumber: number
}

export type AddedLine = {
  readonly state: BookState
  readonly seq: number
  /** What the line led its attempt to; null for a line about no attempt. */
  readonly attempt: Attempt | null
}

export type LineBook = {
  readonly add: (
    state: BookState,
    pending: PendingRows,
    draft: JournalLine,
  ) => Result<AddedLine, JournalFault>
  /** The attempt as verified lines leave it, whether it is open or not; null when there is none. Throws on damage. */
  readonly attempt: (state: BookState, pending: PendingRows, marker: string) => Attempt | null
}

export function makeLineBook(key: Buffer, reads: JournalReads, writes: JournalWrites): LineBook {
  const hashKey = chainKey(key)

  function attemptOf(state: BookState, pending: PendingRows, marker: string): Attempt | null {
    const known = pending.attempts.get(marker)?.attempt ?? state.standing.attempts.get(marker)
    if (known !== undefined) return known
    const row = reads.row(marker)
    if (row === null) return null
    // An older row of that attempt may have been put back: the lines count.
    return foldAttempt(reads.linesOf(row.columns.payment), marker)
  }

  function gatherAttempt(
    state: BookState,
    pending: PendingRows,
    event: AttemptEvent,
    before: Attempt | null,
    after: Attempt,
  ): number {
    const { marker, service, id, currency } = after.intent
    const changed = pending.attempts.get(marker)
    const isNew = changed?.isNew ?? before === null
    const number = changed?.number ?? (isNew ? state.lastNumber + 1 : (reads.row(marker)?.number ?? 0))
    const wasUndecided = changed?.wasUndecided ?? (before !== null && isUndecided(before.state))
    pending.attempts.set(marker, { number, isNew, wasUndecided, attempt: after })
    const known = highWaterOf(pending, service, id)
    const seen = known === null ? null : highWaterIn(known, currency)
    const raised = raiseByEvent(seen, event, after.intent)
    if (raised !== null && (rises(seen, raised) || known?.currency !== currency)) {
      const row = known ?? { service, id, ...raised, currency, others: {}, lowering: null }
      gatherHighWater(pending, withLine(row, currency, raised))
    }
    return Math.max(state.lastNumber, number)
  }

  function highWaterOf(pending: PendingRows, service: number, id: string): HighWaterRow | null {
    const payment = paymentIndex(key, service, id)
    return pending.highWater.get(payment.toString('hex')) ?? reads.highWater(payment)
  }

  function gatherHighWater(pending: PendingRows, row: HighWaterRow): void {
    pending.highWater.set(paymentIndex(key, row.service, row.id).toString('hex'), row)
  }

  /** A lowering replaces the value, one that returned raises it; other lines about payments say nothing of it. */
  function gatherPaymentLine(pending: PendingRows, line: Extract<JournalLine, { payment: unknown }>): void {
    const { payment: event, seq } = line
    if (event.kind === 'lowered') {
      const known = highWaterOf(pending, event.service, event.id)
      const currency = known?.currency ?? ''
      gatherHighWater(pending, {
        service: event.service,
        id: event.id,
        ...event.to,
        currency,
        others: {},
        lowering: seq,
      })
    } else if (event.kind === 'lowering_returned') {
      const { service, id, refunded } = event
      const known = highWaterOf(pending, service, id)
      gatherHighWater(pending, {
        currency: '',
        others: {},
        lowering: null,
        ...known,
        service,
        id,
        ...raiseTo(known, refunded),
      })
    }
    if (event.kind !== 'lower_seen' && event.kind !== 'lowered') pending.locksChanged = true
  }

  function add(state: BookState, pending: PendingRows, draft: JournalLine): Result<AddedLine, JournalFault> {
    // As it will be read again: a key in another order would break the chain at the next start.
    const fitted = fitLine(journalLineSchema.parse(draft))
    if (fitted === null) return fail({ kind: 'too_long' })
    const { line, text } = fitted
    if (line.seq !== state.head.seq + 1) throw new Error(`Line ${line.seq} does not follow ${state.head.seq}`)
    let attempt: Attempt | null = null
    let lastNumber = state.lastNumber
    if ('event' in line) {
      const before = attemptOf(state, pending, line.marker)
      const next = advance(before, line.event, line.seq)
      if (!next.ok) return next
      attempt = next.value
      if (!isAbout(line.marker, before, attempt)) throw new Error(`Line ${line.seq} is about two attempts`)
      lastNumber = gatherAttempt(state, pending, line.event, before, attempt)
    } else if ('payment' in line) gatherPaymentLine(pending, line)
    const hash = chainHash(hashKey, state.head.hash, text)
    writes.line(line, eventColumns(key, line, attempt?.intent ?? null), text, hash)
    const standing = advanceStanding(state.standing, line, attempt)
    return succeed({ state: { head: { seq: line.seq, hash }, standing, lastNumber }, seq: line.seq, attempt })
  }

  return { add, attempt: attemptOf }
}

function rises(before: HighWater | null, after: HighWater): boolean {
  return before === null || after.refunded > before.refunded || after.updatedAt > before.updatedAt
}
