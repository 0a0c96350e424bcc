import type { BrowserWindow } from 'electron'
import type { Log } from '../log/log'

const mostCrashes = 5
const withinMilliseconds = 60_000

/**
 * A page that crashed, or that ended up anywhere but at our own address (`about:blank` cannot be forbidden), is
 * loaded again; what it had asked for goes on in the main process, and the new page shows where things stand.
 * One that crashes over and over is given up.
 */
export function recoverWindow(
  window: BrowserWindow,
  log: Pick<Log, 'error' | 'warn'>,
  actions: {
    readonly isOurs: (address: string) => boolean
    readonly reloadPage: () => void
    readonly giveUp: () => void
    readonly now: () => number
  },
): void {
  let crashes: readonly number[] = []
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    const now = actions.now()
    crashes = [...crashes.filter((time) => now - time < withinMilliseconds), now]
    log.error(`The page ended: ${reason}, exit code ${exitCode}.`)
    if (crashes.length < mostCrashes) actions.reloadPage()
    else actions.giveUp()
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
