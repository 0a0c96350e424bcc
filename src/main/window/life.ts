import type { App, BrowserWindow } from 'electron'
import type { Language } from '../../shared/base/choices'
import { codeOfError } from '../../shared/base/result'
import type { SystemWords } from '../../shared/languages/en'
import type { RequestedCodes } from '../lookup/requested-codes'
import type { Clock } from '../system/clock'
import type { Log } from '../system/log'
import { systemWords } from '../system/words'
import { isOurPage, pageOrigin } from './page-address'

type OpenTills = {
  readonly sessionNow: () => { isSending(): boolean; settled(): Promise<void> } | null
  readonly close: () => Promise<void>
}

/** How long the first frame of a loaded page is waited for. */
const maxFrameWaitMs = 2000

/**
 * Shows a new window with the first frame of its page, or without it soon after the page has loaded: under some displays
 * nothing is ever drawn into a window that is hidden.
 */
export function showOnceDrawn(
  window: BrowserWindow,
  { show, clock }: { readonly show: () => void; readonly clock: Pick<Clock, 'after'> },
): void {
  window.once('ready-to-show', show)
  window.webContents.once('did-stop-loading', () => {
    clock.after(maxFrameWaitMs, () => {
      if (!window.isDestroyed() && !window.isVisible()) show()
    })
  })
}

/** Keeps the window open while a refund is being sent, and says so in its title. */
function keepWindowWhileSending(window: BrowserWindow, { sessionNow }: OpenTills): void {
  let waiting = false
  window.on('close', (event) => {
    const till = sessionNow()
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

/** Ends the program when its window closes, after closing the session. */
export function closeInOrder(
  app: App,
  window: BrowserWindow,
  tills: OpenTills,
  failed: (cause: unknown) => void,
): void {
  keepWindowWhileSending(window, tills)
  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', (event) => {
    event.preventDefault()
    // `quit` has no effect once it was held up here. `exit` skips the events of quitting, which are over.
    void tills
      .close()
      .catch(failed)
      .finally(() => app.exit(0))
  })
}

/** Whether a person or another program started it once more; not the system, which only makes sure that it is open. */
function isAskedFor(data: unknown): boolean {
  return typeof data !== 'object' || data === null || Reflect.get(data, 'isAsked') !== false
}

/** Shows the window before all others at a second start, and for a code of another program: a link starts nothing on macOS. */
export function bringForwardWhenAsked(
  app: App,
  window: BrowserWindow,
  { waits }: Pick<RequestedCodes, 'waits'>,
): void {
  app.on('second-instance', (_event, _words, _folder, data) => {
    if (isAskedFor(data)) bringForward(window)
  })
  waits.on(() => bringForward(window))
}

function bringForward(window: BrowserWindow): void {
  if (window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** After so many crashes within `crashWindowMs`, the page is not reloaded. */
const maxCrashes = 3
const crashWindowMs = 5 * 60_000

/**
 * Reloads the page when it crashes, hangs, or is at another address (`about:blank` cannot be forbidden). Its calls go on
 * in the main process, and the new page shows their state.
 */
export function recoverWindow(
  window: BrowserWindow,
  log: Pick<Log, 'error' | 'warn'>,
  actions: {
    readonly reloadPage: () => void
    /** Called instead of a reload after too many crashes. */
    readonly showStill: () => void
    readonly monotonic: () => number
  },
): void {
  const contents = window.webContents
  let crashes: readonly number[] = []
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    log.error(`The page ended: ${reason}, exit code ${exitCode}.`)
    const now = actions.monotonic()
    crashes = [...crashes.filter((at) => now - at < crashWindowMs), now]
    if (crashes.length < maxCrashes) {
      actions.reloadPage()
      return
    }
    crashes = []
    log.error('The page crashed three times within five minutes and is not opened again by itself.')
    actions.showStill()
  })
  // Fires when input was not handled for fifteen seconds.
  window.on('unresponsive', () => {
    log.warn('The page does not answer and is opened again.')
    contents.forcefullyCrashRenderer()
  })
  contents.on('did-navigate', (_event, address) => {
    if (isOurPage(address)) return
    log.warn('The page went elsewhere and is loaded again.')
    actions.reloadPage()
  })
  contents.on('did-fail-load', (_event, code, description, _address, isMainFrame) => {
    if (isMainFrame) log.warn(`The page did not load: ${description} (${code}).`)
  })
}

type Reason = keyof typeof systemWords.notStarted.reasons

const reasonsByCode: ReadonlyMap<string, Reason> = new Map([
  ['MODULE_NOT_FOUND', 'part_missing'],
  ['ERR_MODULE_NOT_FOUND', 'part_missing'],
  ['ERR_DLOPEN_FAILED', 'part_missing'],
  ['ENOSPC', 'disk_full'],
  ['EACCES', 'no_access'],
  ['EPERM', 'no_access'],
  ['EROFS', 'no_access'],
])

/** Logs why the program could not start. Returns the words and the reference for the window. */
export function startFailure(
  cause: unknown,
  log: Pick<Log, 'error'>,
): StillWords & { readonly reference: string } {
  const reference = log.error('The program could not start.', cause)
  const { title, reasons, refunds, next } = systemWords.notStarted
  return {
    title,
    paragraphs: [reasons[reasonOf(codeOfError(cause))], refunds],
    next: next(reference),
    reference,
  }
}

const reasonOf = (code: string): Reason => reasonsByCode.get(code) ?? 'unknown'

/**
 * Returns the words of the box where not even a window can be opened.
 * @param code the system's, such as EACCES
 * @param detail what IT needs to know: there is no log
 */
export function boxWords({ notStarted }: Pick<SystemWords, 'notStarted'>, code: string, detail: string) {
  const { title, reasons, refunds } = notStarted
  return { title, text: [reasons[reasonOf(code)], refunds, detail].join('\n\n') }
}

/** The still page replaces a counter that cannot run. It has no script, so it cannot crash. */
export const stillAddress = `${pageOrigin}/still.html`

export type StillWords = {
  readonly title: string
  readonly paragraphs: readonly string[]
  /** What to do now. */
  readonly next: string
}

export const stillStyleAddress = `${pageOrigin}/still.css`

export const stillStyle = `
body { background: #e9ebe6; color: #1b1f1c; font: 24px/1.5 system-ui, sans-serif; margin: 12vh auto; max-inline-size: 26em; padding-inline: 1em }
h1 { font-size: 40px; line-height: 1.2 }
@media (prefers-color-scheme: dark) { body { background: #141715; color: #e9ebe6 } }
`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Returns the still page as HTML, its texts escaped. */
export function stillPage({ title, paragraphs, next }: StillWords, language: Language): string {
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <title>Tillside</title>
    <link rel="stylesheet" href="${stillStyleAddress}">
  </head>
  <body>
    <h1>${escaped(title)}</h1>
${paragraphs.map((text) => `    <p>${escaped(text)}</p>`).join('\n')}
    <p><strong>${escaped(next)}</strong></p>
  </body>
</html>
`
}

/**
 * Shows the still page.
 * @param onReload called for F5, which no scanner sends
 */
export function showStillPage(window: BrowserWindow, onReload: () => void): void {
  if (window.isDestroyed()) return
  const contents = window.webContents
  const listen = (event: { preventDefault: () => void }, input: { type: string; key: string }) => {
    if (input.type !== 'keyDown' || input.key !== 'F5') return
    event.preventDefault()
    contents.off('before-input-event', listen)
    onReload()
  }
  contents.on('before-input-event', listen)
  window.loadURL(stillAddress).catch(() => undefined)
}
