/**
 * Finds out what became of undecided attempts, by shows alone (design.md, "The refund protocol", 6 and 8): at
 * start, on the schedule, when the line comes back, and whenever a lookup happens to show the transaction. One
 * transaction at a time. It never sends a refund.
 */
import type { Attempt, Look } from '../../shared/attempt'
import type { Fault } from '../../shared/fault'
import { nextLookAt } from '../../shared/look-schedule'
import { isUndecided } from '../../shared/refund'
import { judgeLook, showsOwnMarker } from '../../shared/refund-judgement'
import { fail, type Result, succeed } from '../../shared/result'
import type { Transaction } from '../../shared/transaction'
import { glanceOf, rawForPeople } from '../payments/glance'
import type { PaymentService } from '../payments/payment-service'
import type { Clock } from './clock'
import { isStale } from './issue-refund'
import type { Journal } from './journal'

export type ReconcileParts = {
  readonly journal: Journal
  readonly payments: PaymentService
  readonly clock: Clock
  readonly changed: (attempt: Attempt) => void
  readonly log: (line: string) => void
}

export type Reconciler = {
  /** Plans the next look. Call it whenever an attempt has changed. */
  readonly plan: () => void
  /** The line came back or the PC woke up: every undecided attempt is looked at now. */
  readonly wake: () => void
  /** One look at one attempt now, asked for by a person. Answers the attempt as it then is. */
  readonly look: (marker: string) => Promise<Result<Attempt, Fault>>
  /** Lets a record that a lookup brought speak for the attempts on its transaction. */
  readonly observe: (record: Transaction) => void
  /** Ends the schedule; resolves when no look is under way. */
  readonly stop: () => Promise<void>
}

/** A look that the disk did not take is due again at once; this keeps it from being asked without a pause. */
const leastWait = 1000

/** Settled refusals are watched for a day; an hour more lets the last look fall inside. */
const watched = 25 * 60 * 60 * 1000

export function makeReconciler(parts: ReconcileParts): Reconciler {
  const { journal, clock } = parts
  let callOff: (() => void) | null = null
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  function lookedAt(): readonly Attempt[] {
    return journal.list({ from: clock.now() - watched, to: null })
  }

  function plan(): void {
    callOff?.()
    callOff = null
    if (stopped) return
    const now = clock.now()
    const times = lookedAt().flatMap((attempt) => nextLookAt(attempt, now) ?? [])
    if (times.length > 0)
      callOff = clock.after(Math.max(leastWait, Math.min(...times) - now), () => run(isDue))
  }

  function isDue(attempt: Attempt): boolean {
    const next = nextLookAt(attempt, clock.now())
    return next !== null && next <= clock.now()
  }

  /** Looks at the chosen attempts one after the other, behind whatever is under way. */
  function run(chosen: (attempt: Attempt) => boolean): void {
    running = running
      .then(async () => {
        for (const attempt of lookedAt().filter(chosen).reverse()) {
          if (!stopped) await lookAt(parts, attempt, attempt.state !== 'refusal_seen' || isDue(attempt))
        }
      })
      .catch((error: unknown) => parts.log(`reconcile: ${String(error)}`))
      .then(plan)
  }

  return {
    plan,
    wake: () => run((attempt) => isUndecided(attempt.state) && nextLookAt(attempt, clock.now()) !== null),
    async look(marker) {
      const attempt = journal.attempt(marker)
      if (attempt === null) return fail({ kind: 'attempt_unknown' })
      await lookAt(parts, attempt, isDue(attempt))
      plan()
      return succeed(journal.attempt(marker) ?? attempt)
    },
    observe(record) {
      for (const attempt of journal.attemptsOn(record.id)) noteRecord(parts, attempt, record, false)
      plan()
    },
    async stop() {
      stopped = true
      callOff?.()
      await running
    },
  }
}

/** Asks with the same kind of code that found the record; another transaction's record tells nothing. */
async function lookAt(parts: ReconcileParts, attempt: Attempt, planned: boolean): Promise<void> {
  const { intent } = attempt
  const shown = await parts.payments.show(intent.foundBy)
  if (shown.ok && shown.value.record.id === intent.id) {
    for (const other of parts.journal.attemptsOn(intent.id)) {
      const own = other.intent.marker === intent.marker
      noteRecord(parts, other, shown.value.record, own && planned)
    }
    return
  }
  const detail = shown.ok ? 'The code now belongs to another transaction' : shown.fault.kind
  note(parts, attempt, { kind: 'no_record', detail }, detail, planned)
}

function noteRecord(parts: ReconcileParts, attempt: Attempt, record: Transaction, planned: boolean): void {
  const glance = glanceOf(record)
  const stale = isStale(parts.journal.mark(record.id), glance)
  const raised = parts.journal.raiseMark(glance)
  if (!raised.ok) parts.log(`reconcile: mark not raised: ${raised.fault.kind}`)
  note(parts, attempt, { kind: 'seen', glance, stale }, rawForPeople(record), planned)
}

/**
 * Writes one look down. Only planned looks count as quiet ones and are written when they tell nothing new:
 * three lookups in three seconds must not settle a refusal.
 */
function note(parts: ReconcileParts, seen: Attempt, look: Look, raw: string, planned: boolean): void {
  const { journal } = parts
  // Time has passed since the show was sent: the attempt may have been decided in between.
  const attempt = journal.attempt(seen.intent.marker)
  if (attempt === null) return
  const at = parts.clock.now()
  if (nextLookAt(attempt, at) === null) {
    noteAfterwards(parts, attempt, look, raw)
    return
  }
  const later = laterAttempts(journal, attempt)
  if (later.some((other) => isUndecided(other.state))) return
  const verdict = judgeLook(attempt, look, explainedBy(later))
  const sameAsBefore = verdict.to === attempt.state && verdict.forPerson === attempt.forPerson
  if (!planned && (sameAsBefore || verdict.nothingMoved)) return
  const written = journal.append(attempt.intent.marker, { kind: 'looked', at, look, verdict, raw })
  if (written.ok) parts.changed(written.value)
  else parts.log(`reconcile: look at ${attempt.intent.marker} not written: ${written.fault.kind}`)
}

/** Later attempts on the same transaction: only a settled refusal can have any. */
function laterAttempts(journal: Journal, attempt: Attempt): readonly Attempt[] {
  const all = journal.attemptsOn(attempt.intent.id)
  return all.slice(all.findIndex((other) => other.intent.marker === attempt.intent.marker) + 1)
}

/** Hundredths that this till itself refunded since. */
function explainedBy(later: readonly Attempt[]): number {
  return later
    .filter((other) => other.state === 'refunded')
    .reduce((total, other) => total + other.intent.amount, 0)
}

/** An attempt that ended without a refund, and then the service names it: an alarm, once. */
function noteAfterwards(parts: ReconcileParts, attempt: Attempt, look: Look, raw: string): void {
  const endedWithout = ['not_sent', 'refused', 'not_refunded', 'cancelled'].includes(attempt.state)
  if (!endedWithout || attempt.alarm !== null || look.kind !== 'seen') return
  if (!showsOwnMarker(attempt.intent, look.glance)) return
  const at = parts.clock.now()
  const written = parts.journal.append(attempt.intent.marker, {
    kind: 'alarmed',
    at,
    alarm: 'refunded_after_all',
    raw,
  })
  if (written.ok) parts.changed(written.value)
}
