import type { AddressRefusal, FaultOf, TokenRefusal } from '../../shared/fault'
import { unreachable } from '../../shared/result'
import { isolatedText } from '../../shared/shown-text'
import { type Explanation, kindsOf, nothingMoved } from './explanation'

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
