import type { Fault, FaultOf } from '../../shared/fault'
import { longestList } from '../../shared/limits'
import { unreachable } from '../../shared/result'
import { isolatedText } from '../../shared/shown-text'
import { countWords } from './count-words'
import { explainDecisionFault, isDecisionFault } from './decision-fault-words'
import { type Explanation, kindsOf } from './explanation'
import { explainLookupFault, isLookupFault } from './lookup-fault-words'
import { explainPinFault, isPinFault } from './pin-fault-words'
import { explainRefundFault } from './refund-fault-words'
import { explainSetUpFault, isSetUpFault } from './set-up-faults'

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
