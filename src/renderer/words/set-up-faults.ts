import type { AddressRefusal, FaultOf, TokenRefusal } from '../../shared/fault'
import { unreachable } from '../../shared/result'
import { isolatedText } from '../../shared/shown-text'
import { type Explanation, kindsOf, nothingMoved } from './common'

type PlainKind =
  | 'sender_rejected'
  | 'not_set_up'
  | 'keychain_unavailable'
  | 'token_not_the_stored'
  | 'test_build_address'
  | 'loopback_address'
  | 'set_by_policy'
type DetailedKind =
  | 'request_malformed'
  | 'bug'
  | 'address_not_allowed'
  | 'token_not_usable'
  | 'settings_not_saved'
  | 'address_by_policy'
  | 'copies_not_searchable'
type SetUpFault = FaultOf<PlainKind | DetailedKind | 'act_needs_supervisor'>

export const isSetUpFault = kindsOf(
  'act_needs_supervisor',
  'token_not_the_stored',
  'sender_rejected',
  'request_malformed',
  'bug',
  'not_set_up',
  'keychain_unavailable',
  'address_not_allowed',
  'test_build_address',
  'loopback_address',
  'address_by_policy',
  'set_by_policy',
  'token_not_usable',
  'settings_not_saved',
  'copies_not_searchable',
)

const enterHttps = 'Enter an address that starts with https://.'
const addressRefusals: Readonly<
  Record<AddressRefusal, (address: string) => Pick<Explanation, 'meaning' | 'next'>>
> = {
  no_address: () => ({
    meaning: 'It isn’t a web address.',
    next: 'Start with https://, for example https://pay.example.',
  }),
  not_https: () => ({ meaning: 'It has to start with https://.', next: enterHttps }),
  holds_credentials: () => ({
    meaning: 'It must not contain a user name or a password.',
    next: 'Enter it without them.',
  }),
  holds_query: () => ({ meaning: 'It must not contain “?” or “#”.', next: 'Enter it without them.' }),
  plain_http: () => ({
    meaning: 'Only an address of this PC itself may start with http://.',
    next: enterHttps,
  }),
  practice_has_its_own: () => ({
    meaning: 'Practice has a payment service of its own.',
    next: 'Leave practice first.',
  }),
  connect_first: () => ({
    meaning: 'This till has a PIN, but no payment service any more.',
    next: 'Connect it first: that needs the PIN.',
  }),
  other_service: (address) => ({
    meaning: `This till is connected to ${address}.`,
    next: 'Enter that address, or leave it empty.',
  }),
}

const tokenRefusals: Readonly<Record<TokenRefusal, string>> = {
  empty: 'It’s empty.',
  unusual_characters: 'It contains a space, a line break or a character that tokens don’t have.',
  too_long: 'It’s longer than a keychain can keep: about 2,100 characters.',
}

const plain: Readonly<Record<PlainKind, Explanation>> = {
  sender_rejected: {
    title: 'Tillside needs a restart',
    meaning: nothingMoved,
    next: 'Restart Tillside.',
  },
  not_set_up: {
    title: 'No payment service is connected',
    meaning: nothingMoved,
    next: 'Enter the address and the access token in Settings.',
  },
  test_build_address: {
    title: 'This test build connects to this PC only',
    meaning: 'Nothing was changed.',
    next: 'Enter an address of this PC, such as http://127.0.0.1:8086, or use practice.',
  },
  loopback_address: {
    title: 'A payment service on this PC itself isn’t allowed',
    meaning: nothingMoved,
    next: 'Enter the address of the payment service. Only this PC’s administrator can allow one on it, in the policy file.',
  },
  set_by_policy: {
    title: 'Set by this PC’s administrator',
    meaning: 'Nothing was changed.',
    next: 'Ask IT support.',
  },
  token_not_the_stored: {
    title: 'That isn’t the access token in use',
    meaning: 'Nothing was changed.',
    next: 'Type the one that this till uses now, or the supervisor’s PIN.',
  },
  keychain_unavailable: {
    title: 'This PC’s keychain isn’t working',
    meaning: 'The access token can be kept for this session only, and refunds are off.',
    next: 'Ask IT support to repair the keychain.',
  },
}

