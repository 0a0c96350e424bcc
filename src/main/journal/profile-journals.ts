import { giveWay } from '../scheduling/give-way'
import { beginJournal } from './begin-journal'
import type { Journals } from './journals'
import { closedBy, type OpenJournalsParts, openJournals } from './open-journals'

/** The journals of one profile, as the refund service opens and begins them. */
export function profileJournals(parts: OpenJournalsParts): Journals {
  return {
    open: (found = null) => (found === null ? openJournals(parts) : closedBy(parts, found)),
    begin: (order) => beginJournal({ breathe: giveWay(), ...parts }, order),
  }
}
