import type { Fault } from '../../shared/fault'
import { unreachable } from '../../shared/result'
import { amountProblemWords, explainBlock, explainConfirmation, explainRefundsOff } from './block-words'
import { connectFailureWords, lostAnswerWords } from './connection-words'
import { type Explanation, nothingMoved, nothingSent } from './explanation'
import { explainPaperFault, explainPinFault, explainSetUpFault } from './set-up-fault-words'

type SetUpFault = Parameters<typeof explainSetUpFault>[0]
type PinFault = Parameters<typeof explainPinFault>[0]
type PaperFault = Parameters<typeof explainPaperFault>[0]
type LookupFault = Extract<
  Fault,
  {
    kind:
      | 'not_connected'
      | 'no_answer'
      | 'service_error'
      | 'token_not_accepted'
      | 'not_found'
      | 'strange_answer'
      | 'other_record'
      | 'code_empty'
      | 'code_too_long'
      | 'lookup_superseded'
  }
>
type RefundFault = Exclude<Fault, SetUpFault | PinFault | PaperFault | LookupFault>

/** Every expected failure in three sentences. Exhaustive: a new kind of fault does not compile without words. */
export function explainFault(fault: Fault): Explanation {
  switch (fault.kind) {
    case 'not_connected':
    case 'no_answer':
    case 'service_error':
    case 'token_not_accepted':
    case 'not_found':
    case 'strange_answer':
    case 'other_record':
    case 'code_empty':
    case 'code_too_long':
    case 'lookup_superseded':
      return explainLookupFault(fault)
    case 'sender_rejected':
    case 'request_malformed':
    case 'bug':
    case 'not_set_up':
    case 'keychain_unavailable':
    case 'address_not_allowed':
    case 'token_not_usable':
    case 'settings_not_saved':
      return explainSetUpFault(fault)
    case 'attempt_unknown':
    case 'attempt_not_open':
    case 'pin_not_set':
    case 'pin_wrong':
    case 'pin_throttled':
    case 'pin_weak':
      return explainPinFault(fault)
    case 'print_failed':
    case 'file_not_written':
      return explainPaperFault(fault)
    default:
      return explainRefundFault(fault)
  }
}

/** Failures of a show: it changes nothing at the service, whatever came back. */
function explainLookupFault(fault: LookupFault): Explanation {
  switch (fault.kind) {
    case 'not_connected':
      return {
        title: 'The payment service can not be reached',
        meaning: `It seems that ${connectFailureWords(fault.reason)}. ${nothingMoved}`,
        next: 'Check the network, then try again.',
      }
    case 'no_answer':
      return {
        title: 'The payment service did not answer',
        meaning: `We asked, but ${lostAnswerWords(fault.reason)}. Asking changes nothing: no money moved.`,
        next: 'Try again.',
      }
    case 'service_error':
      return {
        title: `The service says: ${fault.message}`,
        meaning: `It answered with error ${fault.httpStatus}. ${nothingMoved}`,
        next: 'Try again, or try another kind of code.',
      }
    case 'token_not_accepted':
      return {
        title: 'The access token was not accepted',
        meaning: `The service says: ${fault.message} (${fault.httpStatus}). ${nothingMoved}`,
        next: 'Put in a new access token under Settings.',
      }
    case 'not_found':
      return {
        title: 'No payment has this code',
        meaning: `The service says: ${fault.message}. ${nothingMoved}`,
        next: 'Check the code and scan it again, or choose another kind of code.',
      }
    case 'strange_answer':
      return {
        title: 'The answer can not be read',
        meaning: `Something came back (HTTP ${fault.httpStatus}) that is no payment. ${nothingMoved}`,
        next: 'Try again. If it stays so, check the address under Settings.',
      }
    case 'other_record':
      return {
        title: 'The service sent another payment',
        meaning: `What came back does not carry the code ${fault.code}, so it is not shown. ${nothingMoved}`,
        next: 'Try again, or choose another kind of code.',
      }
    case 'code_empty':
      return { title: 'There was no code', meaning: nothingMoved, next: 'Scan again or type the code.' }
    case 'code_too_long':
      return {
        title: 'This code is too long',
        meaning: `Such a code has at most ${fault.longest} characters. ${nothingMoved}`,
        next: 'Scan again, or choose another kind of code.',
      }
    case 'lookup_superseded':
      return { title: 'A newer scan took over', meaning: nothingMoved, next: 'Scan again.' }
    default:
      return unreachable(fault)
  }
}

/** Reasons for which main stops before a refund is written down or sent. */
function explainRefundFault(fault: RefundFault): Explanation {
  switch (fault.kind) {
    case 'screen_outdated':
      return { title: 'The screen is out of date', meaning: nothingSent, next: 'Look the receipt up again.' }
    case 'saved_copy_only':
      return {
        title: 'Only a saved copy is at hand',
        meaning: nothingSent,
        next: 'Look again when the till is online.',
      }
    case 'transaction_changed':
      return {
        title: 'The payment changed since you looked',
        meaning: nothingSent,
        next: 'Look again and check what is left.',
      }
    case 'stale_answer':
      return {
        title: 'The service answered with something old',
        meaning: `It had already told us something newer. ${nothingSent}`,
        next: 'Wait a moment, then look again.',
      }
    case 'undecided':
      return {
        title: 'An earlier refund is not decided yet',
        meaning: `It is ${fault.marker}. ${nothingSent}`,
        next: 'Do not refund on any till. Open it under Activity.',
      }
    case 'refund_blocked':
      return {
        ...explainBlock(fault.reason),
        meaning: `${explainBlock(fault.reason).meaning} ${nothingSent}`,
      }
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
    case 'reason_missing':
      return { title: 'There is no reason', meaning: nothingSent, next: 'Go back and choose one.' }
    case 'refund_in_progress':
      return {
        title: 'Another refund of this till is being sent',
        meaning: nothingSent,
        next: 'Wait until it is done, then try again.',
      }
    case 'refunds_off':
      return explainRefundsOff(fault.why)
    case 'journal_unwritable':
      return {
        title: 'The refund could not be written down',
        meaning: `A refund that is not written down first is never sent. ${nothingSent}`,
        next: 'Refund on another till. Ask whoever looks after this PC to check its disk.',
      }
    default:
      return unreachable(fault)
  }
}
