import type { OutageState } from '../../shared/outage'
import { useStore } from '../store/store-context'
import { chipWords } from '../words/prefetch-words'

/** Quietly says that codes are being looked up in the background; leads to where that is steered. */
export function PrefetchChip({ prefetch }: { readonly prefetch: OutageState }) {
  const showPrefetch = useStore((state) => state.showPrefetch)
  const words = chipWords(prefetch)
  if (words === null) return null
  return (
    <button type="button" className="outage-chip" onClick={showPrefetch}>
      {words}
    </button>
  )
}
