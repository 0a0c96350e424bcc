/**
 * What a person may decide about an attempt, and when (refund-protocol.md 9). Pure. Durations are
 * milliseconds of the till's running time.
 */
import type { Attempt, Decision, DecisionOrder, Snapshot } from '../attempt/attempt'
import { meaningOf } from '../attempt/attempt-states'
import { isUsable, type ShowFacts } from '../attempt/evidence'
import { contradicts } from '../attempt/high-water'
import type { Decidable } from '../attempt/payment-standing'
import { fail, type Result, succeed } from '../base/result'
import type { FaultOf } from '../fault'

const minute = 60 * 1000
const hour = 60 * minute

/** *Not refunded* is not said sooner after the send: what is on its way may still land. */
export const minNotRefundedMs = 2 * minute
/** So long without a quiet show, or a usable one, before a person may go on without it. */
export const decideWaitMs = hour
/** After *not refunded* a new refund of that payment needs the PIN again for so long. */
const pinAgainMs = 24 * hour

/** What only the running program knows, and a decision depends on. */
export type DecideTimes = {
  /** Since the send: of `createdAt`. */
  readonly sinceSend: number
  /** Since the latest of: opening, the refusal, the last quiet show that counted. */
  readonly sinceQuiet: number
  /** Since the latest of: opening, the send, the moment the last usable show of the payment was asked. */
  readonly sinceUsable: number
}

/** As `decidable` of payment-standing.ts, with a duration in place of a moment. */
export type MayDecide =
  | { readonly kind: 'now' | 'portal' | 'no' }
  | { readonly kind: 'wait'; readonly milliseconds: number }

/** Whether a person may say "refunded", and "not refunded", now. */
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

/** As the window reads it. @param now milliseconds since 1970. */
export function asDecidable(may: MayDecide, now: number): Decidable {
  if (may.kind !== 'wait') return may
  return { kind: 'wait', until: new Date(now + may.milliseconds).toISOString() }
}

type DecideFault = FaultOf<
  'attempt_not_open' | 'decision_too_early' | 'decision_needs_show' | 'decision_outdated'
>

/** A show asked less than a minute before the decision, and what is known of it. */
export type DecidingShow = { readonly snapshot: Snapshot; readonly facts: ShowFacts }

/**
 * Turns a person's word into the decision to write down, or says why it cannot be taken. *Not refunded* needs a usable
 * show that says no more than what the person has seen; where none could be had for an hour, the word that the
 * provider's portal says so. The show must have been taken note of as a check before: it may have settled the attempt.
 * @param attempt as it is after that.
 * @param show null when none could be had.
 * @param highWater `refunded` of the payment's high-water value, in hundredths.
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

/** Whether a show may say of an attempt's payment that nothing moved: `sinceUsable` counts from the last such one. */
export function isUsableShow({ intent }: Attempt, { snapshot, facts }: DecidingShow): boolean {
  return snapshot.id === intent.id && !contradicts(snapshot, intent.currency) && isUsable(facts)
}

/**
 * The attempt for which a new refund of its payment needs the PIN again: decided *not refunded*, and no day of running
 * time has passed since. Null when there is none. A wall clock has no part in it: whoever stands at the counter can set one.
 * @param ran the till's running time now.
 */
export function needsPinAgain(onPayment: readonly Attempt[], ran: number): Attempt | null {
  const isRecent = (each: Attempt) =>
    each.state === 'not_refunded' && each.watch?.ended !== 'complete' && ran - each.ran.since < pinAgainMs
  return onPayment.find(isRecent) ?? null
}
