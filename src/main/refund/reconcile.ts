/**
 * Finds out what became of undecided attempts, by shows alone (design.md, "The refund protocol", 6 and 8): at
 * start, on the schedule, when the line comes back, and whenever a lookup happens to show the transaction. One
 * transaction at a time. It never sends a refund.
 */
import type { Attempt } from '../../shared/attempt'
import type { FaultOf } from '../../shared/fault'
import { nextLookAt } from '../../shared/look-schedule'
import { isUndecided } from '../../shared/refund'
import { fail, type Result, succeed } from '../../shared/result'
import type { Transaction } from '../../shared/transaction'
import { attemptWork } from '../database/open-database'
import type { PaymentService } from '../payments/payment-service'
import type { Clock } from './clock'
import type { Journal } from './journal'
import { type NoteParts, noteLook, noteRecord } from './note-look'

export type ReconcileParts = {
  readonly journal: Journal
  readonly payments: PaymentService
  readonly clock: Clock
  readonly serviceAddress: () => string
  readonly changed: (attempt: Attempt) => void
  readonly log: (line: string) => void
}

export type Reconciler = {
  /** Plans the next look. Call it whenever an attempt has changed. */
  readonly plan: () => void
  /** The line came back or the PC woke up: every undecided attempt is looked at now. */
  readonly wake: () => void
  /** One look at one attempt now, asked for by a person. What it told is in the journal afterwards. */
  readonly look: (marker: string) => Promise<Result<null, FaultOf<'attempt_unknown'>>>
  /** Lets a record that a lookup brought speak for the attempts on its transaction. */
  readonly observe: (record: Transaction) => void
  /** Ends the schedule; resolves when no look is under way. */
  readonly stop: () => Promise<void>
}

/** The rest after every round of looks, and after one that the disk did not take, in milliseconds. */
const restAfterLooks = 1000
const restAfterTrouble = 60 * 1000

/** Settled refusals are watched for a day; an hour more lets the last look fall inside. */
const watched = 25 * 60 * 60 * 1000

export function makeReconciler(parts: ReconcileParts): Reconciler {
  const { journal, clock, log } = parts
  let callOff: (() => void) | null = null
  let running: Promise<void> = Promise.resolve()
  let asked: Promise<unknown> = Promise.resolve()
  let rest: (() => void) | null = null
  let rounds = 0
  let stopped = false
  let trouble = false
  const notes: NoteParts = { ...parts, now: clock.now, tried }

  function tried(written: boolean): void {
    trouble = !written
  }

  function report(detail: string): void {
    trouble = true
    log(`reconcile: ${detail}`)
  }

  /** A settled refusal waits while another attempt on its transaction is undecided: see note-look.ts. */
  function lookedAt(): readonly Attempt[] {
    const attempts = journal.changedSince(clock.now() - watched)
    const locked = new Set(attempts.flatMap(({ state, intent }) => (isUndecided(state) ? [intent.id] : [])))
    return attempts.filter(({ state, intent }) => isUndecided(state) || !locked.has(intent.id))
  }

  /** Milliseconds until the next look is due, or null when there is nothing to look at. */
  function untilNext(): number | null {
    const now = clock.now()
    const times = lookedAt().flatMap((attempt) => nextLookAt(attempt, now) ?? [])
    return times.length === 0 ? null : Math.max(Math.min(...times) - now, 0)
  }

  function plan(): void {
    callOff?.()
    callOff = null
    // The round or the rest under way plans when it ends.
    if (stopped || rounds > 0 || rest !== null) return
    const next = attemptWork(untilNext)
    if (!next.ok) {
      report(next.fault.detail)
      takeRest()
    } else if (next.value !== null) {
      callOff = clock.after(next.value, () => run(isDue))
    }
  }

  /** Counted by a timer and not by the wall clock, which may jump. */
  function takeRest(): void {
    rest?.()
    rest = clock.after(trouble ? restAfterTrouble : restAfterLooks, () => {
      rest = null
      plan()
    })
  }

  function isDue(attempt: Attempt): boolean {
    const next = nextLookAt(attempt, clock.now())
    return next !== null && next <= clock.now()
  }

  /** Looks at the chosen attempts one after the other, behind whatever is under way. */
  function run(chosen: (attempt: Attempt) => boolean): void {
    rounds += 1
    running = running
      .then(async () => {
        for (const attempt of lookedAt().filter(chosen).reverse()) {
          if (!stopped) await lookAt(parts.payments, notes, attempt)
        }
      })
      .catch((error: unknown) => report(String(error)))
      .then(() => {
        rounds -= 1
        if (!stopped) takeRest()
      })
  }

  async function lookNow(marker: string): ReturnType<Reconciler['look']> {
    const attempt = journal.attempt(marker)
    if (attempt === null) return fail({ kind: 'attempt_unknown' })
    await lookAt(parts.payments, notes, attempt)
    plan()
    return succeed(null)
  }

  return {
    plan,
    wake: () => run((attempt) => isUndecided(attempt.state) && nextLookAt(attempt, clock.now()) !== null),
    look(marker) {
      const looked = lookNow(marker)
      asked = Promise.allSettled([asked, looked])
      return looked
    },
    observe(record) {
      // A lookup must not fail because the journal's disk does.
      const noted = attemptWork(() => noteRecord(notes, record, null))
      if (!noted.ok) report(noted.fault.detail)
      plan()
    },
    async stop() {
      stopped = true
      callOff?.()
      rest?.()
      await running
      await asked
    },
  }
}

/** Asks with the same kind of code that found the record; another transaction's record tells nothing. */
async function lookAt(payments: PaymentService, notes: NoteParts, { intent }: Attempt): Promise<void> {
  if (intent.serviceAddress !== notes.serviceAddress()) {
    const elsewhere = 'The refund belongs to another payment service'
    noteLook(notes, intent.marker, { kind: 'no_record', detail: elsewhere }, elsewhere, true)
    return
  }
  const shown = await payments.show(intent.foundBy)
  if (shown.ok && shown.value.record.id === intent.id) {
    noteRecord(notes, shown.value.record, intent.marker)
    return
  }
  const detail = shown.ok ? 'The code now belongs to another transaction' : shown.fault.kind
  noteLook(notes, intent.marker, { kind: 'no_record', detail }, detail, true)
}
