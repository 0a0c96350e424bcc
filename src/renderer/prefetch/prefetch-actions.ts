import { longestList } from '../../shared/limits'
import { answerOf } from '../store/answer'
import { isRefundInFlight } from '../store/counter-state'
import type { Dropped, GetStore, PrefetchActions, SetStore, StoreDeps } from '../store/store-types'
import { appWords } from '../words/app-words'

/** Getting ready for an outage, as far as the window has a part in it. */
export function makePrefetchActions(set: SetStore, get: GetStore, deps: StoreDeps): PrefetchActions {
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
        get().announce(appWords.gettingReady.done(found + saved, notFound + unread))
      }
    },
    setDropping: (dropping) => set({ dropping }),
    takeDropped: (dropped) => takeDropped(get, deps, dropped),
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

/** Reads the one file that was dropped; main never learns where it lies. */
async function takeDropped(get: GetStore, deps: StoreDeps, dropped: Dropped): Promise<void> {
  const { files, folders } = dropped
  const [file] = files
  const refuse = (why: 'folder' | 'several' | 'picture') => get().notify({ kind: 'not_a_list', why })
  if (folders > 0) return refuse('folder')
  if (files.length > 1) return refuse('several')
  if (file === undefined) return
  if (file.type.startsWith('image/')) return refuse('picture')
  const fault = (why: 'too_large' | 'not_readable') =>
    get().notify({ kind: 'fault', fault: { kind: 'list_not_taken', name: file.name, why, line: 0 } })
  if (file.size > longestList.bytes) return fault('too_large')
  const content = await file.arrayBuffer().catch(() => null)
  if (content === null) return fault('not_readable')
  const list = { name: file.name.slice(0, 255), content: new Uint8Array(content), madeAt: file.lastModified }
  await get().listGiven(deps.api.takeList(list))
}
