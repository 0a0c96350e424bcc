/** How the events of an attempt added up in the former `journal.db`: its rows are checked by it, nothing else. Pure. */
import type { AttemptState } from '../../../shared/attempt-states'
import { isUndecided } from '../../../shared/refund'
import { unreachable } from '../../../shared/result'
import type { FormerAttempt, FormerEvent } from './former-line'

type EventOf<K extends FormerEvent['kind']> = Extract<FormerEvent, { kind: K }>

const checkTargets: Readonly<Partial<Record<AttemptState, readonly AttemptState[]>>> = {
  refusal_seen: ['refusal_seen', 'refused', 'unconfirmed'],
  refused: ['refused', 'unconfirmed'],
  unconfirmed: ['unconfirmed', 'refunded', 'refunded_probably'],
  refunded_probably: ['refunded_probably'],
}

const answerTargets: readonly AttemptState[] = ['refunded', 'not_sent', 'refusal_seen', 'unconfirmed']

/** The attempt after one more event; null for one that could not follow. */
export function advanceFormer(attempt: FormerAttempt | null, event: FormerEvent): FormerAttempt | null {
  if (attempt === null) return event.kind === 'intended' ? begin(event) : null
  switch (event.kind) {
    case 'intended':
      return null
    case 'sending':
      return attempt.state === 'intended' ? move(attempt, 'sending', event.at) : null
    case 'cancelled':
      return attempt.state === 'intended' ? move(attempt, 'cancelled', event.at) : null
    case 'interrupted':
      return attempt.state === 'sending' ? move(attempt, 'unconfirmed', event.at) : null
    case 'answered':
      return answered(attempt, event)
    case 'looked':
      return looked(attempt, event)
    case 'decided':
      return decided(attempt, event)
    case 'alarmed':
      return isUndecided(attempt.state) ? null : { ...attempt, alarm: event.alarm }
    default:
      return unreachable(event)
  }
}

function begin({ at, intent }: EventOf<'intended'>): FormerAttempt {
  return {
    intent,
    state: 'intended',
    createdAt: at,
    since: at,
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

function move(attempt: FormerAttempt, to: AttemptState, at: number): FormerAttempt {
  return to === attempt.state ? attempt : { ...attempt, state: to, since: at }
}

function withVerdict(
  attempt: FormerAttempt,
  verdict: EventOf<'looked'>['verdict'],
  at: number,
): FormerAttempt {
  return {
    ...move(attempt, verdict.to, at),
    alarm: verdict.alarm ?? attempt.alarm,
    forPerson: isUndecided(verdict.to) ? verdict.forPerson : null,
  }
}

function answered(attempt: FormerAttempt, event: EventOf<'answered'>): FormerAttempt | null {
  const { answer, verdict, at } = event
  if (attempt.state !== 'sending' || !answerTargets.includes(verdict.to)) return null
  const refusal =
    answer.kind === 'error_shape' ? { httpStatus: answer.httpStatus, message: answer.message } : null
  return { ...withVerdict(attempt, verdict, at), refusal }
}

function looked(attempt: FormerAttempt, event: EventOf<'looked'>): FormerAttempt | null {
  const { look, verdict, at } = event
  if (!checkTargets[attempt.state]?.includes(verdict.to)) return null
  return {
    ...withVerdict(attempt, verdict, at),
    looks: attempt.looks + 1,
    lastLookAt: at,
    lastLookFailed: look.kind === 'no_record' || look.stale,
    quietLooks: attempt.quietLooks + (verdict.nothingMoved ? 1 : 0),
  }
}

function decided(attempt: FormerAttempt, event: EventOf<'decided'>): FormerAttempt | null {
  const { decision, at } = event
  const open = attempt.state === 'unconfirmed' || attempt.state === 'refunded_probably'
  return open ? { ...move(attempt, decision.to, at), forPerson: null, decision } : null
}
