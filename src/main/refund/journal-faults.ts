import type { Fault } from '../../shared/fault'
import type { JournalFault } from '../journal/journal-types'

/**
 * What a line that was not taken means for whoever wanted it written.
 * @param otherwise when the journal is in order and the line is not allowed.
 */
export function writeFault(fault: JournalFault, otherwise: Fault): Fault {
  switch (fault.kind) {
    case 'unwritable':
      return { kind: 'journal_unwritable', detail: fault.detail }
    case 'too_long':
      return { kind: 'journal_unwritable', detail: 'The line is longer than a line may be' }
    default:
      return otherwise
  }
}
