/** What the command line says; the window has its own words (src/renderer/words), and main answers it with codes. */
import type { AddressRefusal, FaultOf, TokenRefusal } from '../../shared/fault'

const addressRefusals: Readonly<Record<AddressRefusal, (address: string) => string>> = {
  no_address: () => 'It is not a web address.',
  not_https: () => 'It must begin with https://',
  holds_credentials: () => 'It must not hold a name or a password.',
  holds_query: () => 'It must not hold "?" or "#".',
  plain_http: () => 'Plain http is accepted for this PC itself only: use https.',
  practice_has_its_own: () => 'Practice has a payment service of its own.',
  connect_first: () => 'This till has a PIN, and no payment service any more.',
  other_service: (address) => `This till is connected to ${address}.`,
}

/** Why an address is not taken, without repeating what was typed: it may hold a password. */
export function addressRefusalWords({ why, address }: FaultOf<'address_not_allowed'>): string {
  return addressRefusals[why](address)
}

/** Why a token is not taken. */
export const tokenRefusalWords: Readonly<Record<TokenRefusal, string>> = {
  empty: 'It is empty.',
  unusual_characters: 'It holds a space, a line break or a sign that is not plain ASCII.',
  too_long: 'It is longer than the keychain of every system can keep: about 2,100 characters.',
}
