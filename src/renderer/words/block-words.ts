import { paymentState } from '../../shared/payment-state'
import type { AmountFault, BlockReason, ConfirmationReason } from '../../shared/refund-blocks'
import { unreachable } from '../../shared/result'
import type { Transaction } from '../../shared/transaction'
import { type Explanation, nothingMoved } from './explanation'
import { tooLongWords } from './length-words'
import { shortForeign } from './receipt-words'

const blocks: Readonly<Record<BlockReason, Explanation>> = {
  no_id: {
    title: 'This record has no id',
    meaning: 'Without it a refund can’t be sent.',
    next: 'Refund in the provider’s portal.',
  },
  no_currency: {
    title: 'This record has no currency',
    meaning: 'Without it the amount means nothing.',
    next: 'Refund in the provider’s portal.',
  },
  too_long: {
    title: 'Something in this record is longer than it may be',
    meaning:
      'An id, a code, an amount, a status or a time is longer than the service promises. A refund by it may reach another payment.',
    next: 'Refund in the provider’s portal.',
  },
  amount_unreadable: {
    title: 'The amount can’t be read',
    meaning: 'We do not know how much was paid.',
    next: 'Check the payment in the provider’s portal.',
  },
  refunded_unreadable: {
    title: 'The amount refunded so far can’t be read',
    meaning: 'We do not know how much is left.',
    next: 'Check the payment in the provider’s portal.',
  },
  contradiction: {
    title: 'The record contradicts itself',
    meaning: 'What it says about refunds can’t all be true.',
    next: 'Check the payment in the provider’s portal.',
  },
  wholly_refunded: {
    title: 'Already refunded in full',
    meaning: 'The service says that the whole amount was refunded.',
    next: 'Show the customer this receipt.',
  },
  cancelled: {
    title: 'This payment was cancelled',
    meaning: 'There is nothing to refund.',
    next: 'Show the customer this receipt.',
  },
  failed: {
    title: 'This payment failed',
    meaning: 'There is nothing to refund.',
    next: 'Show the customer this receipt.',
  },
  precreated: {
    title: 'This payment is not paid yet',
    meaning: 'There is nothing to refund.',
    next: 'Look again after the customer has paid.',
  },
  nothing_paid: {
    title: 'The amount paid is zero',
    meaning: 'There is nothing to refund.',
    next: 'Scan the next receipt.',
  },
  rest_too_small: {
    title: 'Too little is left',
    meaning: 'Less than 0.10 is left, and the service refunds no less than that.',
    next: 'Refund the rest in the provider’s portal.',
  },
}

/** Why a transaction cannot be refunded, as its record tells; with what of the record says so, where that helps. */
export function explainBlock(reason: BlockReason, record?: Transaction): Explanation {
  const plain = blocks[reason]
  if (record === undefined) return plain
  if (reason === 'too_long') {
    const named = tooLongWords(record.lengths)
    return named === null
      ? plain
      : { ...plain, meaning: `${named} A refund by it may reach another payment.` }
  }
  if (reason === 'wholly_refunded' && paymentState(record) === 'other_refunded') {
    const status =
      record.status === ''
        ? 'no status'
        : `the status “${shortForeign(record.status)}”, which Tillside does not know`
    return {
      title: plain.title,
      meaning: `${plain.meaning} It gives this payment ${status}.`,
      next: 'Check the payment in the provider’s portal.',
    }
  }
  return plain
}

const amountProblems: Readonly<Record<AmountFault, string>> = {
  too_small: 'At least 0.10 can be refunded.',
  too_large: 'That is more than is left.',
  not_whole_units: 'This currency has no smaller coin: whole amounts only.',
  whole_only: 'So small a payment can only be refunded in full.',
}

/** What is wrong with an amount, in one sentence. */
export function amountProblemWords(problem: AmountFault): string {
  return amountProblems[problem]
}

/** What the cashier must confirm once more, and the sentence beside the box. */
export function explainConfirmation(
  why: ConfirmationReason,
  status: string,
): { ask: string; meaning: string } {
  switch (why) {
    case 'status_not_known':
      return {
        ask: 'I have checked: this payment may be refunded',
        meaning:
          status === ''
            ? 'The service gives this payment no status.'
            : `The service calls this payment “${shortForeign(status)}”. Tillside does not know that word.`,
      }
    case 'status_refunded_in_part':
      return {
        ask: 'I have checked: the rest may be refunded',
        meaning: 'The service calls this payment “refunded”, but part of it is left.',
      }
    default:
      return unreachable(why)
  }
}

/** Refunds need the service's own word; what to do depends on whether it is being asked. */
export function explainSavedCopy(asking: boolean, offline: boolean): Explanation {
  if (asking) return copyAsking
  return offline ? copyOffline : savedCopyBlock
}

const copyAsking: Explanation = {
  title: 'This is a saved copy',
  meaning: 'The service is being asked what it says now.',
  next: 'Wait a moment. Refund comes on with its answer.',
}

const copyOffline: Explanation = {
  title: 'This is a saved copy: the till is offline',
  meaning: 'It may be old. A refund needs what the service says now.',
  next: 'Wait. When the line is back the receipt refreshes itself and Refund comes on.',
}

const savedCopyBlock: Explanation = {
  title: 'This is a saved copy',
  meaning: 'It may be old. A refund needs what the service says now.',
  next: 'The service did not answer. Press Look again.',
}

export const offlineBlock: Explanation = {
  title: 'The till is offline',
  meaning: `A refund can’t be sent now. ${nothingMoved}`,
  next: 'Wait. Refund comes on when the line is back.',
}
