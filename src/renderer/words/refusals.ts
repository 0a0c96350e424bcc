import type { FaultOf, RefundsOff } from '../../shared/fault'
import { paymentState } from '../../shared/payment-state'
import type { AmountFault, BlockReason, ConfirmationReason } from '../../shared/refund-blocks'
import { unreachable } from '../../shared/result'
import { isolatedText } from '../../shared/shown-text'
import type { Transaction } from '../../shared/transaction'
import { type Explanation, nothingMoved, nothingSent } from './common'
import { shortForeign, tooLongWords } from './receipt'

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

const portalFirst = 'Check the provider’s portal before refunding on another till.'
const newRecord = `${portalFirst} Then a supervisor can start a new record in Settings.`

/** Each reason is another thing with another word and another way on (refund-protocol.md 11 to 14). */
const reasons: Readonly<Record<RefundsOff, Explanation>> = {
  journal_opening: {
    title: 'Refunds will be available in a moment',
    meaning: 'Tillside is checking its refund record, as at every start.',
    next: 'Wait a moment. You can look up receipts in the meantime.',
  },
  no_keychain: {
    title: 'Refunds are off: this PC’s keychain isn’t working',
    meaning: 'Without it Tillside can’t protect its refund record. You can still look up receipts.',
    next: `Unlock the keychain, or ask IT support to repair it. Refunds are available again when it answers. ${portalFirst}`,
  },
  keychain_emptied: {
    title: 'Refunds are off: this PC’s keychain has lost what belongs to the refund record',
    meaning: 'The record is still on this disk, but it can’t be trusted or opened without that.',
    next: newRecord,
  },
  journal_missing: {
    title: 'Refunds are off: the refund record is gone',
    meaning:
      'This till had one, and it isn’t on this disk any more. Without it a refund could be sent twice.',
    next: newRecord,
  },
  journal_damaged: {
    title: 'Refunds are off: the refund record is damaged',
    meaning: 'The damaged file was kept. Without a record the same refund could be sent twice.',
    next: newRecord,
  },
  journal_rolled_back: {
    title: 'Refunds are off: the refund record is an older copy',
    meaning: 'Refunds may be missing from it. Without them a refund could be sent twice.',
    next: newRecord,
  },
  journal_wrong_key: {
    title: 'Refunds are off: the refund record can’t be opened',
    meaning: 'The key in this account’s keychain is another one.',
    next: `Sign in to this PC with the usual account, or ask IT support. ${newRecord}`,
  },
  journal_other_version: {
    title: 'Refunds are off: another version of Tillside wrote the refund record',
    meaning: 'This version can’t read it. Nothing is wrong with the record.',
    next: 'Start that version of Tillside, or ask IT support to install it.',
  },
  journal_unwritable: {
    title: 'Refunds are off: nothing can be written to this PC’s disk',
    meaning: 'A refund that isn’t recorded first is never sent.',
    next: `Ask IT support to make room on the disk. ${portalFirst}`,
  },
  service_unsettled: {
    title: 'Refunds are off: is this the same payment service as before?',
    meaning: 'Its address was changed while a refund is in doubt or still watched.',
    next: 'A supervisor answers in Settings, Payment service. Refunds are available again with the answer.',
  },
  policy_wrong: {
    title: 'Refunds are off: this PC’s policy file isn’t valid',
    meaning:
      'It says what this till may do, and it can’t be followed as it is. You can still look up receipts.',
    next: 'Ask IT support to put it right and to start Tillside again. Settings says what is wrong.',
  },
}

/** A till whose folder is another one now has nothing in the keychain; that is no keychain that lost something. */
function explainMoved(from: string): Explanation {
  return {
    title: 'Refunds are off: this till’s folder was moved or copied',
    meaning: `It came from ${isolatedText(from)}. Its keychain entries belong there and aren’t used here.`,
    next: `Ask IT support to move it back, or to set this till up anew here. ${portalFirst}`,
  }
}

/**
 * Why refunds are off on this till, whatever the transaction.
 * @param movedFrom where the profile's keychain entries belong, if that is elsewhere
 */
export function explainRefundsOff(why: RefundsOff, movedFrom: string | null = null): Explanation {
  const isMissed = why === 'no_keychain' || why === 'keychain_emptied'
  return isMissed && movedFrom !== null ? explainMoved(movedFrom) : reasons[why]
}

/** Beside every payment while the refund record is off, for whatever reason (refund-protocol.md 11). */
export const doubtWords = {
  title: 'This till may have a refund in doubt',
  meaning: 'It can’t tell now whether this payment was refunded here.',
} as const
