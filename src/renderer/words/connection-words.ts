import type { ConnectFailure, LostAnswer } from '../../shared/call-failures'
import { unreachable } from '../../shared/result'
import { asSentence } from './common'

/** Why the payment service could not be reached, for the middle of a sentence. */
export function connectFailureWords(reason: ConnectFailure): string {
  switch (reason) {
    case 'name_lookup':
      return 'its address wasn’t found'
    case 'refused':
      return 'it isn’t accepting connections'
    case 'unreachable':
      return 'there is no network to it'
    case 'timeout':
      return 'it took too long to connect'
    case 'certificate':
      return 'its certificate can’t be trusted'
    case 'handshake':
      return 'the secure connection failed'
    case 'pin':
      return 'its certificate isn’t one that this PC’s policy allows'
    case 'proxy':
      return 'this PC’s proxy won’t let Tillside through'
    case 'proxy_sign_in':
      return 'this PC’s proxy asks for a user name and password'
    case 'aborted':
      return 'the connection attempt was stopped'
    default:
      return unreachable(reason)
  }
}

/** How the answer was lost, for the middle of a sentence. */
export function lostAnswerWords(reason: LostAnswer): string {
  switch (reason) {
    case 'timeout':
      return 'no answer came in time'
    case 'reset':
      return 'the connection was lost'
    case 'closed':
      return 'the connection closed before an answer'
    case 'truncated':
      return 'the answer was cut off'
    case 'too_large':
      return 'the answer was too long'
    case 'malformed':
      return 'the answer couldn’t be understood'
    default:
      return unreachable(reason)
  }
}

/** Such a fragment as a sentence of its own. */
export function sentenceOf(fragment: string): string {
  return asSentence(fragment.charAt(0).toUpperCase() + fragment.slice(1))
}
