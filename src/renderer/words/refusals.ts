import { paymentState } from '../../shared/payment-state'
import type { AmountFault, BlockReason, ConfirmationReason } from '../../shared/refund-blocks'
import { unreachable } from '../../shared/result'
import type { Transaction } from '../../shared/transaction'
import { type Explanation, nothingMoved } from './explanation'
import { tooLongWords } from './oddity-words'
import { shortForeign } from './receipt'

const blocks: Readonly<Record<BlockReason, Explanation>> = {
  no_id: {
    title: 'This payment has no ID',
    meaning: 'It can’t be refunded from here.',
    next: 'Refund in the provider’s portal.',
  },
  no_currency: {
    title: 'This payment has no currency',
    meaning: 'It can’t be refunded from here.',
    next: 'Refund in the provider’s portal.',
  },
  too_long: {
    title: 'This payment can’t be read for sure',
    meaning: 'Its ID, an amount, the currency or the status is longer than the service promises.',
    next: 'Refund in the provider’s portal.',
  },
  amount_unreadable: {
    title: 'The amount can’t be read',
    meaning: 'We don’t know how much was paid.',
    next: 'Check the payment in the provider’s portal.',
  },
  refunded_unreadable: {
    title: 'The amount refunded so far can’t be read',
    meaning: 'We don’t know how much is left.',
    next: 'Check the payment in the provider’s portal.',
  },
  contradiction: {
    title: 'The refund figures don’t add up',
    meaning: 'The service’s figures for this payment contradict each other.',
    next: 'Check the payment in the provider’s portal.',
  },
  wholly_refunded: {
    title: 'Already refunded in full',
    meaning: 'The service says the full amount has been refunded.',
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
    title: 'This payment isn’t paid yet',
    meaning: 'There is nothing to refund.',
    next: 'Check again after the customer has paid.',
  },
  nothing_paid: {
    title: 'The amount paid is zero',
    meaning: 'There is nothing to refund.',
    next: 'Scan the next receipt.',
  },
  rest_too_small: {
    title: 'Too little left to refund',
    meaning: 'Less than 0.10 is left, and that is the smallest refund.',
    next: 'Refund the rest in the provider’s portal.',
  },
}

/** Why a transaction cannot be refunded, as its record tells; with what of the record says so, where that helps. */
export function explainBlock(reason: BlockReason, record?: Transaction): Explanation {
  const plain = blocks[reason]
  if (record === undefined) return plain
  if (reason === 'too_long') {
    const named = tooLongWords(record.oddities)
    return named === null ? plain : { ...plain, meaning: named }
  }
  if (reason === 'wholly_refunded' && paymentState(record) === 'other_refunded') {
    const status =
      record.status === ''
        ? 'no status'
        : `the status “${shortForeign(record.status)}”, which Tillside doesn’t know`
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
  not_whole_units: 'Whole amounts only in this currency.',
  whole_only: 'This payment is too small to refund in part.',
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
            : `The service calls this payment “${shortForeign(status)}”. Tillside doesn’t know that word.`,
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
export function explainSavedCopy(offline: boolean): Explanation {
  return offline ? copyOffline : savedCopyBlock
}

/** While the service is asked about a saved copy: beside the Refund button, and, once it takes long, above it. */
export const askingWords = {
  checking: 'Checking with the service…',
  wanted: 'Refund opens as soon as the service answers.',
  /** The same right after a start, while the refund record is still being checked. */
  opening: 'Refund opens as soon as the record is checked.',
  slow: {
    title: 'The service is slow to answer',
    meaning: 'This is a saved receipt. It may be out of date.',
    next: 'Refund opens as soon as the service answers.',
  },
} as const

const copyOffline: Explanation = {
  title: 'This is a saved receipt: the till is offline',
  meaning: 'It may be out of date.',
  next: 'You can refund as soon as the till is online again; this receipt updates automatically.',
}

const savedCopyBlock: Explanation = {
  title: 'This is a saved receipt',
  meaning: 'It may be out of date. The service didn’t answer.',
  next: 'Press Check again.',
}

export const offlineBlock: Explanation = {
  title: 'The till is offline',
  meaning: `Refunds aren’t possible while offline. ${nothingMoved}`,
  next: 'You can refund as soon as the till is online again.',
}
