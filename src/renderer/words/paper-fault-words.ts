import type { FaultOf } from '../../shared/fault'
import { unreachable } from '../../shared/result'
import type { Explanation } from './explanation'
import { kindsOf } from './explanation'

export const isPaperFault = kindsOf('print_failed', 'file_not_written', 'copies_not_deleted')

/** Failures of paper and files. */
export function explainPaperFault(
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
