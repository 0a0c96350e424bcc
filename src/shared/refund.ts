/**
 * The states of a refund attempt and the only ways between them (design.md, "The refund protocol").
 *
 *     intended → sending → refunded
 *        │          ├────→ not_sent       the connection never came up
 *        │          ├────→ refusal_seen → refused        after three quiet looks
 *        │          │            └──────→ unconfirmed    something moved (so does `refused`, for 24 h)
 *        │          └────→ unconfirmed  → refunded                             by rule
 *        │                      └───────→ refunded_probably → refunded | not_refunded   by a person
 *        │                      └───────→ refunded | not_refunded                       by a person
 *        └─→ cancelled      found at start, or `sending` could not be written: never sent
 *
 * Pure: the journal keeps the events, this file says what they add up to. The rules that turn an answer or a
 * look into a verdict are in refund-judgement.ts.
 */
import type { Attempt, AttemptEvent, AttemptState, Verdict } from './attempt'
import { fail, type Result, succeed, unreachable } from './result'

const undecided: ReadonlySet<AttemptState> = new Set([
  'intended',
  'sending',
  'refusal_seen',
  'unconfirmed',
  'refunded_probably',
])

/** Whether money may still move, or have moved, unseen: then nothing more is sent for that transaction. */
export function isUndecided(state: AttemptState): boolean {
  return undecided.has(state)
}

/** States that a look may lead to, by the state it starts from. None listed: a look there changes nothing. */
const lookTargets: Readonly<Partial<Record<AttemptState, readonly AttemptState[]>>> = {
  refusal_seen: ['refusal_seen', 'refused', 'unconfirmed'],
  refused: ['refused', 'unconfirmed'],
  unconfirmed: ['unconfirmed', 'refunded', 'refunded_probably'],
  refunded_probably: ['refunded_probably'],
}

const answerTargets: readonly AttemptState[] = ['refunded', 'not_sent', 'refusal_seen', 'unconfirmed']

export type IllegalTransition = {
  readonly kind: 'illegal_transition'
  readonly from: AttemptState | null
  readonly event: AttemptEvent['kind']
  readonly to: AttemptState | null
}

type Step = Result<Attempt, IllegalTransition>

function illegal(from: Attempt | null, event: AttemptEvent, to: AttemptState | null = null): Step {
  return fail({ kind: 'illegal_transition', from: from?.state ?? null, event: event.kind, to })
}

function begin(event: Extract<AttemptEvent, { kind: 'intended' }>): Attempt {
  return {
    intent: event.intent,
    state: 'intended',
    createdAt: event.at,
    since: event.at,
    alarm: null,
    forPerson: null,
    refusal: null,
    looks: 0,
    lastLookAt: null,
    lastLookFailed: false,
    quietLooks: 0,
    decision: null,
  }
}

function move(attempt: Attempt, to: AttemptState, at: number): Attempt {
  return to === attempt.state ? attempt : { ...attempt, state: to, since: at }
}

function withVerdict(attempt: Attempt, verdict: Verdict, at: number): Attempt {
  return {
    ...move(attempt, verdict.to, at),
    alarm: verdict.alarm ?? attempt.alarm,
    forPerson: isUndecided(verdict.to) ? verdict.forPerson : null,
  }
}

function answered(attempt: Attempt, event: Extract<AttemptEvent, { kind: 'answered' }>): Step {
  const { answer, verdict, at } = event
  if (attempt.state !== 'sending' || !answerTargets.includes(verdict.to)) {
    return illegal(attempt, event, verdict.to)
  }
  const refusal =
    answer.kind === 'error_shape' ? { httpStatus: answer.httpStatus, message: answer.message } : null
  return succeed({ ...withVerdict(attempt, verdict, at), refusal })
}

function looked(attempt: Attempt, event: Extract<AttemptEvent, { kind: 'looked' }>): Step {
  const { look, verdict, at } = event
  if (!lookTargets[attempt.state]?.includes(verdict.to)) return illegal(attempt, event, verdict.to)
  return succeed({
    ...withVerdict(attempt, verdict, at),
    looks: attempt.looks + 1,
    lastLookAt: at,
    lastLookFailed: look.kind === 'no_record' || look.stale,
    quietLooks: attempt.quietLooks + (verdict.nothingMoved ? 1 : 0),
  })
}

function decided(attempt: Attempt, event: Extract<AttemptEvent, { kind: 'decided' }>): Step {
  const { decision, at } = event
  const open = attempt.state === 'unconfirmed' || attempt.state === 'refunded_probably'
  if (!open) return illegal(attempt, event, decision.to)
  return succeed({ ...move(attempt, decision.to, at), forPerson: null, decision })
}

/**
 * What an attempt is after one more event, or why that event can not follow. `attempt` is null before the
 * first one. Total over states × events; it never throws.
 */
export function advance(attempt: Attempt | null, event: AttemptEvent): Step {
  if (attempt === null) return event.kind === 'intended' ? succeed(begin(event)) : illegal(null, event)
  switch (event.kind) {
    case 'intended':
      return illegal(attempt, event, 'intended')
    case 'sending':
      return attempt.state === 'intended'
        ? succeed(move(attempt, 'sending', event.at))
        : illegal(attempt, event, 'sending')
    case 'cancelled':
      return attempt.state === 'intended'
        ? succeed(move(attempt, 'cancelled', event.at))
        : illegal(attempt, event, 'cancelled')
    case 'interrupted':
      return attempt.state === 'sending'
        ? succeed(move(attempt, 'unconfirmed', event.at))
        : illegal(attempt, event, 'unconfirmed')
    case 'answered':
      return answered(attempt, event)
    case 'looked':
      return looked(attempt, event)
    case 'decided':
      return decided(attempt, event)
    case 'alarmed':
      return isUndecided(attempt.state)
        ? illegal(attempt, event)
        : succeed({ ...attempt, alarm: event.alarm })
    default:
      return unreachable(event)
  }
}
