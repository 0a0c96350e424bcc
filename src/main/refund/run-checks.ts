/**
 * Asks about what is undecided, watched or stale when it is due (refund-protocol.md 2, 8 and 9): one payment at a time,
 * at one pace for all, by shows alone. It never sends a refund.
 */
import type { Attempt } from '../../shared/attempt'
import { type CheckCode, checkCodes, untilNextCheck } from '../../shared/check-schedule'
import type { FaultOf } from '../../shared/fault'
import { isUndecided } from '../../shared/refund'
import { fail, type Result, succeed } from '../../shared/result'
import { attemptWork } from '../database/open-database'
import type { Journal } from '../journal/journal-types'
import type { Clock } from '../scheduling/clock'
import type { TransactionReader } from '../service/show'
import { type AskedPayment, askPayment } from './ask-payment'
import type { AttemptRuns } from './attempt-runs'
import type { ConnectedService } from './connected-service'
import type { ShowJudge } from './judge-show'
import type { ShowNotes } from './note-show'
import { makePace } from './pace'
import type { StalePayments } from './stale-payments'

export type ChecksDeps = {
  readonly journal: Pick<Journal, 'standing' | 'attempt'>
  readonly payments: TransactionReader
  readonly services: Pick<ConnectedService, 'isHere' | 'paymentHere'>
  readonly runs: AttemptRuns
  readonly stale: StalePayments
  readonly judge: Pick<ShowJudge, 'nothingCame'>
  readonly notes: ShowNotes
  readonly clock: Clock
  readonly log: (line: string) => void
}

export type Checks = {
  /** Plans the next check. To be called whenever an attempt or what is stale has changed. */
  readonly plan: () => void
  /** The line came back or the PC woke up: everything undecided and stale is asked as soon as the pace allows. */
  readonly wake: () => void
  /** One check of one attempt now, asked for by a person. */
  readonly check: (marker: string) => Promise<Result<null, FaultOf<'attempt_unknown'>>>
  /** Asks for one payment now and takes note of what comes. */
  readonly ask: (id: string, codes: readonly CheckCode[]) => Promise<AskedPayment>
  /** When an attempt is asked about next, as a moment of the monotonic clock; null when no check is planned. */
  readonly nextAt: (attempt: Attempt) => number | null
  /** The disk took, or did not take, what a check had to say. */
  readonly tried: (written: boolean) => void
  /** Ends the schedule; resolves when no check is under way. */
  readonly stop: () => Promise<void>
}

type Due = { readonly id: string; readonly codes: readonly CheckCode[]; readonly at: number }

/** How long the service is left alone when the disk did not take what a check said, in milliseconds. */
const restAfterFault = 60_000

export function makeChecks(deps: ChecksDeps): Checks {
  const { journal, runs, stale, clock, services } = deps
  const pace = makePace(clock)
  const woken = new Set<string>()
  let callOff: (() => void) | null = null
  let running: Promise<unknown> | null = null
  let asked: Promise<unknown> = Promise.resolve()
  let quietUntil = Number.NEGATIVE_INFINITY
  let planning = false
  let stopped = false

  function nextAt(attempt: Attempt): number | null {
    if (!services.isHere(attempt)) return null
    if (woken.has(attempt.intent.marker)) return clock.monotonic()
    const wait = untilNextCheck(attempt, runs.checkTimes(attempt))
    return wait === null ? null : clock.monotonic() + wait
  }

  function soonest(): Due | null {
    const ofAttempts = [...journal.standing().attempts.values()].flatMap((attempt) => {
      const at = nextAt(attempt)
      return at === null ? [] : [{ id: attempt.intent.id, codes: checkCodes(attempt.intent), at }]
    })
    const here = new Set(services.paymentHere('').services)
    const ofStale = stale
      .checks()
      .flatMap(({ payment: { service, id }, codes, dueAt }) =>
        here.has(service) ? [{ id, codes, at: dueAt }] : [],
      )
    const all: readonly Due[] = [...ofAttempts, ...ofStale]
    return all.reduce<Due | null>((first, due) => (first === null || due.at < first.at ? due : first), null)
  }

  /** In the next step: much that happens in one go is planned for once. */
  function plan(): void {
    if (planning) return
    planning = true
    void Promise.resolve().then(planNow)
  }

  function planNow(): void {
    planning = false
    callOff?.()
    callOff = null
    // The check under way plans when it ends.
    if (stopped || running !== null) return
    const due = soonest()
    if (due === null) return
    const now = clock.monotonic()
    callOff = clock.after(Math.max(due.at - now, pace.wait(), quietUntil - now, 0), run)
  }

  function run(): void {
    callOff = null
    const due = soonest()
    if (due === null || due.at > clock.monotonic()) {
      planNow()
      return
    }
    pace.asked()
    running = ask(due.id, due.codes)
      .then((answer) => pace.answered(answer.kind === 'nothing' && answer.overloaded))
      .catch((error: unknown) => {
        deps.log(`refunds: a check went wrong: ${String(error)}`)
        quietUntil = clock.monotonic() + restAfterFault
      })
      .then(() => {
        running = null
        plan()
      })
  }

  async function ask(id: string, codes: readonly CheckCode[]): Promise<AskedPayment> {
    const began = clock.monotonic()
    const answer = await askPayment(deps.payments, id, codes, (show) => {
      const noted = attemptWork(() => deps.notes.note(show, show.record.id === id))
      if (!noted.ok) deps.log(`refunds: a show was not taken note of: ${noted.fault.detail}`)
    })
    noteAsked(id, began)
    return answer
  }

  /** What was asked about and of which nothing was heard waits for its next time: nothing is asked for ever at once. */
  function noteAsked(id: string, began: number): void {
    for (const attempt of onPayment(id)) {
      woken.delete(attempt.intent.marker)
      const { sinceCheck } = runs.checkTimes(attempt)
      const heard = sinceCheck !== null && sinceCheck <= clock.monotonic() - began
      if (!heard) deps.judge.nothingCame(attempt)
    }
    for (const { payment, dueAt } of stale.checks()) {
      if (payment.id === id && dueAt <= clock.monotonic()) stale.asked(payment)
    }
  }

  /** Open attempts of the connected service on the payment of that id. */
  function onPayment(id: string): readonly Attempt[] {
    const open = [...journal.standing().attempts.values()]
    return open.filter((attempt) => attempt.intent.id === id && services.isHere(attempt))
  }

  async function checkNow(marker: string): ReturnType<Checks['check']> {
    const attempt = journal.attempt(marker)
    if (attempt === null) return fail({ kind: 'attempt_unknown' })
    if (services.isHere(attempt)) await ask(attempt.intent.id, checkCodes(attempt.intent))
    plan()
    return succeed(null)
  }

  return {
    plan,
    wake() {
      for (const attempt of journal.standing().attempts.values()) {
        if (isUndecided(attempt.state) && nextAt(attempt) !== null) woken.add(attempt.intent.marker)
      }
      stale.wake()
      plan()
    },
    check(marker) {
      const checked = checkNow(marker)
      asked = Promise.allSettled([asked, checked])
      return checked
    },
    ask,
    nextAt,
    tried(written) {
      quietUntil = written ? Number.NEGATIVE_INFINITY : clock.monotonic() + restAfterFault
    },
    async stop() {
      stopped = true
      callOff?.()
      await running
      await asked
    },
  }
}
