import { listLimits } from '../../shared/lookup/copies'
import type { OutageState } from '../../shared/lookup/outage'
import { ask } from '../store/main'
import { announce, isRefundInFlight, notify, store } from '../store/store'
import { totalOf } from '../words/app'
import { countWords, words } from '../words/words'
import { go } from './navigation'

/** What was chosen, or dropped on the window. `folders` counts the entries that are not files. */
type GivenFiles = { readonly files: readonly File[]; readonly folders: number }

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false
}

/** Reads the drop. Call it during the event: the browser clears the data afterwards. */
function droppedBy(transfer: DataTransfer): GivenFiles {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry())
  return {
    files: [...transfer.files],
    folders: entries.filter((entry) => entry?.isDirectory).length,
  }
}

/** Reads the file and sends its content to main, which never learns its path. Otherwise says why it is not a list. */
export async function takeFile({ files, folders }: GivenFiles): Promise<void> {
  const [file] = files
  const refuse = (why: 'folder' | 'several' | 'picture') => notify({ kind: 'not_a_list', why })
  if (folders > 0) return refuse('folder')
  if (files.length > 1) return refuse('several')
  if (file === undefined) return
  if (file.type.startsWith('image/')) return refuse('picture')
  const fault = (why: 'too_large' | 'not_readable') =>
    notify({ kind: 'fault', fault: { kind: 'list_not_taken', name: file.name, why, line: 0 } })
  if (file.size > listLimits.maxBytes) return fault('too_large')
  const content = await file.arrayBuffer().catch(() => null)
  if (content === null) return fault('not_readable')
  const list = { name: file.name.slice(0, 255), content: new Uint8Array(content) }
  const given = await ask('outage:take-list', list)
  if (given !== undefined) notify({ kind: 'list_taken', ...given })
}

/** Takes a file dropped anywhere on the window as a list of codes. Blocks the browser's own handling. */
export function installFileDrop(page: Window): void {
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
    // The pointer left an element, not the window.
    if (event.relatedTarget === null) setDropping(false)
  })
  page.addEventListener('drop', (event) => {
    const isText = event.target instanceof HTMLInputElement && !carriesFiles(event)
    if (!isText) event.preventDefault()
    setDropping(false)
    if (event.dataTransfer !== null && carriesFiles(event)) {
      void takeFile(droppedBy(event.dataTransfer))
    }
  })
}

/** Applies the state of the outage preparation. Announces when it is done. */
export function outageChanged(outage: OutageState): void {
  const before = store.getState().outage
  store.setState({ outage })
  const { waiting, found, saved, not_found, unread } = outage.counts
  const isDone = outage.work.at === 'idle' && waiting === 0 && totalOf(outage.counts) > 0
  if (isDone && before !== null && before.work.at !== 'idle') {
    announce(words.announced.listsDone(countWords(found + saved), countWords(not_found + unread)))
  }
}

/** Applies the state that main answers (`ask`, which shows a fault). */
export async function adoptOutage(answer: Promise<OutageState | undefined>): Promise<void> {
  const { outage: before } = store.getState()
  const state = await answer
  // What an event told meanwhile is newer.
  if (state !== undefined && store.getState().outage === before) outageChanged(state)
}

/** Shows the lists in Settings, unless a refund is in flight. */
export function showOutage(): void {
  const { counter, outageAsked } = store.getState()
  if (isRefundInFlight(counter)) return
  go('settings')
  store.setState({ outageAsked: outageAsked + 1 })
}
