import { KeysDialog } from '../keys/keys-dialog'
import { ScannerTest } from '../settings/scanner-test'
import { SupervisorDialog } from '../supervisor/supervisor-dialog'
import { WhileOpen } from '../ui/while-open'
import { PracticeSheetDialog } from '../welcome/practice-sheet-dialog'

/** The dialogs that can open over any place. */
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
