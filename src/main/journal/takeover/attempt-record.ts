/**
 * What one old journal says of one attempt: its lines, folded as far as they follow each other, and its row. Pure. It
 * only ever locks more than the journal said, never less (refund-protocol.md 12).
 */
import { isDeepStrictEqual } from 'node:util'
import type { Attempt, AttemptEvent } from '../../../shared/attempt'
import { advance } from '../../../shared/refund'
import { isSameRefund } from '../../../shared/taken-over'
import { eventOf, type OldJournal, type ReadableLine } from './old-journal'

export type HistoryLine = { readonly seq: number; readonly event: AttemptEvent }

export type AttemptRecord = {
  readonly journal: OldJournal
  readonly attempt: Attempt
  /** The lines that follow each other from the first on, as they were. */
  readonly history: readonly HistoryLine[]
  /** Every line of it is in `history`, from the first refund on: none is known only by what an earlier journal said. */
  readonly isWhole: boolean
  /** Its row could be read, or a line that says with what it was taken over: nothing older can be newer. */
  readonly isSure: boolean
  /** Row and lines contradict each other: somebody has to look. */
  readonly contradicts: boolean
}

/** The numbers of lines that did not open, asked for ranges. */
type Missing = (after: number, before: number) => boolean

export function missingIn({ lines }: OldJournal): Missing {
  if ((lines.at(-1)?.seq ?? 0) === lines.length) return () => false
  const numbers = new Set(lines.map(({ seq }) => seq))
  return (after, before) => {
    for (let seq = after + 1; seq < before; seq += 1) if (!numbers.has(seq)) return true
    return false
  }
}

type Fold = {
  readonly attempt: Attempt | null
  readonly history: readonly HistoryLine[]
  /** No line between its first and its last is missing or was passed over. */
  readonly isComplete: boolean
  readonly last: number
}

/** Null when neither lines nor row say what was to be refunded. */
export function recordOf(
  journal: OldJournal,
  lines: readonly ReadableLine[],
  row: Attempt | null,
  isMissing: Missing,
): AttemptRecord | null {
  const events = lines.map((line) => ({ seq: line.seq, event: eventOf(line) }))
  const fold = foldLines(events, isMissing)
  const { attempt, contradicts } = weigh(row, fold, events)
  if (attempt === null) return null
  // Whatever is sealed under one marker is one refund; where it is not, the lines are not this attempt's.
  const history = fold.attempt !== null && isSameRefund(fold.attempt, attempt) ? fold.history : []
  const isSure = row !== null || events.some(({ event }) => event.kind === 'taken_over')
  return {
    journal,
    attempt,
    history,
    isWhole:
      fold.isComplete &&
      history === fold.history &&
      attempt.line <= fold.last &&
      history.every(({ event }) => event.kind !== 'taken_over'),
    isSure,
    contradicts: contradicts || history.length < fold.history.length,
  }
}

function foldLines(events: readonly HistoryLine[], isMissing: Missing): Fold {
  let attempt: Attempt | null = null
  let isComplete = true
  let last = 0
  const history: HistoryLine[] = []
  for (const line of events) {
    if (attempt !== null && isMissing(last, line.seq)) isComplete = false
    last = line.seq
    // After a gap nobody knows which alarm it ended.
    const next: ReturnType<typeof advance> | null =
      line.event.kind === 'acknowledged' && !isComplete ? null : advance(attempt, line.event, line.seq)
    if (next?.ok === true) {
      attempt = next.value
      history.push(line)
    } else isComplete = false
  }
  return { attempt, history, isComplete, last }
}

type Weighed = { readonly attempt: Attempt | null; readonly contradicts: boolean }

/** Of row and lines the one with the higher number counts; both are written together, so equal ones must agree. */
function weigh(row: Attempt | null, fold: Fold, events: readonly HistoryLine[]): Weighed {
  if (row === null) return { attempt: fold.attempt, contradicts: false }
  if (row.line < fold.last) {
    return fold.isComplete && fold.attempt !== null
      ? { attempt: fold.attempt, contradicts: false }
      : goOn(row, events)
  }
  const bothKnow = fold.attempt !== null && fold.isComplete && fold.attempt.line === row.line
  return { attempt: row, contradicts: bothKnow && !isDeepStrictEqual(row, fold.attempt) }
}

/** The row is older than the last lines, and those before it are not all there. */
function goOn(row: Attempt, events: readonly HistoryLine[]): Weighed {
  let attempt = row
  let contradicts = false
  for (const { seq, event } of events.filter((line) => line.seq > row.line)) {
    const next = advance(attempt, event, seq)
    if (next.ok) attempt = next.value
    else contradicts = true
  }
  return { attempt, contradicts }
}