/** Failures of the till itself and of how it is set up. */
export function explainSetUpFault(fault: SetUpFault): Explanation {
  switch (fault.kind) {
    case 'sender_rejected':
    case 'not_set_up':
    case 'test_build_address':
    case 'loopback_address':
    case 'set_by_policy':
    case 'keychain_unavailable':
    case 'token_not_the_stored':
      return plain[fault.kind]
    case 'act_needs_supervisor':
      return {
        title: 'Only a supervisor may do this',
        meaning: 'Nothing was changed.',
        next:
          fault.by === 'pin'
            ? 'Ask a supervisor to type the PIN.'
            : 'Ask whoever has the access token of this till to type it.',
      }
    case 'request_malformed':
      return {
        title: 'Tillside made a mistake',
        meaning: `${nothingMoved} (${isolatedText(fault.detail)})`,
        next: 'Try again. If it keeps happening, restart Tillside.',
      }
    case 'bug':
      return {
        title: 'Something went wrong in Tillside',
        meaning: `An internal error. (${isolatedText(fault.detail)})`,
        next: 'Check Activity before you refund anything. Then restart Tillside.',
      }
    case 'address_not_allowed':
      return {
        title: 'This address can’t be used',
        ...addressRefusals[fault.why](isolatedText(fault.address)),
      }
    case 'address_by_policy':
      return {
        title: 'This address can’t be used',
        meaning: `This PC’s administrator allows ${isolatedText(fault.address)} only.`,
        next: 'Enter that address in Settings.',
      }
    case 'token_not_usable':
      return {
        title: 'This access token can’t be used',
        meaning: tokenRefusals[fault.why],
        next: 'Copy the whole token again.',
      }
    case 'settings_not_saved':
      return {
        title: 'Settings weren’t saved',
        meaning: isolatedText(fault.detail),
        next: 'Try again. If it still doesn’t work, ask IT support.',
      }
    case 'copies_not_searchable':
      return {
        title: 'Saved receipts can’t be searched right now',
        meaning: `${nothingMoved} (${isolatedText(fault.detail)})`,
        next: 'Try again, or scan the code on the receipt.',
      }
    default:
      return unreachable(fault)
  }
}

type PlainDecisionKind =
  | 'decision_outdated'
  | 'lowering_not_possible'
  | 'alarm_unknown'
  | 'service_not_in_question'
type DecisionFault = FaultOf<PlainDecisionKind | 'decision_too_early' | 'decision_needs_show'>

export const isDecisionFault = kindsOf(
  'decision_outdated',
  'lowering_not_possible',
  'alarm_unknown',
  'service_not_in_question',
  'decision_too_early',
  'decision_needs_show',
)

const nothingWritten = 'Nothing was recorded.'

const plainDecision: Readonly<Record<PlainDecisionKind, Explanation>> = {
  decision_outdated: {
    title: 'The service says something else now',
    meaning: `The payment was checked just now and isn’t as you saw it. ${nothingWritten}`,
    next: 'Close this, read what has changed, and decide again.',
  },
  lowering_not_possible: {
    title: 'The lower amount can’t be accepted now',
    meaning: `The payment has changed since it was shown. ${nothingWritten}`,
    next: 'Close this and read what the service says now.',
  },
  alarm_unknown: {
    title: 'There’s nothing left to record here',
    meaning: 'It was recorded in the meantime, or the record has changed.',
    next: 'Close this and open Activity again.',
  },
  service_not_in_question: {
    title: 'Nobody asks about this address any more',
    meaning: nothingWritten,
    next: 'Close this and read under Settings which address is in use.',
  },
}

