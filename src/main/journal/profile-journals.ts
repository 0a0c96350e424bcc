import { makeYieldToEventLoop } from '../scheduling/yield-to-event-loop'
import { beginJournal } from './begin-journal'
import type { Journals } from './journals'
import { closedBy, type OpenJournalsDeps, openJournals } from './open-journals'

/** The journals of one profile, as the refund service opens and begins them. */
export function profileJournals(deps: OpenJournalsDeps): Journals {
  return {
    open: (found = null) => (found === null ? openJournals(deps) : closedBy(deps, found)),
    begin: (order) => beginJournal({ yieldToEventLoop: makeYieldToEventLoop(), ...deps }, order),
  }
}
