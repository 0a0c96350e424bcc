import { useDesk } from '../store/store-context'
import type { DeskStore } from '../store/store-types'
import { appWords } from '../words/app-words'

/** What the chip says; null while there is nothing to say. */
function chipWords({ outage }: DeskStore): string | null {
  if (outage === null) return null
  if (outage.taking !== null) return appWords.gettingReady.taking(outage.taking.done, outage.taking.of)
  if (outage.held !== null) return appWords.gettingReady.held
  if (outage.work.at === 'idle') return null
  const { total, found, saved, notFound, unread } = outage.counts
  if (total === 0) return null
  if (outage.work.at === 'paused') return appWords.gettingReady.paused
  if (outage.work.at === 'halted') return appWords.gettingReady.halted
  return appWords.gettingReady.under(found + saved + notFound + unread, total)
}

/** Quietly says that codes are being looked up in the background; leads to where that is steered. */
export function OutageChip() {
  const words = useDesk(chipWords)
  const showOutage = useDesk((state) => state.showOutage)
  if (words === null) return null
  return (
    <button type="button" className="outage-chip" onClick={showOutage}>
      {words}
    </button>
  )
}
