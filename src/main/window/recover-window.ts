import type { BrowserWindow } from 'electron'
import type { Log } from '../log/log'

/**
 * A page that crashed, or that ended up anywhere but at our own address (`about:blank` cannot be forbidden), is
 * loaded again; what it had asked for goes on in the main process, and the new page shows where things stand.
 * One that crashes over and over is loaded no more.
 */
export function recoverWindow(
  window: BrowserWindow,
  log: Pick<Log, 'error' | 'warn'>,
  actions: {
    readonly isOurs: (address: string) => boolean
    readonly reloadPage: () => void
    /** Counts one more crash; whether there were too many (unattended/crash-count.ts). */
    readonly crashed: () => boolean
    readonly standStill: () => void
  },
): void {
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    log.error(`The page ended: ${reason}, exit code ${exitCode}.`)
    if (actions.crashed()) actions.standStill()
    else actions.reloadPage()
  })
  window.webContents.on('did-navigate', (_event, address) => {
    if (actions.isOurs(address)) return
    log.warn('The page went elsewhere and is loaded again.')
    actions.reloadPage()
  })
  window.webContents.on('did-fail-load', (_event, code, description, _address, isMainFrame) => {
    if (isMainFrame) log.warn(`The page did not load: ${description} (${code}).`)
  })
}
