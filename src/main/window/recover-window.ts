import type { BrowserWindow } from 'electron'
import type { Log } from '../log/log'

/** So many crashes of the page within that time, in milliseconds, and it is not opened again by itself. */
const maxCrashes = 3
const crashWindow = 5 * 60_000

/**
 * Loads the page again when it crashed, hangs, or ended up anywhere but at our own address (`about:blank` cannot be
 * forbidden). What it had asked for goes on in the main process, and the new page shows where things stand.
 */
export function recoverWindow(
  window: BrowserWindow,
  log: Pick<Log, 'error' | 'warn'>,
  actions: {
    readonly isOurs: (address: string) => boolean
    readonly reloadPage: () => void
    /** Called in place of a reload when the page crashed too often. */
    readonly standStill: () => void
    /** In milliseconds, by a clock that nobody can set. */
    readonly monotonic: () => number
  },
): void {
  const contents = window.webContents
  let crashes: readonly number[] = []
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    log.error(`The page ended: ${reason}, exit code ${exitCode}.`)
    const now = actions.monotonic()
    crashes = [...crashes.filter((at) => now - at < crashWindow), now]
    if (crashes.length < maxCrashes) {
      actions.reloadPage()
      return
    }
    crashes = []
    log.error('The page crashed three times within five minutes and is not opened again by itself.')
    actions.standStill()
  })
  // Chromium says so when a key or a press was not taken for fifteen seconds.
  window.on('unresponsive', () => {
    log.warn('The page does not answer and is opened again.')
    contents.forcefullyCrashRenderer()
  })
  contents.on('did-navigate', (_event, address) => {
    if (actions.isOurs(address)) return
    log.warn('The page went elsewhere and is loaded again.')
    actions.reloadPage()
  })
  contents.on('did-fail-load', (_event, code, description, _address, isMainFrame) => {
    if (isMainFrame) log.warn(`The page did not load: ${description} (${code}).`)
  })
}
