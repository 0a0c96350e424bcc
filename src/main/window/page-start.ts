import { existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { AppState } from '../../shared/contract'
import type { ProfileMode } from '../profile/profile-mode'
import { readFirstLook, settingsFileName } from '../settings/first-look'

/**
 * What the page may show and do before the program behind it has been put together: in which theme, and
 * whether it is a counter that takes scans ('none' while the till may have to be set up first).
 */
export type PageStart = {
  readonly theme: AppState['theme']
  readonly counter: ProfileMode | 'none'
}

/** There while the till welcomes: its last start found no payment service. */
const welcomeFlag = 'not-connected'

/** Reads two names and one small file; never fails. */
export function readPageStart(mode: ProfileMode, folder: string): PageStart {
  const { theme } = readFirstLook(folder)
  if (mode === 'practice') return { theme, counter: mode }
  const seen = existsSync(path.join(folder, settingsFileName))
  const welcomes = existsSync(path.join(folder, welcomeFlag))
  return { theme, counter: seen && !welcomes ? mode : 'none' }
}

/** Takes note for the next start. It costs that start a blank moment at most, so a failure is no matter. */
export function noteWelcome(folder: string, welcomes: boolean): void {
  const file = path.join(folder, welcomeFlag)
  try {
    if (welcomes) writeFileSync(file, '')
    else rmSync(file, { force: true })
  } catch {
    // The disk does not let us: then the next start shows what the last one did.
  }
}
