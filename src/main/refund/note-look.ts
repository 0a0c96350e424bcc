/**
 * Writes down what one show of a transaction tells about the attempts on it (design.md, "The refund protocol",
 * 6 and 8). Reconciliation and every lookup come through here.
 */
import type { Attempt, Look } from '../../shared/attempt'
import { nextLookAt } from '../../shared/look-schedule'
import { isUndecided } from '../../shared/refund'
import { judgeLook, showsOwnMarker } from '../../shared/refund-judgement'
import type { Transaction } from '../../shared/transaction'
import { glanceOf, rawForPeople } from '../payments/glance'
import { isStale } from './issue-refund'
import type { Journal } from './journal'

export type NoteParts = {
  readonly journal: Journal
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The payment service that answers now. */
  readonly serviceAddress: () => string
  readonly changed: (attempt: Attempt) => void
  /** Called after every write that was tried, with whether the disk took it. */
  readonly tried: (written: boolean) => void
  readonly log: (line: string) => void
}

/**
 * Lets a record speak for every attempt on its transaction.
 * @param asked the marker of the attempt that the show was made for; null when it was made for another reason.
 */
export function noteRecord(parts: NoteParts, record: Transaction, asked: string | null): void {
  const { journal } = parts
  const glance = glanceOf(record)
  const stale = isStale(journal.mark(record.id), glance)
  const raised = journal.raiseMark(glance)
  if (!raised.ok) parts.log(`reconcile: mark not raised: ${raised.fault.kind}`)
  // The same id at another payment service is another transaction.
  const here = parts.serviceAddress()
  const attempts = journal.attemptsOn(record.id).filter(({ intent }) => intent.serviceAddress === here)
  // The one that the service names goes first: of several refusals only one can be taken back.
  const named = attempts.filter(({ intent }) => showsOwnMarker(intent, glance))
  const others = attempts.filter((attempt) => !named.includes(attempt))
  for (const { intent } of [...named, ...others]) {
    const look: Look = { kind: 'seen', glance, stale }
    noteLook(parts, intent.marker, look, rawForPeople(record), asked === intent.marker)
  }
}

/**
 * Writes one look down. Looks that tell nothing new are written only when they were made for this attempt, and
 * for a refusal only when one is due: three lookups in three seconds must not settle it.
 */
export function noteLook(parts: NoteParts, marker: string, look: Look, raw: string, asked: boolean): void {
  // Time has passed since the show was sent: the attempt may have been decided in between.
  const attempt = parts.journal.attempt(marker)
  if (attempt === null) return
  const at = parts.now()
  const next = nextLookAt(attempt, at)
  if (next === null) {
    noteAfterwards(parts, attempt, look, raw)
    return
  }
  const siblings = siblingsOf(parts.journal, attempt)
  // Whatever moved may be the undecided one's doing, and one lock on a transaction is enough.
  if ([...siblings.earlier, ...siblings.later].some((other) => isUndecided(other.state))) return
  const verdict = judgeLook(attempt, look, explainedBy(attempt, siblings))
  const tellsNothing = verdict.to === attempt.state && verdict.forPerson === attempt.forPerson
  const counts = asked && (attempt.state !== 'refusal_seen' || next <= at)
  if (!counts && (tellsNothing || verdict.nothingMoved)) return
  const written = parts.journal.append(marker, { kind: 'looked', at, look, verdict, raw })
  parts.tried(written.ok)
  if (written.ok) parts.changed(written.value)
  else parts.log(`reconcile: look at ${marker} not written: ${written.fault.kind}`)
}

type Siblings = { readonly earlier: readonly Attempt[]; readonly later: readonly Attempt[] }

/** The other attempts on the same transaction, by whether they were made before or after. */
function siblingsOf(journal: Journal, attempt: Attempt): Siblings {
  const all = journal.attemptsOn(attempt.intent.id)
  const place = all.findIndex((other) => other.intent.marker === attempt.intent.marker)
  return { earlier: all.slice(0, place), later: all.slice(place + 1) }
}

/**
 * Hundredths that this till itself refunded since the attempt's mark was taken: by later attempts, and by
 * earlier ones that were found refunded only after it.
 */
function explainedBy(attempt: Attempt, { earlier, later }: Siblings): number {
  const afterwards = earlier.filter(({ intent }) => intent.mark + intent.amount > attempt.intent.mark)
  return [...afterwards, ...later]
    .filter((other) => other.state === 'refunded')
    .reduce((total, other) => total + other.intent.amount, 0)
}

/** An attempt that ended without a refund, and then the service names it: an alarm, once. */
function noteAfterwards(parts: NoteParts, attempt: Attempt, look: Look, raw: string): void {
  const endedWithout = ['not_sent', 'refused', 'not_refunded', 'cancelled'].includes(attempt.state)
  if (!endedWithout || attempt.alarm === 'refunded_after_all' || look.kind !== 'seen') return
  if (!showsOwnMarker(attempt.intent, look.glance)) return
  const alarm = 'refunded_after_all'
  const at = parts.now()
  const written = parts.journal.append(attempt.intent.marker, { kind: 'alarmed', at, alarm, raw })
  parts.tried(written.ok)
  if (written.ok) parts.changed(written.value)
}
