import { answerOf } from '../store/answer'
import { isRefundInFlight } from '../store/counter-state'
import type { GetStore, PrefetchActions, SetStore } from '../store/store-types'
import { announceSaved } from '../words/announcement-words'

/** Getting ready for an outage, as far as the window has a part in it. */
export function makePrefetchActions(set: SetStore, get: GetStore): PrefetchActions {
  return {
    prefetch: null,
    prefetchAsked: 0,
    dropping: false,
    prefetchChanged: (prefetch) => {
      const before = get().prefetch
      set({ prefetch })
      const { total, found, saved, notFound, unread } = prefetch.counts
      const isDone = prefetch.work.at === 'idle' && total > 0 && total === found + saved + notFound + unread
      if (isDone && before !== null && before.work.at !== 'idle') {
        get().announce(announceSaved(found + saved, notFound + unread))
      }
    },
    listGiven: async (given) => {
      const answer = await answerOf(given)
      if (!answer.ok) get().notify({ kind: 'fault', fault: answer.fault })
      else if (answer.value?.oversized) get().showPrefetch()
      else if (answer.value !== null) {
        const { name, codes } = answer.value
        get().notify({ kind: 'list_taken', name, codes })
      }
    },
    adoptPrefetch: async (answer) => {
      const state = await answerOf(answer)
      if (state.ok) get().prefetchChanged(state.value)
      else get().notify({ kind: 'fault', fault: state.fault })
    },
    showPrefetch: () => {
      if (isRefundInFlight(get().counter)) return
      const before = get().prefetchAsked
      get().go('settings')
      set({ prefetchAsked: before + 1 })
    },
  }
}
