import type { App, BrowserWindow } from 'electron'
import type { PracticeMode } from './practice-mode'

const closingTitle = 'Finishing a refund, then closing · Tillside'

/** The window stays until a refund that is being sent has its answer, and its title says so. */
function keepWindowWhileSending(window: BrowserWindow, mode: PracticeMode): void {
  let waiting = false
  window.on('close', (event) => {
    const refundDesk = mode.deskNow()?.refundDesk
    if (refundDesk === undefined || !refundDesk.isSending()) return
    event.preventDefault()
    if (waiting) return
    waiting = true
    window.setTitle(closingTitle)
    void refundDesk.settled().then(() => {
      waiting = false
      if (!window.isDestroyed()) window.close()
    })
  })
}

/**
 * The program ends when its window is closed, and what is composed is closed before that: the journal, and
 * its head in the keychain (issue 3, "Closing the window while sending").
 */
export function closeInOrder(
  app: App,
  window: BrowserWindow,
  mode: PracticeMode,
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
