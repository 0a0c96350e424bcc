import type { StoreApi } from 'zustand/vanilla'
import type { BridgeApi } from '../../shared/contract'
import { longestList } from '../../shared/limits'
import { answerOf } from '../store/answer'
import { isRefundInFlight } from '../store/counter-state'
import type { AppStore, GetStore, PrefetchActions, SetStore } from '../store/store-types'
import { announceSaved } from '../words/counter'

/** What was dropped on the window; `folders` counts those among it that are no files. */
export type Dropped = { readonly files: readonly File[]; readonly folders: number }

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false
}

/** Must be read while the event lasts: afterwards the browser has taken it away. */
function droppedBy(transfer: DataTransfer): Dropped {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry())
  return {
    files: [...transfer.files],
    folders: entries.filter((entry) => entry?.isDirectory).length,
  }
}

/** Reads the one file that was dropped and gives it to main, which never learns where it lies; or says why it is no list. */
export async function takeDropped(
  { getState }: Pick<StoreApi<AppStore>, 'getState'>,
  api: BridgeApi,
  { files, folders }: Dropped,
): Promise<void> {
  const { notify, listGiven } = getState()
  const [file] = files
  const refuse = (why: 'folder' | 'several' | 'picture') => notify({ kind: 'not_a_list', why })
  if (folders > 0) return refuse('folder')
  if (files.length > 1) return refuse('several')
  if (file === undefined) return
  if (file.type.startsWith('image/')) return refuse('picture')
  const fault = (why: 'too_large' | 'not_readable') =>
    notify({ kind: 'fault', fault: { kind: 'list_not_taken', name: file.name, why, line: 0 } })
  if (file.size > longestList.bytes) return fault('too_large')
  const content = await file.arrayBuffer().catch(() => null)
  if (content === null) return fault('not_readable')
  const list = { name: file.name.slice(0, 255), content: new Uint8Array(content), madeAt: file.lastModified }
  await listGiven(api.call('outage:take-list', list))
}

/** A file dropped anywhere on the window is taken for a list of codes; nothing that is dropped ever loads. */
export function installFileDrop(page: Window, store: StoreApi<AppStore>, api: BridgeApi): void {
  const setDropping = (dropping: boolean) => store.setState({ dropping })
  const over = (event: DragEvent) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy'
    if (!store.getState().dropping) setDropping(true)
  }
  page.addEventListener('dragenter', over)
  page.addEventListener('dragover', over)
  page.addEventListener('dragleave', (event) => {
    // Leaving one element for the next is no leaving of the window.
    if (event.relatedTarget === null) setDropping(false)
  })
  page.addEventListener('drop', (event) => {
    const isText = event.target instanceof HTMLInputElement && !carriesFiles(event)
    if (!isText) event.preventDefault()
    setDropping(false)
    if (event.dataTransfer !== null && carriesFiles(event)) {
      void takeDropped(store, api, droppedBy(event.dataTransfer))
    }
  })
}

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
