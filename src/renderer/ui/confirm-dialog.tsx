import type { ReactNode } from 'react'
import { useStore } from '../store/store-context'
import { appWords } from '../words/app-words'
import { PressButton } from './controls'
import { DialogWindow } from './dialog'

/** Asks once more before something is done: what it means, a button that does it, and Cancel. */
export function ConfirmDialog(props: {
  readonly title: string
  /** The name of the button that does it. */
  readonly confirm: string
  /** `danger` unless given: most of what is asked about cannot be undone. */
  readonly look?: 'danger' | 'go'
  /** Called when the dialog has been closed. */
  readonly onConfirm: () => void
  readonly children: ReactNode
}) {
  const { title, confirm, look = 'danger', onConfirm, children } = props
  const closeDialog = useStore((state) => state.closeDialog)
  const press = () => {
    closeDialog()
    onConfirm()
  }
  return (
    <DialogWindow
      title={title}
      closeName={appWords.cancel}
      actions={
        <PressButton look={look} onPress={press}>
          {confirm}
        </PressButton>
      }
    >
      {children}
    </DialogWindow>
  )
}
