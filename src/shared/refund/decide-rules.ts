/**
 * Says what a person may decide about an attempt, and when (refund-protocol.md 9). Pure. Durations are milliseconds of the
 * till's running time.
 */
import type { Attempt, Decision, DecisionOrder, Snapshot } from '../attempt/attempt'
import { meaningOf } from '../attempt/attempt-states'
import { contradicts, isUsable, type ShowFacts } from '../attempt/evidence'
import type { Decidable } from '../attempt/payment-standing'
import { fail, type Result, succeed } from '../base/result'
import type { FaultOf } from '../fault'

const minute = 60 * 1000
const hour = 60 * minute

/** How long after the send *not refunded* can be decided at the soonest: what is on its way may still land. */
export const minNotRefundedMs = 2 * minute
/** How long no quiet show, or no usable one, must have come before a person may decide without it. */
export const decideWaitMs = hour
/** How long after *not refunded* a new refund of that payment needs the PIN again. */
const pinAgainMs = 24 * hour

/** What a decision depends on and only the running program knows. */
export type DecideTimes = {
  /** Since the send, which is `createdAt`. */
  readonly sinceSend: number
  /** Since the latest of: opening, the refusal, the last quiet show that counted. */
  readonly sinceQuiet: number
  /** Since the latest of: opening, the send, the moment the last usable show of the payment was asked for. */
  readonly sinceUsable: number
}

/** Like `Decidable` of payment-standing.ts, with a duration in place of a moment. */
export type MayDecide =
  | { readonly kind: 'now' | 'portal' | 'no' }
  | { readonly kind: 'wait'; readonly milliseconds: number }

/** Whether a person may decide "refunded", and "not refunded", now. */
export function mayDecide(
  attempt: Attempt,
  times: DecideTimes,
): { readonly refunded: MayDecide; readonly notRefunded: MayDecide } {
  const open = mayDecideAtAll(attempt, times)
  if (open.kind !== 'now') return { refunded: open, notRefunded: open }
  const early = minNotRefundedMs - times.sinceSend
  if (early > 0) return { refunded: open, notRefunded: { kind: 'wait', milliseconds: early } }
  return { refunded: open, notRefunded: { kind: times.sinceUsable < decideWaitMs ? 'now' : 'portal' } }
}

function mayDecideAtAll({ state }: Attempt, { sinceQuiet }: DecideTimes): MayDecide {
  const { decided } = meaningOf(state)
  if (decided === 'at_once') return { kind: 'now' }
  if (decided === 'never') return { kind: 'no' }
  const rest = decideWaitMs - sinceQuiet
  return rest > 0 ? { kind: 'wait', milliseconds: rest } : { kind: 'now' }
}

/** Converts it for the window. @param now milliseconds since 1970. */
export function asDecidable(may: MayDecide, now: number): Decidable {
  if (may.kind !== 'wait') return may
  return { kind: 'wait', until: new Date(now + may.milliseconds).toISOString() }
}

type DecideFault = FaultOf<
  'attempt_not_open' | 'decision_too_early' | 'decision_needs_show' | 'decision_outdated'
>

/** A show that was asked for less than a minute before the decision, and its facts. */
export type DecidingShow = { readonly snapshot: Snapshot; readonly facts: ShowFacts }

/**
 * Turns a person's order into the decision to write down, or fails with why it is not allowed. *Not refunded* needs a usable
 * show that says no more than what the person has seen; where none could be had for an hour, the statement that the
 * provider's portal says so. The show must have been judged as a check before, because it may have settled the attempt.
 * @param attempt as it is after that check.
 * @param show null when none could be had.
 * @param highWater the payment's high-water value, in hundredths.
 */
export function takeDecision(
  attempt: Attempt,
  order: DecisionOrder,
  times: DecideTimes,
  show: DecidingShow | null,
  highWater: number,
): Result<Decision, DecideFault> {
  const may = mayDecide(attempt, times)
  const one = order.to === 'refunded' ? may.refunded : may.notRefunded
  if (one.kind === 'no') return fail({ kind: 'attempt_not_open' })
  if (one.kind === 'wait')
    return fail({ kind: 'decision_too_early', waitSeconds: Math.ceil(one.milliseconds / 1000) })
  const said = show !== null && isUsableShow(attempt, show) ? show.snapshot.refunded : null
  const decision = { ...order, refunded: said ?? highWater }
  if (order.to === 'refunded') return succeed(decision)
  if (said !== null) {
    return said > attempt.seen.refunded ? fail({ kind: 'decision_outdated' }) : succeed(decision)
  }
  const rest = Math.max(0, decideWaitMs - times.sinceUsable)
  if (rest > 0 || !order.portal) {
    return fail({ kind: 'decision_needs_show', waitSeconds: Math.ceil(rest / 1000) })
  }
  return succeed(decision)
}

/** Whether a show may say that nothing moved on an attempt's payment. `sinceUsable` counts from the last such one. */
export function isUsableShow({ intent }: Attempt, { snapshot, facts }: DecidingShow): boolean {
  return snapshot.id === intent.id && !contradicts(snapshot, intent.currency) && isUsable(facts)
}

/**
 * Returns the attempt for which a new refund of its payment needs the PIN again: one decided *not refunded* less than a day of
 * running time ago, whose watch is not complete. Null when there is none. No wall clock counts, because anybody at the counter
 * can set one.
 * @param ran the till's running time now, in milliseconds.
 */
export function needsPinAgain(onPayment: readonly Attempt[], ran: number): Attempt | null {
  const isRecent = (each: Attempt) =>
    each.state === 'not_refunded' && each.watch?.ended !== 'complete' && ran - each.ran.since < pinAgainMs
  return onPayment.find(isRecent) ?? null
}
