import { powerMonitor } from 'electron'

type Session = {
  readonly refundService: { readonly wake: () => void }
  readonly supervisor: { readonly end: () => void }
}

/** Tells the open session that the PC woke up, and that the person at it may be another one. */
export function followPower(sessionNow: () => Session | null): void {
  const wake = () => sessionNow()?.refundService.wake()
  powerMonitor.on('resume', wake)
  powerMonitor.on('unlock-screen', wake)
  powerMonitor.on('lock-screen', () => sessionNow()?.supervisor.end())
  powerMonitor.on('user-did-resign-active', () => sessionNow()?.supervisor.end())
}
