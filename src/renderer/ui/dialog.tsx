import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { closeDialog, typedInDialog } from '../actions/navigation'
import { Guarded } from '../drawing/drawing-boundary'
import { textFieldOf } from '../scan/key-press'
import { type OpenDialog, type Question, store, useStore } from '../store/store'
import { words } from '../words/words'
import { PressButton, ScrollBody } from './controls'
import { LiveRegion, PassingMessage } from './messages'
import { Text } from './text'

function holdsText(dialog: HTMLElement): boolean {
  return [...dialog.querySelectorAll('input')].some((input) => (textFieldOf(input)?.read().text ?? '') !== '')
}

/**
 * A dialog over the page. Esc closes it; a scan does unless something was typed in it; a press outside does if it has no
 * fields.
 */
export function DialogWindow(props: {
  readonly title: string
  readonly wide?: boolean
  /** Buttons after Close. */
  readonly actions?: ReactNode
  readonly closeName?: string
  readonly children: ReactNode
}) {
  const title = useId()
  const ref = useRef<HTMLDialogElement>(null)
  // Fields rendered before it is shown could not take the focus.
  const [shown, setShown] = useState(false)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    dialog.showModal()
    setShown(true)
    dialog.addEventListener('close', closeDialog)
    return () => {
      dialog.removeEventListener('close', closeDialog)
      dialog.close()
    }
  }, [])
  /** Choices hold no text, and no scan makes one. */
  const hasChosen = useRef(false)
  const hasFields = () => ref.current?.querySelector('input, select') != null
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: a touch beside the dialog; its key is Escape
    <dialog
      ref={ref}
      className={props.wide === true ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={title}
      tabIndex={-1}
      // A scan's own keys count for nothing: the field has its text back before the scan is taken.
      onInput={({ currentTarget, target }) => {
        hasChosen.current ||= textFieldOf(target) === null
        typedInDialog(hasChosen.current || holdsText(currentTarget))
      }}
      onClick={(event) => {
        if (event.target === ref.current && !hasFields()) closeDialog()
      }}
    >
      {shown && (
        <div className="dialog-box">
          <Text as="h2" id={title} text={props.title} />
          <ScrollBody className="dialog-scroll">{props.children}</ScrollBody>
          <PassingMessage inDialog />
          <LiveRegion />
          <div className="row dialog-foot">
            <PressButton onPress={closeDialog}>{props.closeName ?? words.shell.close}</PressButton>
            {props.actions}
          </div>
        </div>
      )}
    </dialog>,
    document.body,
  )
}

export function ConfirmDialog({ title, meaning, look = 'danger', act }: Question) {
  const press = () => {
    closeDialog()
    act()
  }
  return (
    <DialogWindow
      title={title}
      closeName={words.shell.cancel}
      actions={
        <PressButton look={look} onPress={press}>
          <Text text={title} />
        </PressButton>
      }
    >
      <p>{meaning}</p>
    </DialogWindow>
  )
}

/**
 * Draws a dialog while the store has it open. Used beside what opens the dialog; the shell draws those that open over any
 * place. Closes it when its place is left, so that keys work again.
 */
export function WhileOpen(props: { readonly dialog: OpenDialog['at']; readonly children: ReactNode }) {
  const { dialog } = props
  const isOpen = useStore((state) => state.dialog?.at === dialog)
  useEffect(
    () => () => {
      if (store.getState().dialog?.at === dialog) closeDialog()
    },
    [dialog],
  )
  return isOpen && <Guarded part="dialog">{props.children}</Guarded>
}
