import { longestList } from '../../shared/base/limits'
import type { Result } from '../../shared/base/result'
import type { Fault } from '../../shared/fault'
import type { GivenList, OutageState } from '../../shared/lookup/outage'
import { isRefundInFlight } from '../store/counter-state'
import { ask } from '../store/main'
import { announce, notify, store } from '../store/store'
import { announceSaved } from '../words/counter'
import { totalOf } from '../words/outage'
import { go } from './navigation'

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
export async function takeDropped({ files, folders }: Dropped): Promise<void> {
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
  listGiven(await ask('outage:take-list', list))
}

/** A file dropped anywhere on the window is taken for a list of codes; nothing that is dropped ever loads. */
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
    // Leaving one element for the next is no leaving of the window.
    if (event.relatedTarget === null) setDropping(false)
  })
  page.addEventListener('drop', (event) => {
    const isText = event.target instanceof HTMLInputElement && !carriesFiles(event)
    if (!isText) event.preventDefault()
    setDropping(false)
    if (event.dataTransfer !== null && carriesFiles(event)) {
      void takeDropped(droppedBy(event.dataTransfer))
    }
  })
}

/** Takes how getting ready for an outage stands; says it to a screen reader when it is done. */
export function outageChanged(outage: OutageState): void {
  const before = store.getState().outage
  store.setState({ outage })
  const { waiting, found, saved, not_found, unread } = outage.counts
  const isDone = outage.work.at === 'idle' && waiting === 0 && totalOf(outage.counts) > 0
  if (isDone && before !== null && before.work.at !== 'idle') {
    announce(announceSaved(found + saved, not_found + unread))
  }
}

/** Says what became of a list that main was given, by whichever way. Null: no list after all; undefined: main said why. */
export function listGiven(list: GivenList | null | undefined): void {
  if (list != null) notify({ kind: 'list_taken', name: list.name, codes: list.codes })
}

/** Takes the state that main answered, or says why it did not. */
export async function adoptOutage(answer: Promise<Result<OutageState, Fault>>): Promise<void> {
  const state = await answer
  if (state.ok) outageChanged(state.value)
  else notify({ kind: 'fault', fault: state.fault })
}

export function showOutage(): void {
  const { counter, outageAsked } = store.getState()
  if (isRefundInFlight(counter)) return
  go('settings')
  store.setState({ outageAsked: outageAsked + 1 })
}
