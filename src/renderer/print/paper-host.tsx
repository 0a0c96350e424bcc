import { lazy, Suspense } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from '../store/store-context'

const PaperSheet = lazy(() => import('./paper-sheet').then((file) => ({ default: file.PaperSheet })))

/** Lays out what goes on paper, beside the page; the print style sheet shows only this. */
export function PaperHost() {
  const job = useStore((state) => state.paperJob)
  if (job === null) return null
  const place = document.getElementById('paper')
  if (place === null) return null
  return createPortal(
    <Suspense fallback={null}>
      <PaperSheet job={job} />
    </Suspense>,
    place,
  )
}
