/** No refund on a till whose data a newer program wrote: what that one knows of earlier refunds cannot be read here. */
import type { RefundsOff } from '../../shared/fault'
import { fail } from '../../shared/result'
import type { Journals } from '../journal/journals'

/** What of the till's data a newer program wrote, as far as it is known by now. */
export type NewerData = () => readonly string[]

/** Why no refund is sent though the journal is in order; null when they may be. */
export function withheldBy(newerData: NewerData, policyIsWrong: boolean): RefundsOff | null {
  if (newerData().length > 0) return 'data_newer'
  return policyIsWrong ? 'policy_wrong' : null
}

/** The same journals, of which one that cannot be opened for that reason is not said to be lost, nor to be replaced. */
export function leaveToNewer(journals: Journals, newerData: NewerData): Journals {
  return {
    ...journals,
    async open(found) {
      const opened = await journals.open(found)
      if (opened.ok || opened.fault.why === 'journal_newer') return opened
      const newer = newerData()
      return newer.length === 0
        ? opened
        : fail({ why: 'data_newer', detail: newer.join(', '), replaceable: null })
    },
  }
}
