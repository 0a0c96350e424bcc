import { lazy, Suspense } from 'react'
import { useStore } from '../store/store-context'

const DropTarget = lazy(() => import('./drop-target').then((file) => ({ default: file.DropTarget })))

/** Where a file that hangs over the window may fall; loads when the first one does. */
export function DropPlace() {
  const dropping = useStore((state) => state.dropping)
  if (!dropping) return null
  return (
    <Suspense fallback={null}>
      <DropTarget />
    </Suspense>
  )
}
