import type { ConnectFailure } from '../../shared/call-failures'
import type { Fault, FaultOf } from '../../shared/fault'
import { unreachable } from '../../shared/result'
import { isolatedText } from '../../shared/shown-text'
import { errorNumber, messageText, serviceSays } from './common'
import { connectFailureWords, lostAnswerWords, sentenceOf } from './connection-words'
import { type Explanation, kindsOf, nothingMoved } from './explanation'

type CodeFault = FaultOf<'code_empty' | 'code_too_long' | 'lookup_superseded'>
type SilentFault = FaultOf<'not_connected' | 'no_answer'>
type AnswerFault = FaultOf<
  'service_error' | 'token_not_accepted' | 'not_found' | 'strange_answer' | 'other_record'
>

const isCodeFault = kindsOf('code_empty', 'code_too_long', 'lookup_superseded')
const isSilentFault = kindsOf('not_connected', 'no_answer')
const isAnswerFault = kindsOf(
  'service_error',
  'token_not_accepted',
  'not_found',
  'strange_answer',
  'other_record',
)

export function isLookupFault(fault: Parameters<typeof isCodeFault>[0]) {
  return isCodeFault(fault) || isSilentFault(fault) || isAnswerFault(fault)
}

/** Failures of a show: it changes nothing at the service, whatever came back. */
export function explainLookupFault(fault: CodeFault | SilentFault | AnswerFault): Explanation {
  if (isCodeFault(fault)) return explainCodeFault(fault)
  return isSilentFault(fault) ? explainSilence(fault) : explainAnswer(fault)
}

function explainCodeFault(fault: CodeFault): Explanation {
  switch (fault.kind) {
    case 'code_empty':
      return { title: 'No code entered', meaning: nothingMoved, next: 'Scan again or type the code.' }
    case 'code_too_long':
      return {
        title: 'This code is too long',
        meaning: `Codes of this type have at most ${fault.longest} characters. ${nothingMoved}`,
        next: 'Scan again, or try another code type.',
      }
    case 'lookup_superseded':
      return { title: 'A newer scan replaced this one', meaning: nothingMoved, next: 'Scan again.' }
    default:
      return unreachable(fault)
  }
}

/** What no cashier can mend by looking at the network. */
const administratorsMatters: ReadonlySet<ConnectFailure> = new Set(['pin', 'proxy_sign_in'])

function explainSilence(fault: SilentFault): Explanation {
  if (fault.kind === 'not_connected') {
    return {
      title: 'Can’t reach the payment service',
      meaning: `${sentenceOf(connectFailureWords(fault.reason))} ${nothingMoved}`,
      next: administratorsMatters.has(fault.reason)
        ? 'Ask IT support.'
        : 'Check the network, then try again.',
    }
  }
  return {
    title: 'The payment service didn’t answer',
    meaning: `${sentenceOf(lostAnswerWords(fault.reason))} Looking up a receipt never moves money.`,
    next: 'Try again.',
  }
}

/** Which error a token without rights gets is not documented (interface.md §5, §7): 403 may well be it. */
export function mayBeToken(fault: Fault): boolean {
  return fault.kind === 'token_not_accepted' || (fault.kind === 'service_error' && fault.httpStatus === 403)
}

function explainServiceError(fault: FaultOf<'service_error'>): Explanation {
  const text = messageText(fault.message)
  const number = errorNumber(fault.httpStatus, fault.ownStatus)
  if (fault.httpStatus >= 500) {
    return {
      title: `The payment service has a problem (${number})`,
      meaning: `${text === '' ? '' : `It answered “${text}”. `}Nothing was sent.`,
      // Some services answer a code of another kind with a 500.
      next:
        fault.httpStatus === 500
          ? 'Try again in a minute, or try another code type.'
          : 'Try again in a minute.',
    }
  }
  return {
    title: 'The payment service had a problem',
    meaning: `${text === '' ? `It gave no reason (${number}).` : `It answered “${text}” (${number}).`} ${nothingMoved}`,
    next: mayBeToken(fault)
      ? 'Try again, or check the access token in Settings.'
      : 'Try again, or try another code type.',
  }
}

function explainAnswer(fault: AnswerFault): Explanation {
  switch (fault.kind) {
    case 'service_error':
      return explainServiceError(fault)
    case 'token_not_accepted':
      return {
        title: 'This till is no longer signed in to the payment service',
        meaning: `${serviceSays(fault.message, errorNumber(fault.httpStatus, fault.ownStatus))} ${nothingMoved}`,
        next: 'Ask a supervisor to enter a new access token in Settings.',
      }
    case 'not_found':
      return {
        title: 'No payment has this code',
        meaning: `${serviceSays(fault.message)} ${nothingMoved}`,
        next: 'Check the code and scan again, or try another code type.',
      }
    case 'strange_answer':
      return {
        title: 'The answer can’t be read',
        meaning: `The service sent something that isn’t a payment (HTTP ${fault.httpStatus}). ${nothingMoved}`,
        next: 'Try again. If it keeps happening, check the address in Settings.',
      }
    case 'other_record':
      return {
        title: 'The service sent another payment',
        meaning: `The answer was for another payment than ${isolatedText(fault.code)}, so it isn’t shown. ${nothingMoved}`,
        next: 'Try again, or try another code type.',
      }
    default:
      return unreachable(fault)
  }
}
