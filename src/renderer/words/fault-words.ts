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
import { explainSetUpFault, isSetUpFault } from './set-up-fault-words'

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

const isPaperFault = kindsOf('print_failed', 'file_not_written', 'copies_not_deleted')

/** Failures of paper and files. */
function explainPaperFault(
  fault: FaultOf<'print_failed' | 'file_not_written' | 'copies_not_deleted'>,
): Explanation {
  switch (fault.kind) {
    case 'print_failed':
      return {
        title: 'It was not printed',
        meaning: fault.detail === '' ? 'The printer gave no reason.' : fault.detail,
        next: 'Check the printer, or save it as PDF.',
      }
    case 'file_not_written':
      return { title: 'The file was not written', meaning: fault.detail, next: 'Choose another place.' }
    case 'copies_not_deleted':
      return {
        title: 'The saved copies were not deleted',
        meaning: 'This PC’s disk does not let go of them. They stay encrypted.',
        next: 'Start Tillside again and try once more.',
      }
    default:
      return unreachable(fault)
  }
}

const isListFault = kindsOf('list_not_taken')

const asCsv = 'Save it as CSV or plain text and give it again.'
const onlyCodes = 'Save a list that holds nothing but the codes and give that.'
const mendLine = 'Put that line right and give the list again.'

/** Why a list of codes was not taken. None of it ever is in part. */
function explainListFault({ name, why, line }: FaultOf<'list_not_taken'>): Explanation {
  const list = isolatedText(name)
  const title = line > 0 ? `“${list}” was not taken: line ${countWords(line)}` : `“${list}” was not taken`
  const say = (meaning: string, next: string): Explanation => ({ title, meaning, next })
  switch (why) {
    case 'no_text':
      return say('It is no text file.', asCsv)
    case 'too_large':
      return say(`It is larger than ${longestList.bytes / 1024 / 1024} MB.`, 'Give it in parts.')
    case 'too_many_codes':
      return say(`It has more than ${countWords(longestList.codes)} codes.`, 'Give it in parts.')
    case 'too_many_rows':
      return say(`It has more than ${countWords(longestList.rows)} rows.`, 'Give it in parts.')
    case 'too_many_columns':
      return say(`That line has more than ${countWords(longestList.columns)} columns.`, onlyCodes)
    case 'line_too_long':
      return say(`That line has more than ${countWords(longestList.line)} characters.`, onlyCodes)
    case 'too_much_time':
    case 'too_much_memory':
      return say('It could not be read with as much time and memory as a list may take.', onlyCodes)
    case 'ended_badly':
      return say('Tillside was reading it and did not come to its end, so it is not read again.', onlyCodes)
    case 'no_codes':
      return say('There is no code in it.', 'Check that it is the right file.')
    case 'code_too_long':
      return say('There is a code that is too long to be one.', mendLine)
    case 'control_character':
      return say('There is a character in a code that nobody can see or scan.', mendLine)
    case 'letter_unclear':
      return say(
        'There is a letter in a code that could be read in two ways.',
        'Save it as UTF-8 and give it again.',
      )
    case 'quote_not_closed':
      return say('A quotation mark opens there and never closes.', mendLine)
    case 'not_readable':
      return say(
        'The file can’t be read just now.',
        'Check that it is there and nobody writes it, then try again.',
      )
    case 'not_a_file':
      return say('It is a link or a device, and what it leads to is not read.', 'Give the file itself.')
    case 'not_kept':
      return say(
        'Its codes can’t be kept without a payment service, a working keychain and room on the disk.',
        'See Settings, Payment service. Then give the list again.',
      )
    default:
      return unreachable(why)
  }
}
