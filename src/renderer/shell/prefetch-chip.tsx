import { useStore } from '../store/store-context'
import type { AppStore } from '../store/store-types'
import { appWords } from '../words/app-words'

/** What the chip says; null while there is nothing to say. */
function chipWords({ prefetch }: AppStore): string | null {
  if (prefetch === null) return null
  if (prefetch.importing !== null)
    return appWords.gettingReady.taking(prefetch.importing.done, prefetch.importing.of)
  if (prefetch.oversized !== null) return appWords.gettingReady.oversized
  if (prefetch.work.at === 'idle') return null
  const { total, found, saved, notFound, unread } = prefetch.counts
  if (total === 0) return null
  if (prefetch.work.at === 'paused') return appWords.gettingReady.paused
  if (prefetch.work.at === 'halted') return appWords.gettingReady.halted
  return appWords.gettingReady.under(found + saved + notFound + unread, total)
}

/** Quietly says that codes are being looked up in the background; leads to where that is steered. */
export function PrefetchChip() {
  const words = useStore(chipWords)
  const showPrefetch = useStore((state) => state.showPrefetch)
  if (words === null) return null
  return (
    <button type="button" className="outage-chip" onClick={showPrefetch}>
      {words}
    </button>
  )
}
