import { lazy, Suspense } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import { useStore } from '../store/store-context'
import type { AppStore, Dropped } from '../store/store-types'

const DropTarget = lazy(() => import('./drop-target').then((file) => ({ default: file.DropTarget })))

/** Where a file that hangs over the window may fall; loads when the first one does. */
export function DropZone() {
  const dropping = useStore((state) => state.dropping)
  if (!dropping) return null
  return (
    <Suspense fallback={null}>
      <DropTarget />
    </Suspense>
  )
}

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

/** A file dropped anywhere on the window is taken for a list of codes; nothing that is dropped ever loads. */
export function installFileDrop(page: Window, store: StoreApi<AppStore>): void {
  const over = (event: DragEvent) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy'
    if (!store.getState().dropping) store.getState().setDropping(true)
  }
  page.addEventListener('dragenter', over)
  page.addEventListener('dragover', over)
  page.addEventListener('dragleave', (event) => {
    // Leaving one element for the next is no leaving of the window.
    if (event.relatedTarget === null) store.getState().setDropping(false)
  })
  page.addEventListener('drop', (event) => {
    const isText = event.target instanceof HTMLInputElement && !carriesFiles(event)
    if (!isText) event.preventDefault()
    store.getState().setDropping(false)
    if (event.dataTransfer !== null && carriesFiles(event)) {
      void store.getState().takeDropped(droppedBy(event.dataTransfer))
    }
  })
}
