import type { ConnectFailure } from '../../shared/call-failures'
import type { Fault, FaultOf } from '../../shared/fault'
import { unreachable } from '../../shared/result'
import { isolatedText } from '../../shared/shown-text'
import { connectFailureWords, lostAnswerWords } from './connection-words'
import { codesWords } from './count-words'
import { type Explanation, kindsOf, nothingMoved } from './explanation'
import { errorNumber, messageText, serviceSays } from './service-says'

type CodeFault = FaultOf<'code_empty' | 'code_too_long' | 'lookup_superseded' | 'unknown_codes_spent'>
type SilentFault = FaultOf<'not_connected' | 'no_answer'>
type AnswerFault = FaultOf<
  'service_error' | 'token_not_accepted' | 'not_found' | 'strange_answer' | 'other_record'
>

const isCodeFault = kindsOf('code_empty', 'code_too_long', 'lookup_superseded', 'unknown_codes_spent')
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
      return { title: 'There was no code', meaning: nothingMoved, next: 'Scan again or type the code.' }
    case 'code_too_long':
      return {
        title: 'This code is too long',
        meaning: `Such a code has at most ${fault.longest} characters. ${nothingMoved}`,
        next: 'Scan again, or choose another kind of code.',
      }
    case 'lookup_superseded':
      return { title: 'A newer scan took over', meaning: nothingMoved, next: 'Scan again.' }
    case 'unknown_codes_spent':
      return spentWords[fault.by](codesWords(fault.most))
    default:
      return unreachable(fault)
  }
}

/** What no cashier can mend by looking at the network. */
const administratorsMatters: ReadonlySet<ConnectFailure> = new Set(['pin', 'proxy_sign_in'])

function explainSilence(fault: SilentFault): Explanation {
  if (fault.kind === 'not_connected') {
    return {
      title: 'The payment service can’t be reached',
      meaning: `It seems that ${connectFailureWords(fault.reason)}. ${nothingMoved}`,
      next: administratorsMatters.has(fault.reason)
        ? 'Ask whoever looks after this PC.'
        : 'Check the network, then try again.',
    }
  }
  return {
    title: 'The payment service did not answer',
    meaning: `We asked, but ${lostAnswerWords(fault.reason)}. Asking changes nothing: no money moved.`,
    next: 'Try again.',
  }
}

const spentWords: Readonly<Record<FaultOf<'unknown_codes_spent'>['by'], (codes: string) => Explanation>> = {
  hand: (codes) => ({
    title: 'Too many unknown codes today',
    meaning: `Today ${codes} were looked up here that no payment has, so this one was not asked for. ${nothingMoved}`,
    next: 'Payments with a saved copy can be looked up still, all others tomorrow. Tell the supervisor: somebody may be trying codes.',
  }),
  list: (codes) => ({
    title: 'Too many unknown codes today',
    meaning: `Today ${codes} of lists were none of any payment, so no more are asked for.`,
    next: 'Check that the lists hold the right codes. What still waits goes on by itself tomorrow.',
  }),
}

/** Which error a token without rights gets is not documented (interface.md §5, §7): 403 may well be it. */
export function mayBeToken(fault: Fault): boolean {
  return fault.kind === 'token_not_accepted' || (fault.kind === 'service_error' && fault.httpStatus === 403)
}

function explainServiceError(fault: FaultOf<'service_error'>): Explanation {
  const text = messageText(fault.message)
  return {
    title: text === '' ? 'The service answered with an error' : `The service says: ${text}`,
    meaning: `It answered with error ${errorNumber(fault.httpStatus, fault.ownStatus)}${text === '' ? ' and gave no reason' : ''}. ${nothingMoved}`,
    next: mayBeToken(fault)
      ? 'Check the access token under Settings. Or try again, or try another kind of code.'
      : 'Try again, or try another kind of code.',
  }
}

function explainAnswer(fault: AnswerFault): Explanation {
  switch (fault.kind) {
    case 'service_error':
      return explainServiceError(fault)
    case 'token_not_accepted':
      return {
        title: 'The access token was not accepted',
        meaning: `${serviceSays(fault.message, errorNumber(fault.httpStatus, fault.ownStatus))} ${nothingMoved}`,
        next: 'Put in a new access token under Settings.',
      }
    case 'not_found':
      return {
        title: 'No payment has this code',
        meaning: `${serviceSays(fault.message)} ${nothingMoved}`,
        next: 'Check the code and scan it again, or choose another kind of code.',
      }
    case 'strange_answer':
      return {
        title: 'The answer can’t be read',
        meaning: `Something came back (HTTP ${fault.httpStatus}) that is no payment. ${nothingMoved}`,
        next: 'Try again. If it stays so, check the address under Settings.',
      }
    case 'other_record':
      return {
        title: 'The service sent another payment',
        meaning: `What came back does not carry the code ${isolatedText(fault.code)}, so it is not shown. ${nothingMoved}`,
        next: 'Try again, or choose another kind of code.',
      }
    default:
      return unreachable(fault)
  }
}
