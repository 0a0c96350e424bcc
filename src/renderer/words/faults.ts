import type { ConnectFailure } from '../../shared/call-failures'
import type { Fault, FaultOf } from '../../shared/fault'
import { longestList } from '../../shared/limits'
import { unreachable } from '../../shared/result'
import { isolatedText } from '../../shared/shown-text'
import {
  connectFailureWords,
  type Explanation,
  errorNumber,
  kindsOf,
  lostAnswerWords,
  messageText,
  nothingMoved,
  sentenceOf,
  serviceSays,
} from './common'
import { countWords } from './locale'
import { explainRefundFault } from './refusals'
import {
  explainDecisionFault,
  explainPinFault,
  explainSetUpFault,
  isDecisionFault,
  isPinFault,
  isSetUpFault,
} from './set-up-faults'

/**
 * Every expected failure in three sentences. Exhaustive: what none of the others takes must be a refund's,
 * so a new kind of fault does not compile without words.
 */
export function explainFault(fault: Fault): Explanation {
  if (isLookupFault(fault)) return explainLookupFault(fault)
  if (isSetUpFault(fault)) return explainSetUpFault(fault)
  if (isPinFault(fault)) return explainPinFault(fault)
  if (isDecisionFault(fault)) return explainDecisionFault(fault)
  if (isPaperFault(fault)) return explainPaperFault(fault)
  if (isListFault(fault)) return explainListFault(fault)
  return explainRefundFault(fault)
}

const isPaperFault = kindsOf('print_failed', 'file_not_written', 'own_folder_chosen', 'copies_not_deleted')

const checkPrinter = 'Check the printer, or save it as PDF.'

const printFailureWords: Readonly<
  Record<FaultOf<'print_failed'>['why'], Pick<Explanation, 'meaning' | 'next'>>
> = {
  no_printer: { meaning: 'No printer is set up on this PC.', next: 'Save as PDF, or ask IT.' },
  printer_not_usable: { meaning: 'That printer can’t be used right now.', next: checkPrinter },
  not_taken: { meaning: 'The printer didn’t take it.', next: checkPrinter },
  not_laid_out: { meaning: 'It couldn’t be laid out for paper.', next: 'Try again, or call IT support.' },
  no_barcode: { meaning: 'Its barcode couldn’t be drawn.', next: checkPrinter },
  unknown: {
    meaning: 'This PC’s printing gave a reason that Tillside doesn’t know. It’s in the log.',
    next: checkPrinter,
  },
}

/** Failures of paper and files. */
function explainPaperFault(
  fault: FaultOf<'print_failed' | 'file_not_written' | 'own_folder_chosen' | 'copies_not_deleted'>,
): Explanation {
  switch (fault.kind) {
    case 'print_failed':
      return { title: 'Not printed', ...printFailureWords[fault.why] }
    case 'file_not_written':
      return { title: 'File not saved', meaning: fault.detail, next: 'Choose another folder.' }
    case 'own_folder_chosen':
      return {
        title: 'File not saved',
        meaning: 'That folder holds Tillside’s own files.',
        next: 'Choose another folder.',
      }
    case 'copies_not_deleted':
      return {
        title: 'Saved receipts weren’t deleted',
        meaning: 'This PC’s disk wouldn’t delete them. They stay encrypted.',
        next: 'Start Tillside again and try once more.',
      }
    default:
      return unreachable(fault)
  }
}

const isListFault = kindsOf('list_not_taken')

const asCsv = 'Save it as CSV or plain text and load it again.'
const onlyCodes = 'Save a list with nothing but the codes and load that.'
const mendLine = 'Correct that line and load the list again.'

/** Why a list of codes was not taken. None of it ever is in part. */
function explainListFault({ name, why, line }: FaultOf<'list_not_taken'>): Explanation {
  const list = isolatedText(name)
  const title = line > 0 ? `“${list}” wasn’t loaded: line ${countWords(line)}` : `“${list}” wasn’t loaded`
  const say = (meaning: string, next: string): Explanation => ({ title, meaning, next })
  switch (why) {
    case 'no_text':
      return say('This isn’t a text file.', asCsv)
    case 'too_large':
      return say(`It is larger than ${longestList.bytes / 1024 / 1024} MB.`, 'Load it in parts.')
    case 'too_many_codes':
      return say(`It has more than ${countWords(longestList.codes)} codes.`, 'Load it in parts.')
    case 'too_many_rows':
      return say(`It has more than ${countWords(longestList.rows)} rows.`, 'Load it in parts.')
    case 'too_many_columns':
      return say(`That line has more than ${countWords(longestList.columns)} columns.`, onlyCodes)
    case 'line_too_long':
      return say(`That line has more than ${countWords(longestList.line)} characters.`, onlyCodes)
    case 'too_much_time':
    case 'too_much_memory':
      return say('Reading it took more time or memory than a list may take.', onlyCodes)
    case 'ended_badly':
      return say('Tillside closed while reading it, so it isn’t read again.', onlyCodes)
    case 'no_codes':
      return say('There’s no code in it.', 'Check that it is the right file.')
    case 'code_too_long':
      return say('A code is too long to be one.', mendLine)
    case 'control_character':
      return say('A code contains an invisible character.', mendLine)
    case 'letter_unclear':
      return say('A letter in a code could be read in two ways.', 'Save it as UTF-8 and load it again.')
    case 'quote_not_closed':
      return say('A quotation mark opens there and never closes.', mendLine)
    case 'not_readable':
      return say(
        'The file can’t be read right now.',
        'Check that it’s there and no other program is using it, then try again.',
      )
    case 'not_a_file':
      return say('It’s a link or a device, which Tillside doesn’t read.', 'Load the file itself.')
    case 'not_kept':
      return say(
        'Its codes can’t be kept without a payment service, a working keychain and room on the disk.',
        'See Settings, Payment service. Then load the list again.',
      )
    default:
      return unreachable(why)
  }
}

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
