/**
 * Asks about what is undecided, watched or stale when it is due (refund-protocol.md 2, 8 and 9): one payment at a time,
 * at one pace for all, by shows alone. It never sends a refund.
 */
import type { Attempt } from '../../shared/attempt/attempt'
import {
  type CheckCode,
  checkCodes,
  minPaceMs,
  nextPace,
  untilNextCheck,
} from '../../shared/refund/check-schedule'
import { isUndecided } from '../../shared/refund/refund'
import { isOverdue } from '../../shared/refund/watch'
import type { ShowFault } from '../service/show'
import type { Clock } from '../system/clock'
import { attemptWork } from '../system/database'
import { type Taken, take } from './protocol'
import { isHere, type Known, type Till } from './types'

/** The judged show that a question brought; null without one. */
export type Asked = { readonly taken: Taken | null; readonly overloaded: boolean }

/**
 * Asks about one payment now, by each next code only after *not found* or another transaction's record. Every record that
 * comes is judged: it is a fresh show of its own payment.
 * @param id the internal id of the payment.
 * @param codes what it may be found by, in order (`checkCodes`).
 */
export async function askPayment(till: Till, id: string, codes: readonly CheckCode[]): Promise<Asked> {
  const began = till.clock.monotonic()
  let asked: Asked = { taken: null, overloaded: false }
  for (const code of codes) {
    const shown = await till.payments.show(code)
    if (!shown.ok && mayBeFoundOtherwise(shown.fault)) continue
    if (!shown.ok) {
      asked = { taken: null, overloaded: isOverloaded(shown.fault) }
      break
    }
    const show = shown.value
    const isOwn = show.record.id === id
    const noted = attemptWork(() => take(till, show, isOwn))
    if (!noted.ok) till.log(`refunds: a show was not judged: ${noted.fault.detail}`)
    if (!isOwn) continue
    if (noted.ok) asked = { taken: noted.value, overloaded: false }
    break
  }
  noteAsked(till, id, began)
  return asked
}

/** Notes a question without an answer, so that the next one waits for its time. */
function noteAsked(till: Till, id: string, began: number): void {
  const { journal, probes, stale, clock, tell } = till
  for (const attempt of journal.standing().attempts.values()) {
    if (attempt.intent.id !== id) continue
    const { sinceCheck } = probes.checkTimes(attempt)
    // The running time is in whole milliseconds, so a difference of two may be one too long.
    const heard = sinceCheck !== null && sinceCheck <= clock.monotonic() - began + 1
    if (heard) continue
    probes.checked(attempt, {
      askedAt: journal.ran(),
      counts: true,
      failed: true,
      usable: false,
      quiet: false,
    })
    tell.touched(attempt)
  }
  for (const { id: each, at } of stale.checks()) {
    if (each === id && at <= clock.monotonic()) stale.asked(id)
  }
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

/** Paces all checks together (refund-protocol.md 8), by the monotonic clock: a wall clock set back must not silence them. */
function makePace(clock: Pick<Clock, 'monotonic'>) {
  let rest = minPaceMs
  let last = Number.NEGATIVE_INFINITY
  return {
    /** Milliseconds until the next check may be asked. */
    wait: () => Math.max(last + rest - clock.monotonic(), 0),
    /** A service that says 429 or 503 is asked half as often each time, until it answers. */
    answered(overloaded: boolean): void {
      rest = nextPace(rest, overloaded)
      // Counted from the answer: a slow service is not asked again the moment it has answered.
      last = clock.monotonic()
    },
  }
}

/** When an attempt is next asked about, on the monotonic clock; null when no check is planned. */
export function nextAt(known: Known, attempt: Attempt): number | null {
  const { probes, clock } = known
  if (!isHere(known, attempt)) return null
  if (probes.isWoken(attempt)) return clock.monotonic()
  const wait = untilNextCheck(attempt, probes.checkTimes(attempt))
  return wait === null ? null : clock.monotonic() + wait
}

/** Ends watches that have lasted too long, at whatever address. */
function endOverdueWatches(till: Till): void {
  const { journal, clock, log } = till
  for (const { watch, intent } of journal.standing().attempts.values()) {
    const at = clock.now()
    const isDue = isOverdue(watch, at)
    const written = isDue ? journal.append(intent.marker, { kind: 'watch_ended', at }) : null
    if (written?.ok === false)
      log(`refunds: watch_ended of ${intent.marker} not written: ${written.fault.kind}`)
  }
}

/** `asked`: when it was asked about last, or it was never, on the monotonic clock as `at`. */
type Due = {
  readonly id: string
  readonly codes: readonly CheckCode[]
  readonly at: number
  readonly asked: number
}

/** How long checks pause after the disk did not take what one of them found. */
const pauseAfterFaultMs = 60_000

export function makeChecks(till: Till) {
  const { journal, probes, stale, clock } = till
  const pace = makePace(clock)
  let callOff: (() => void) | null = null
  let running: Promise<unknown> | null = null
  let quietUntil = Number.NEGATIVE_INFINITY
  let planning = false
  let stopped = false

  /** Returns what is due and was asked about least recently, so that nothing waits for ever; else what is due next. */
  function soonest(): Due | null {
    const ofAttempts = [...journal.standing().attempts.values()].flatMap((attempt) => {
      const at = nextAt(till, attempt)
      const asked = clock.monotonic() - (probes.checkTimes(attempt).sinceCheck ?? Number.POSITIVE_INFINITY)
      return at === null ? [] : [{ id: attempt.intent.id, codes: checkCodes(attempt.intent), at, asked }]
    })
    const all: readonly Due[] = [...ofAttempts, ...stale.checks()]
    // What was found due above is due by now: a clock that runs on may give a moment later than one asked before.
    const now = clock.monotonic()
    const turn = ({ at, asked }: Due) => (at > now ? at : asked)
    return all.reduce<Due | null>(
      (first, due) => (first === null || turn(due) < turn(first) ? due : first),
      null,
    )
  }

  /** Plans once for everything that happens in one turn. */
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
    endOverdueWatches(till)
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
    running = check(due).finally(() => {
      running = null
      plan()
    })
  }

  async function check({ id, codes }: Due): Promise<void> {
    let isWell = false
    const refused = till.refusedLines()
    try {
      pace.answered((await askPayment(till, id, codes)).overloaded)
      isWell = till.refusedLines() === refused
    } catch (error) {
      till.log(`refunds: a check went wrong: ${String(error)}`)
    }
    quietUntil = isWell ? Number.NEGATIVE_INFINITY : clock.monotonic() + pauseAfterFaultMs
  }

  return {
    /** Plans the next check. Called whenever an attempt or a stale payment has changed. */
    plan,
    /** The connection came back or the PC woke up: everything undecided and stale is asked as soon as the pace allows. */
    wake(): void {
      for (const attempt of journal.standing().attempts.values()) {
        if (isUndecided(attempt.state)) probes.wake(attempt)
      }
      stale.wake()
      plan()
    },
    /** Ends the schedule; resolves when no check is under way. */
    async stop(): Promise<void> {
      stopped = true
      callOff?.()
      await running
    },
  }
}
