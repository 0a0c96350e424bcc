/**
 * Windows: runs the installer of a new version when this program has ended. Of electron-updater only the start of that
 * installer is used; what it asks of networks, and its check of signatures, which goes on where it cannot check, are not.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { NsisUpdater } from 'electron-updater/out/NsisUpdater'
import { succeed } from '../../shared/result'
import type { Installer } from './keep-up-to-date'
import type { Update } from './signed-update'

/** The program, as far as ending it goes. */
export type EndingProgram = {
  readonly version: string
  readonly quit: () => void
  /** Calls back when everything is closed and the process is about to end. */
  readonly onQuit: (callBack: () => void) => void
  readonly warn: (words: string) => void
}

class InstallerRun extends NsisUpdater {
  readonly #file: string

  constructor(file: string, { version, quit, warn }: EndingProgram) {
    const nowhere = { appUpdateConfigPath: '', userDataPath: '', baseCachePath: '' }
    const handling = {
      whenReady: async () => undefined,
      relaunch: () => undefined,
      onQuit: () => undefined,
      quit,
    }
    // With an app of ours it makes no network client at all.
    super(null, { ...nowhere, ...handling, version, name: 'tillside', isPackaged: true })
    this.#file = file
    this.autoDownload = false
    this.autoInstallOnAppQuit = false
    this.disableWebInstaller = true
    this.allowDowngrade = false
    this.logger = { info: () => undefined, warn, error: warn }
  }

  protected override get installerPath(): string {
    return this.#file
  }

  /** In silence, for every account of this PC, and with the program started again behind it. */
  begin(): void {
    this.doInstall({ isSilent: true, isForceRunAfter: true, isAdminRightsRequired: true })
  }
}

/** Ends the program in order; the installer is looked at and started as the very last thing. */
export function nsisInstaller(program: EndingProgram): Installer {
  return async (file, update) => {
    const run = new InstallerRun(file, program)
    program.onQuit(() => {
      if (isStillAsSigned(file, update)) run.begin()
    })
    program.quit()
    return succeed(null)
  }
}

/** At once, because nothing is waited for any more when a program ends. */
function isStillAsSigned(file: string, { size, sha512 }: Update): boolean {
  try {
    const content = readFileSync(file)
    return content.length === size && createHash('sha512').update(content).digest('base64') === sha512
  } catch {
    return false
  }
}
