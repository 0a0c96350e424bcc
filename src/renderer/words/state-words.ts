import type { AttemptState } from '../../shared/attempt-states'
import { unreachable } from '../../shared/result'

/** A state is a word and a sign; the tone only repeats it as a colour. */
export type State = {
  readonly sign: string
  readonly word: string
  readonly tone: 'go' | 'wait' | 'no' | 'soft'
}

/** An attempt's state as a person reads it. The words of decided and undecided outcomes are design.md's. */
export function attemptState(state: AttemptState): State {
  switch (state) {
    case 'intended':
      return { sign: '…', word: 'Recorded', tone: 'soft' }
    case 'sending':
      return { sign: '…', word: 'Sending', tone: 'wait' }
    case 'refunded':
      return { sign: '✓', word: 'Refunded', tone: 'go' }
    case 'not_sent':
    case 'cancelled':
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

/** Of a payment while its refund is on its way: what it was before is old. */
export const refundInProgress: State = { sign: '…', word: 'Refund in progress', tone: 'wait' }

/** Beside the state of an attempt with an alarm that nobody has acknowledged. */
export const alarmState: State = { sign: '!', word: 'Alarm', tone: 'no' }