/** A supervisor's word that could not be taken, or not yet. */
export function explainDecisionFault(fault: DecisionFault): Explanation {
  switch (fault.kind) {
    case 'decision_outdated':
    case 'lowering_not_possible':
    case 'alarm_unknown':
    case 'service_not_in_question':
      return plainDecision[fault.kind]
    case 'decision_too_early':
      return {
        title: 'It is too early to say “not refunded”',
        meaning: `A refund can arrive some minutes late. ${nothingWritten}`,
        next: waitWords(fault.waitSeconds),
      }
    case 'decision_needs_show':
      return {
        title: 'The service couldn’t be asked just now',
        meaning: `Without its answer “not refunded” can’t be recorded yet. ${nothingWritten}`,
        next:
          fault.waitSeconds <= 0
            ? 'Try again, or go by the provider’s portal alone.'
            : `Try again when the connection is back. ${portalFrom(fault.waitSeconds)}`,
      }
    default:
      return unreachable(fault)
  }
}

function portalFrom(seconds: number): string {
  return `In ${Math.max(1, Math.ceil(seconds / 60))} min you can go by the provider’s portal alone.`
}

type PlainPinKind =
  | 'attempt_unknown'
  | 'attempt_not_open'
  | 'pin_not_set'
  | 'pin_damaged'
  | 'pin_stopped'
  | 'pin_weak'
type PinFault = FaultOf<PlainPinKind | 'pin_wrong' | 'pin_throttled' | 'pin_stopped_elsewhere'>

export const isPinFault = kindsOf(
  'attempt_unknown',
  'attempt_not_open',
  'pin_not_set',
  'pin_damaged',
  'pin_wrong',
  'pin_throttled',
  'pin_stopped',
  'pin_stopped_elsewhere',
  'pin_weak',
)

const plainPin: Readonly<Record<PlainPinKind, Explanation>> = {
  attempt_unknown: {
    title: 'This refund isn’t in the record',
    meaning: nothingMoved,
    next: 'Open Activity again.',
  },
  attempt_not_open: {
    title: 'Already settled',
    meaning: 'It was settled in the meantime.',
    next: 'Read how it ended.',
  },
  pin_not_set: {
    title: 'No supervisor PIN is set',
    meaning: 'Refunds without an answer stay locked.',
    next: 'Set one in Settings.',
  },
  pin_damaged: {
    title: 'The supervisor PIN is damaged',
    meaning:
      'Your PIN isn’t wrong; this PC can’t read what it keeps of it. Refunds without an answer stay locked.',
    next: 'Ask IT support to set a new PIN (--provision with --supervisor-pin).',
  },
  pin_stopped: {
    title: 'The PIN was wrong ten times in a row',
    meaning: 'No PIN is accepted any more, not even the right one. Nothing was changed.',
    next: 'Ask IT support to type the access token in Settings, under Supervisor PIN.',
  },
  pin_weak: {
    title: 'This PIN is too easy to guess',
    meaning: 'It wasn’t saved.',
    next: 'Choose 6 or more digits or letters: no dates, no 123456, nothing that many people use.',
  },
}

/** How long to wait before trying again. */
export function waitWords(seconds: number): string {
  if (seconds <= 0) return 'Try again.'
  return seconds < 60
    ? `Wait ${seconds} s, then try again.`
    : `Wait ${Math.ceil(seconds / 60)} min, then try again.`
}

export const pinDamaged: Explanation = plainPin.pin_damaged
export const pinStopped: Explanation = plainPin.pin_stopped

/** Failures around attempts and supervisors. */
export function explainPinFault(fault: PinFault): Explanation {
  switch (fault.kind) {
    case 'attempt_unknown':
    case 'attempt_not_open':
    case 'pin_not_set':
    case 'pin_damaged':
    case 'pin_stopped':
    case 'pin_weak':
      return plainPin[fault.kind]
    case 'pin_wrong':
      return {
        title: 'The PIN is wrong',
        meaning: 'Nothing was changed.',
        next: waitWords(fault.waitSeconds),
      }
    case 'pin_throttled':
      return {
        title: 'Too many wrong PINs',
        meaning: 'Nothing was changed.',
        next: waitWords(fault.waitSeconds),
      }
    case 'pin_stopped_elsewhere':
      return {
        title: 'Another payment service is connected',
        meaning: `The PIN was last right with ${fault.address}. The PIN stays stopped.`,
        next: 'Connect that service again, then type its access token here.',
      }
    default:
      return unreachable(fault)
  }
}
