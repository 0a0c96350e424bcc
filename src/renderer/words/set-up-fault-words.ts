import type { FaultOf } from '../../shared/fault'
import { unreachable } from '../../shared/result'
import { type Explanation, nothingMoved } from './explanation'

type SetUpFault = FaultOf<
  | 'sender_rejected'
  | 'request_malformed'
  | 'bug'
  | 'not_set_up'
  | 'keychain_unavailable'
  | 'address_not_allowed'
  | 'token_not_usable'
  | 'settings_not_saved'
>

/** Failures of the till itself and of how it is set up. */
export function explainSetUpFault(fault: SetUpFault): Explanation {
  switch (fault.kind) {
    case 'sender_rejected':
      return {
        title: 'This window is not allowed to ask',
        meaning: nothingMoved,
        next: 'Start Tillside again.',
      }
    case 'request_malformed':
      return {
        title: 'Tillside did not understand its own request',
        meaning: `${nothingMoved} (${fault.detail})`,
        next: 'Try again. If it stays so, start Tillside again.',
      }
    case 'bug':
      return {
        title: 'Tillside itself failed',
        meaning: `This should not happen. (${fault.detail})`,
        next: 'Look under Activity before you refund anything. Then start Tillside again.',
      }
    case 'not_set_up':
      return {
        title: 'No payment service is connected',
        meaning: nothingMoved,
        next: 'Put in the address and the access token under Settings.',
      }
    case 'keychain_unavailable':
      return {
        title: 'This PC’s keychain does not work',
        meaning: 'The access token can be kept for this session only, and refunds are off.',
        next: 'Ask whoever looks after this PC to set the keychain up.',
      }
    case 'address_not_allowed':
      return {
        title: 'This address can not be used',
        meaning: fault.detail,
        next: 'Give an address that begins with https://.',
      }
    case 'token_not_usable':
      return {
        title: 'This access token can not be used',
        meaning: fault.detail,
        next: 'Copy it again, whole.',
      }
    case 'settings_not_saved':
      return { title: 'The settings were not saved', meaning: fault.detail, next: 'Try again.' }
    default:
      return unreachable(fault)
  }
}

type PinFault = FaultOf<
  'attempt_unknown' | 'attempt_not_open' | 'pin_not_set' | 'pin_wrong' | 'pin_throttled' | 'pin_weak'
>

function waitWords(seconds: number): string {
  if (seconds <= 0) return 'Try again.'
  return seconds < 60
    ? `Wait ${seconds} s, then try again.`
    : `Wait ${Math.ceil(seconds / 60)} min, then try again.`
}

/** Failures around attempts and supervisors. */
export function explainPinFault(fault: PinFault): Explanation {
  switch (fault.kind) {
    case 'attempt_unknown':
      return {
        title: 'This refund is not in the record',
        meaning: nothingMoved,
        next: 'Open Activity again.',
      }
    case 'attempt_not_open':
      return {
        title: 'This refund needs no decision any more',
        meaning: 'It was decided meanwhile.',
        next: 'Read how it ended.',
      }
    case 'pin_not_set':
      return {
        title: 'No supervisor PIN is set',
        meaning: 'Undecided refunds stay locked.',
        next: 'Set one under Settings.',
      }
    case 'pin_wrong':
      return {
        title: 'The PIN is wrong',
        meaning: 'Nothing was decided.',
        next: waitWords(fault.waitSeconds),
      }
    case 'pin_throttled':
      return {
        title: 'Too many wrong PINs',
        meaning: 'Nothing was decided.',
        next: waitWords(fault.waitSeconds),
      }
    case 'pin_weak':
      return {
        title: 'This PIN is too easy to guess',
        meaning: 'The PIN was not changed.',
        next: 'Take at least four signs: not all the same, and no row of keys like 1234.',
      }
    default:
      return unreachable(fault)
  }
}

/** Failures of paper and files. */
export function explainPaperFault(fault: FaultOf<'print_failed' | 'file_not_written'>): Explanation {
  switch (fault.kind) {
    case 'print_failed':
      return {
        title: 'It was not printed',
        meaning: fault.detail === '' ? 'The printer gave no reason.' : fault.detail,
        next: 'Check the printer, or save it as PDF.',
      }
    case 'file_not_written':
      return { title: 'The file was not written', meaning: fault.detail, next: 'Choose another place.' }
    default:
      return unreachable(fault)
  }
}
