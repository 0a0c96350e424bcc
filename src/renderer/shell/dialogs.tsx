import { lazy } from 'react'
import { WhileOpen } from '../ui/while-open'

const KeysDialog = lazy(() => import('../keys/keys-dialog').then((file) => ({ default: file.KeysDialog })))
const ScannerTest = lazy(() =>
  import('../settings/scanner-test').then((file) => ({ default: file.ScannerTest })),
)
const PracticeSheetDialog = lazy(() =>
  import('../welcome/practice-sheet-dialog').then((file) => ({ default: file.PracticeSheetDialog })),
)

const SupervisorDialog = lazy(() =>
  import('../supervisor/supervisor-dialog').then((file) => ({ default: file.SupervisorDialog })),
)

/** The dialogs that can open over any place; each loads when it is first opened. */
export function Dialogs() {
  return (
    <>
      <WhileOpen dialog="supervisor">
        <SupervisorDialog />
      </WhileOpen>
      <WhileOpen dialog="keys">
        <KeysDialog />
      </WhileOpen>
      <WhileOpen dialog="scanner_test">
        <ScannerTest />
      </WhileOpen>
      <WhileOpen dialog="practice_sheet">
        <PracticeSheetDialog />
      </WhileOpen>
    </>
  )
}
