import type { FaultOf } from '../../shared/fault'
import { unreachable } from '../../shared/result'
import { amountProblemWords, explainBlock, explainConfirmation, explainRefundsOff } from './block-words'
import { type Explanation, nothingSent } from './explanation'

type PlainKind =
  | 'screen_outdated'
  | 'saved_copy_only'
  | 'transaction_changed'
  | 'stale_answer'
  | 'reason_missing'
  | 'refund_in_progress'
  | 'journal_unwritable'
  | 'journal_not_replaceable'
type RefundFault = FaultOf<
  PlainKind | 'undecided' | 'refund_blocked' | 'amount_not_allowed' | 'confirmation_needed' | 'refunds_off'
>

const plain: Readonly<Record<PlainKind, Explanation>> = {
  screen_outdated: {
    title: 'The screen is out of date',
    meaning: nothingSent,
    next: 'Look the receipt up again.',
  },
  saved_copy_only: {
    title: 'Only a saved copy is at hand',
    meaning: nothingSent,
    next: 'Look again when the till is online.',
  },
  transaction_changed: {
    title: 'The payment changed since you looked',
    meaning: nothingSent,
    next: 'Look again and check what is left.',
  },
  stale_answer: {
    title: 'The service answered with something old',
    meaning: `It had already told us something newer. ${nothingSent}`,
    next: 'Wait a moment, then look again.',
  },
  reason_missing: { title: 'There is no reason', meaning: nothingSent, next: 'Go back and choose one.' },
  refund_in_progress: {
    title: 'Another refund of this till is being sent',
    meaning: nothingSent,
    next: 'Wait until it is done, then try again.',
  },
  journal_unwritable: {
    title: 'The refund could not be written down',
    meaning: `A refund that is not written down first is never sent. ${nothingSent}`,
    next: 'Refund on another till. Ask whoever looks after this PC to check its disk.',
  },
  journal_not_replaceable: {
    title: 'No new record of refunds was begun',
    meaning: 'The record on this PC is in order, or waits for its key or its disk. Nothing was changed.',
    next: 'Look at the counter: if refunds are still off, it says why.',
  },
}

/** Reasons for which main stops before a refund is written down or sent. */
export function explainRefundFault(fault: RefundFault): Explanation {
  switch (fault.kind) {
    case 'screen_outdated':
    case 'saved_copy_only':
    case 'transaction_changed':
    case 'stale_answer':
    case 'reason_missing':
    case 'refund_in_progress':
    case 'journal_unwritable':
    case 'journal_not_replaceable':
      return plain[fault.kind]
    case 'undecided':
      return {
        title: 'An earlier refund is not decided yet',
        meaning: `It is ${fault.marker}. ${nothingSent}`,
        next: 'Do not refund on any till. Open it under Activity.',
      }
    case 'refund_blocked':
      return withNothingSent(explainBlock(fault.reason))
    case 'amount_not_allowed':
      return {
        title: 'This amount can not be refunded',
        meaning: `${amountProblemWords(fault.problem)} ${nothingSent}`,
        next: 'Go back and change the amount.',
      }
    case 'confirmation_needed':
      return {
        title: 'One more confirmation is needed',
        meaning: `${explainConfirmation(fault.why, '').meaning} ${nothingSent}`,
        next: 'Go back and tick the box.',
      }
    case 'refunds_off':
      return withNothingSent(explainRefundsOff(fault.why))
    default:
      return unreachable(fault)
  }
}

function withNothingSent(explanation: Explanation): Explanation {
  return { ...explanation, meaning: `${explanation.meaning} ${nothingSent}` }
}
