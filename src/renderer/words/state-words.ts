import type { AttemptState } from '../../shared/attempt-states'
import type { LockedBy } from '../../shared/payment-standing'
import { unreachable } from '../../shared/result'

/** A state is a word and a sign; the tone only repeats it as a colour. */
export type State = {
  readonly sign: string
  readonly word: string
  readonly tone: 'go' | 'wait' | 'no' | 'soft'
}

/** An attempt's state as a person reads it. The words of decided and undecided outcomes are architecture.md's. */
export function attemptState(state: AttemptState): State {
  switch (state) {
    case 'sending':
      return { sign: '…', word: 'Sending', tone: 'soft' }
    case 'refunded':
      return { sign: '✓', word: 'Refunded', tone: 'go' }
    case 'not_sent':
      return { sign: '○', word: 'Not sent', tone: 'soft' }
    case 'refusal_seen':
    case 'refused':
    case 'not_refunded':
      return { sign: '✕', word: 'Not refunded', tone: 'no' }
    case 'unconfirmed':
      return { sign: '?', word: 'Unconfirmed', tone: 'wait' }
    case 'refunded_probably':
      return { sign: '≈', word: 'Probably refunded', tone: 'wait' }
    default:
      return unreachable(state)
  }
}

/** An attempt's state in a list, where nothing beside it says that Tillside still checks a refusal. */
export function listedState(state: AttemptState): State {
  const says = attemptState(state)
  return state === 'refusal_seen' ? { ...says, word: `${says.word} · being checked` } : says
}

/** A payment that is locked, in a list of payments: the words that Activity has for the refund that locks it. */
export function lockedState(by: NonNullable<LockedBy>): State {
  if (by === 'unread' || by === 'lowering_returned') return { sign: '!', word: 'Locked', tone: 'wait' }
  return listedState(by)
}

/** Of a payment while its refund is on its way: what it was before is old. */
export const refundInProgress: State = { sign: '…', word: 'Refund in progress', tone: 'soft' }

/** Beside the state of an attempt with an alarm that nobody has acknowledged. */
export const alarmState: State = { sign: '!', word: 'Alarm', tone: 'no' }
