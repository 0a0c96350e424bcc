import type { ConnectFailure, LostAnswer } from '../../shared/call-failures'
import { unreachable } from '../../shared/result'

/** Why the payment service could not be reached, for the middle of a sentence. */
export function connectFailureWords(reason: ConnectFailure): string {
  switch (reason) {
    case 'name_lookup':
      return 'its address was not found'
    case 'refused':
      return 'it does not accept connections'
    case 'unreachable':
      return 'there is no network to it'
    case 'timeout':
      return 'it took too long to connect'
    case 'certificate':
      return 'its certificate can’t be trusted'
    case 'handshake':
      return 'the secure connection failed'
    case 'pin':
      return 'its certificate is not one that this PC’s policy allows'
    case 'proxy':
      return 'this PC’s proxy does not let Tillside through'
    case 'proxy_sign_in':
      return 'this PC’s proxy asks for a name and a password, and Tillside has none'
    case 'aborted':
      return 'the connection was given up'
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
      return 'the line was cut'
    case 'closed':
      return 'the line was closed without an answer'
    case 'truncated':
      return 'the answer was cut off'
    case 'too_large':
      return 'the answer was far too long'
    case 'malformed':
      return 'the answer made no sense'
    default:
      return unreachable(reason)
  }
}
