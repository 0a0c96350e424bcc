import type { BrowserWindow } from 'electron'
import { systemWords } from '../system/words'

type Preventable = { readonly preventDefault: () => void }

/** The window, the program and the session, as far as closing them goes. */
type ClosingWindow = {
  on(event: 'close', listener: (event: Preventable) => void): unknown
  setTitle(title: string): void
  isDestroyed(): boolean
  close(): void
}
type ClosingProgram = {
  on(event: 'window-all-closed', listener: () => void): unknown
  on(event: 'will-quit', listener: (event: Preventable) => void): unknown
  quit(): void
  exit(code: number): void
}
type ClosingRefunds = {
  isSending(): boolean
  settled(): Promise<void>
}
type ClosingSession = {
  sessionNow(): ClosingRefunds | null
  close(): Promise<void>
}

/** The window stays until a refund that is being sent has its answer, and its title says so. */
function keepWindowWhileSending(window: ClosingWindow, mode: ClosingSession): void {
  let waiting = false
  window.on('close', (event) => {
    const till = mode.sessionNow()
    if (till === null || !till.isSending()) return
    event.preventDefault()
    if (waiting) return
    waiting = true
    window.setTitle(systemWords.closing)
    void till.settled().then(() => {
      waiting = false
      if (!window.isDestroyed()) window.close()
    })
  })
}

/**
 * The program ends when its window is closed, and what is composed is closed before that: the journal, and
 * its head in the keychain.
 */
export function closeInOrder(
  app: ClosingProgram,
  window: ClosingWindow,
  mode: ClosingSession,
  failed: (cause: unknown) => void,
): void {
  keepWindowWhileSending(window, mode)
  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', (event) => {
    event.preventDefault()
    // `quit` does nothing any more once it was held up here; `exit` asks nobody, and nobody is left to ask.
    void mode
      .close()
      .catch(failed)
      .finally(() => app.exit(0))
  })
}

/** Whether a person or another program started it once more; not the system, which only makes sure that it is open. */
export function isAskedFor(data: unknown): boolean {
  return typeof data !== 'object' || data === null || Reflect.get(data, 'isAsked') !== false
}

/** Shows the window before all others. */
export function bringForward(window: BrowserWindow): void {
  if (window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
