/**
 * Asks about what is undecided, watched or stale when it is due (refund-protocol.md 2, 8 and 9): one payment at a time,
 * at one pace for all, by shows alone. It never sends a refund.
 */
import type { Attempt } from '../../shared/attempt'
import {
  type CheckCode,
  checkCodes,
  nextPace,
  shortestPace,
  untilNextCheck,
} from '../../shared/check-schedule'
import type { FaultOf } from '../../shared/fault'
import { isUndecided } from '../../shared/refund'
import { fail, type Result, succeed } from '../../shared/result'
import type { FreshShow, ShowFault, TransactionReader } from '../service/show'
import type { Clock } from '../system/clock'
import { attemptWork } from '../system/database'
import { nothingCame, take } from './protocol'
import { isHere, type Till } from './types'

export type AskedPayment =
  | { readonly kind: 'shown'; readonly show: FreshShow }
  | { readonly kind: 'nothing'; readonly why: string; readonly overloaded: boolean }

/**
 * One check: each next code only after a *not found* or another transaction's record.
 * @param id the internal id of the payment.
 * @param codes what it may be found by, in order (`checkCodes`).
 * @param seen takes every record that came, also another payment's: each is a fresh show of that one.
 */
export async function askPayment(
  payments: TransactionReader,
  id: string,
  codes: readonly CheckCode[],
  seen: (show: FreshShow) => void,
): Promise<AskedPayment> {
  let why = 'no code to ask by'
  for (const code of codes) {
    const shown = await payments.show(code)
    if (!shown.ok && !mayBeFoundOtherwise(shown.fault)) {
      return { kind: 'nothing', why: shown.fault.kind, overloaded: isOverloaded(shown.fault) }
    }
    if (shown.ok) seen(shown.value)
    if (shown.ok && shown.value.record.id === id) return { kind: 'shown', show: shown.value }
    why = shown.ok ? 'the code now belongs to another transaction' : shown.fault.kind
  }
  return { kind: 'nothing', why, overloaded: false }
}

/**
 * Whether another code may find what this one did not. Some services say 500 "Internal Error" for a code of another
 * kind (architecture.md, "Codes"), and to ask by another changes nothing there.
 */
function mayBeFoundOtherwise(fault: ShowFault): boolean {
  if (fault.kind === 'not_found' || fault.kind === 'other_record') return true
  return fault.kind === 'service_error' && fault.httpStatus === 500
}

function isOverloaded(fault: ShowFault): boolean {
  return 'httpStatus' in fault && (fault.httpStatus === 429 || fault.httpStatus === 503)
}

/** One pace for all checks together (refund-protocol.md 8). By the monotonic clock: a wall clock set back must not silence it. */
function makePace(clock: Pick<Clock, 'monotonic'>) {
  let rest = shortestPace
  let last = Number.NEGATIVE_INFINITY
  return {
    /** Milliseconds until the next check may be asked. */
    wait: () => Math.max(last + rest - clock.monotonic(), 0),
    asked(): void {
      last = clock.monotonic()
    },
    /** A service that says 429 or 503 is asked half as often each time, until it answers. */
    answered(overloaded: boolean): void {
      rest = nextPace(rest, overloaded)
      // Counted from the answer: a slow service is not asked again in the moment it has answered.
      last = clock.monotonic()
    },
  }
}

export type Checks = ReturnType<typeof makeChecks>

type Due = { readonly id: string; readonly codes: readonly CheckCode[]; readonly at: number }

/** How long the service is left alone when the disk did not take what a check said, in milliseconds. */
const restAfterFault = 60_000

export function makeChecks(till: Till) {
  const { journal, probes, stale, clock } = till
  const pace = makePace(clock)
  const woken = new Set<string>()
  let callOff: (() => void) | null = null
  let running: Promise<unknown> | null = null
  let asked: Promise<unknown> = Promise.resolve()
  let quietUntil = Number.NEGATIVE_INFINITY
  let planning = false
  let stopped = false

  function nextAt(attempt: Attempt): number | null {
    if (!isHere(till, attempt)) return null
    if (woken.has(attempt.intent.marker)) return clock.monotonic()
    const wait = untilNextCheck(attempt, probes.checkTimes(attempt))
    return wait === null ? null : clock.monotonic() + wait
  }

  function soonest(): Due | null {
    const ofAttempts = [...journal.standing().attempts.values()].flatMap((attempt) => {
      const at = nextAt(attempt)
      return at === null ? [] : [{ id: attempt.intent.id, codes: checkCodes(attempt.intent), at }]
    })
    const all: readonly Due[] = [...ofAttempts, ...stale.checks()]
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
        till.log(`refunds: a check went wrong: ${String(error)}`)
        quietUntil = clock.monotonic() + restAfterFault
      })
      .then(() => {
        running = null
        plan()
      })
  }

  async function ask(id: string, codes: readonly CheckCode[]): Promise<AskedPayment> {
    const began = clock.monotonic()
    const answer = await askPayment(till.payments, id, codes, (show) => {
      const noted = attemptWork(() => take(till, show, show.record.id === id))
      if (!noted.ok) till.log(`refunds: a show was not taken note of: ${noted.fault.detail}`)
    })
    noteAsked(id, began)
    return answer
  }

  /** What was asked about and of which nothing was heard waits for its next time: nothing is asked for ever at once. */
  function noteAsked(id: string, began: number): void {
    for (const attempt of onPayment(id)) {
      woken.delete(attempt.intent.marker)
      const { sinceCheck } = probes.checkTimes(attempt)
      const heard = sinceCheck !== null && sinceCheck <= clock.monotonic() - began
      if (!heard) nothingCame(till, attempt)
    }
    for (const { id: each, at } of stale.checks()) {
      if (each === id && at <= clock.monotonic()) stale.asked(id)
    }
  }

  /** Open attempts on the payment of that id. */
  function onPayment(id: string): readonly Attempt[] {
    return [...journal.standing().attempts.values()].filter(({ intent }) => intent.id === id)
  }

  async function checkNow(marker: string): Promise<Result<null, FaultOf<'attempt_unknown'>>> {
    const attempt = journal.attempt(marker)
    if (attempt === null) return fail({ kind: 'attempt_unknown' })
    await ask(attempt.intent.id, checkCodes(attempt.intent))
    plan()
    return succeed(null)
  }

  return {
    /** Plans the next check. To be called whenever an attempt or what is stale has changed. */
    plan,
    /** The line came back or the PC woke up: everything undecided and stale is asked as soon as the pace allows. */
    wake(): void {
      for (const attempt of journal.standing().attempts.values()) {
        if (isUndecided(attempt.state) && nextAt(attempt) !== null) woken.add(attempt.intent.marker)
      }
      stale.wake()
      plan()
    },
    /** One check of one attempt now, asked for by a person. */
    check(marker: string): Promise<Result<null, FaultOf<'attempt_unknown'>>> {
      const checked = checkNow(marker)
      asked = Promise.allSettled([asked, checked])
      return checked
    },
    /** Asks for one payment now and takes note of what comes. */
    ask,
    /** When an attempt is asked about next, as a moment of the monotonic clock; null when no check is planned. */
    nextAt,
    /** Backs off when the journal could not record a check. */
    tried(written: boolean): void {
      quietUntil = written ? Number.NEGATIVE_INFINITY : clock.monotonic() + restAfterFault
    },
    /** Ends the schedule; resolves when no check is under way. */
    async stop(): Promise<void> {
      stopped = true
      callOff?.()
      await running
      await asked
    },
  }
}
