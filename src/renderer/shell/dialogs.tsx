import { lazy, Suspense } from 'react'
import { useStore } from '../store/store-context'

const KeysDialog = lazy(() => import('../keys/keys-dialog').then((file) => ({ default: file.KeysDialog })))
const ScannerTest = lazy(() =>
  import('../settings/scanner-test').then((file) => ({ default: file.ScannerTest })),
)
const PracticeSheetDialog = lazy(() =>
  import('../welcome/practice-sheet-dialog').then((file) => ({ default: file.PracticeSheetDialog })),
)

/** The dialogs that can open over any place; each loads when it is first opened. */
export function Dialogs() {
  const dialog = useStore((state) => state.dialog)
  if (dialog === null) return null
  return (
    <Suspense fallback={null}>
      {dialog === 'keys' && <KeysDialog />}
      {dialog === 'scanner_test' && <ScannerTest />}
      {dialog === 'practice_sheet' && <PracticeSheetDialog />}
    </Suspense>
  )
}
