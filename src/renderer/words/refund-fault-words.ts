import type { FaultOf } from '../../shared/fault'
import { unreachable } from '../../shared/result'
import { type Explanation, nothingSent } from './explanation'
import { explainRefundsOff } from './refunds-off-words'
import { amountProblemWords, explainBlock, explainConfirmation } from './refusals'

type PlainKind =
  | 'screen_outdated'
  | 'saved_copy_only'
  | 'transaction_changed'
  | 'refunded_elsewhere'
  | 'stale_answer'
  | 'show_too_old'
  | 'reason_missing'
  | 'refund_in_progress'
  | 'journal_unwritable'
  | 'journal_not_replaceable'
  | 'payment_locked'
type RefundFault = FaultOf<
  | PlainKind
  | 'undecided'
  | 'supervisor_needed'
  | 'refund_blocked'
  | 'amount_not_allowed'
  | 'confirmation_needed'
  | 'refunds_off'
>

const plain: Readonly<Record<PlainKind, Explanation>> = {
  screen_outdated: {
    title: 'This screen is out of date',
    meaning: nothingSent,
    next: 'Try again.',
  },
  saved_copy_only: {
    title: 'Only a saved receipt is available',
    meaning: nothingSent,
    next: 'Try again when the till is online.',
  },
  transaction_changed: {
    title: 'The payment has changed',
    meaning: nothingSent,
    next: 'Try again and check what is left.',
  },
  refunded_elsewhere: {
    title: 'Already refunded elsewhere',
    meaning: 'Nothing was sent from here.',
    next: 'Show the customer the receipt.',
  },
  stale_answer: {
    title: 'The service’s answer was out of date',
    meaning: `It had already told us something newer. ${nothingSent}`,
    next: 'Try again: the receipt says when this ends.',
  },
  show_too_old: {
    title: 'Preparing this refund took too long',
    meaning: `More than a minute passed after the payment was checked: this PC may have slept. ${nothingSent}`,
    next: 'Try again.',
  },
  payment_locked: {
    title: 'This payment is locked',
    meaning: `An earlier refund of it may have gone out. ${nothingSent}`,
    next: 'Do not refund on any till. The receipt says why.',
  },
  reason_missing: {
    title: 'There is no reason',
    meaning: nothingSent,
    next: 'Press Try again and choose one.',
  },
  refund_in_progress: {
    title: 'Another refund is being sent on this till',
    meaning: nothingSent,
    next: 'Try again when it’s done.',
  },
  journal_unwritable: {
    title: 'The refund couldn’t be recorded',
    meaning: `A refund that isn’t recorded first is never sent. ${nothingSent}`,
    next: 'Refund on another till, and ask IT support to check this PC’s disk.',
  },
  journal_not_replaceable: {
    title: 'No new refund record was started',
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
    case 'refunded_elsewhere':
    case 'stale_answer':
    case 'show_too_old':
    case 'reason_missing':
    case 'refund_in_progress':
    case 'journal_unwritable':
    case 'journal_not_replaceable':
    case 'payment_locked':
      return plain[fault.kind]
    case 'supervisor_needed':
      return {
        title: 'A supervisor must allow this refund',
        meaning: `${fault.marker}, an earlier refund of this payment, was decided as not refunded less than a day ago. ${nothingSent}`,
        next: 'Ask a supervisor to check the provider’s portal and to type name and PIN here.',
      }
    case 'undecided':
      return {
        title: 'An earlier refund still has no answer',
        meaning: `It is ${fault.marker}. ${nothingSent}`,
        next: 'Do not refund on any till. See Activity.',
      }
    case 'refund_blocked':
      return withNothingSent(explainBlock(fault.reason))
    case 'amount_not_allowed':
      return {
        title: 'This amount can’t be refunded',
        meaning: `${amountProblemWords(fault.problem)} ${nothingSent}`,
        next: 'Press Try again and change the amount.',
      }
    case 'confirmation_needed':
      return {
        title: 'Please confirm once more',
        meaning: `${explainConfirmation(fault.why, '').meaning} ${nothingSent}`,
        next: 'Press Try again and tick the box.',
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
