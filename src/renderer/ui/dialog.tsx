import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { closeDialog, typedInDialog } from '../actions/navigation'
import { Guarded } from '../drawing/drawing-boundary'
import { type OpenDialog, type Question, useStore } from '../store/store'
import { appWords } from '../words/app'
import { PressButton, ScrollBody } from './controls'
import { Sentence } from './text'

type DialogProps = {
  readonly title: string
  readonly wide?: boolean
  /** What stands after Close; it acts. */
  readonly actions?: ReactNode
  readonly closeName?: string
  readonly children: ReactNode
}

/**
 * A dialog over the page. Which one is open is the store's to say. Esc closes it; a scan does while nothing has been typed
 * in it, and a touch beside it while there is nothing to type at all.
 */
export function DialogWindow(props: DialogProps) {
  useClosedWhenGone()
  return (
    <Guarded place="dialog">
      <ModalDialog {...props} />
    </Guarded>
  )
}

/** How many dialogs stand on the page. */
let windowsOpen = 0

/** What the dialog was about may go while it is open: then no dialog is open any more, and every key works again. */
function useClosedWhenGone(): void {
  useEffect(() => {
    windowsOpen += 1
    return () => {
      windowsOpen -= 1
      // What it was about may go on in another dialog, which is there at once.
      queueMicrotask(() => {
        if (windowsOpen === 0) closeDialog()
      })
    }
  }, [])
}

/**
 * Shows a `<dialog>` modally while it is drawn. The rest of the page is inert until then, and the focus returns to
 * where it was. Returns the element's ref, and whether it is shown: fields drawn before could not take the focus.
 */
function useModal(close: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const [shown, setShown] = useState(false)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    dialog.showModal()
    setShown(true)
    dialog.addEventListener('close', close)
    return () => {
      dialog.removeEventListener('close', close)
      dialog.close()
    }
  }, [close])
  return { ref, shown }
}

function ModalDialog(props: DialogProps) {
  const { ref, shown } = useModal(closeDialog)
  const title = useId()
  const hasFields = () => ref.current?.querySelector('input, select') != null
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: a touch beside the dialog; its key is Escape
    <dialog
      ref={ref}
      className={props.wide === true ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={title}
      tabIndex={-1}
      onInput={typedInDialog}
      onClick={(event) => {
        if (event.target === ref.current && !hasFields()) closeDialog()
      }}
    >
      {shown && (
        <div className="dialog-box">
          <Sentence as="h2" id={title} text={props.title} />
          <ScrollBody className="dialog-scroll">{props.children}</ScrollBody>
          <div className="row dialog-foot">
            <PressButton onPress={closeDialog}>{props.closeName ?? appWords.close}</PressButton>
            {props.actions}
          </div>
        </div>
      )}
    </dialog>,
    document.body,
  )
}

/** Asks once more before something is done: what it means, a button that does it, and Cancel. */
export function ConfirmDialog({ title, meaning, confirm, look = 'danger', act }: Question) {
  const press = () => {
    closeDialog()
    act()
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
      {meaning.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </DialogWindow>
  )
}

/**
 * Draws a dialog while the store says that it is the one that is open. Whoever knows what a dialog is about draws it
 * so, beside what opens it; those that can open over any place are drawn by the shell.
 */
export function WhileOpen(props: { readonly dialog: OpenDialog['at']; readonly children: ReactNode }) {
  const isOpen = useStore((state) => state.dialog?.at === props.dialog)
  return isOpen && props.children
}
