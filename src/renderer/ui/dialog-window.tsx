import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Guarded } from '../drawing/drawing-boundary'
import { useStore } from '../store/store-context'
import { appWords } from '../words/app-words'
import { PressButton } from './press-button'
import { ScrollBody } from './scroll-body'
import { Sentence } from './sentence'

type DialogProps = {
  readonly title: string
  readonly wide?: boolean
  /** What stands beside Close; it acts. */
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
  const closeDialog = useStore((state) => state.closeDialog)
  useEffect(() => {
    windowsOpen += 1
    return () => {
      windowsOpen -= 1
      // What it was about may go on in another dialog, which is there at once.
      queueMicrotask(() => {
        if (windowsOpen === 0) closeDialog()
      })
    }
  }, [closeDialog])
}

function ModalDialog(props: DialogProps) {
  const closeDialog = useStore((state) => state.closeDialog)
  const typedInDialog = useStore((state) => state.typedInDialog)
  const inside = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = inside.current
    box?.addEventListener('input', typedInDialog)
    return () => box?.removeEventListener('input', typedInDialog)
  }, [typedInDialog])
  const box = props.wide === true ? 'dialog-box dialog-box-wide' : 'dialog-box'
  return (
    <ModalOverlay
      className="dialog-veil"
      isOpen
      isDismissable
      shouldCloseOnInteractOutside={() => inside.current?.querySelector('input, textarea, select') == null}
      onOpenChange={(open) => {
        if (!open) closeDialog()
      }}
    >
      <Modal ref={inside} className={box}>
        <Dialog className="dialog">
          <Heading slot="title" className="panel-title">
            <Sentence text={props.title} />
          </Heading>
          <ScrollBody className="dialog-scroll">{props.children}</ScrollBody>
          <div className="button-row dialog-foot">
            {props.actions}
            <PressButton onPress={closeDialog}>{props.closeName ?? appWords.close}</PressButton>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
