import { type BrowserWindow, powerMonitor, powerSaveBlocker } from 'electron'
import type { Log } from './log/log'
import { systemClock } from './scheduling/clock'
import { keepAwake } from './unattended/keep-awake'
import { watchPage } from './unattended/watchdog'

type Looked = {
  readonly refundService: { readonly wake: () => void }
  readonly supervisor: { readonly end: () => void }
}

/** What a till needs that stands by itself all day: a page that answers, a screen that is on, and nobody else's session. */
export function lookAfter(window: BrowserWindow, sessionNow: () => Looked | null, log: Log): void {
  const contents = window.webContents
  const page = {
    // Runs in the page's own thread and does nothing there.
    answers: () => contents.executeJavaScript('0'),
    isThere: () => !window.isDestroyed() && !contents.isCrashed() && !contents.isLoading(),
    end: () => contents.forcefullyCrashRenderer(),
  }
  const idleFor = () => powerMonitor.getSystemIdleTime() * 1000
  const isVisible = () => !window.isDestroyed() && window.isVisible() && !window.isMinimized()
  const screen = {
    start: () => powerSaveBlocker.start('prevent-display-sleep'),
    stop: (id: number) => void powerSaveBlocker.stop(id),
  }
  const ends = [
    watchPage(page, systemClock, log.warn),
    keepAwake(screen, { idleFor, isVisible }, systemClock),
  ]
  window.once('closed', () => {
    for (const end of ends) end()
  })
  const wake = () => sessionNow()?.refundService.wake()
  powerMonitor.on('resume', wake)
  powerMonitor.on('unlock-screen', wake)
  // Whoever comes back to the PC, or takes it over, is not the supervisor who was there.
  powerMonitor.on('lock-screen', () => sessionNow()?.supervisor.end())
  powerMonitor.on('user-did-resign-active', () => sessionNow()?.supervisor.end())
}
