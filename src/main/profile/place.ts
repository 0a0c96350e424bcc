import { accessSync, constants, lstatSync, mkdirSync, realpathSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fail, messageOf, type Result, succeed } from '../../shared/base/result'
import { type BuildKind, buildKind } from '../system/build'

/** The two profiles of an account's PC: that of the real service, and practice. */
export type ProfileMode = 'practice' | 'service'

/** Where a mode's profile lies; practice lies inside the real one's folder. */
export function profileFolder(mode: ProfileMode, userData: string): string {
  return mode === 'practice' ? path.join(userData, 'practice') : userData
}

/** Every folder below `userData` in which something of a profile lies. */
export function profileFolders(userData: string): readonly string[] {
  return [userData, profileFolder('practice', userData), path.join(userData, 'logs')]
}

/**
 * The folder of this account's tills, made if it is missing; where it cannot be used, what to say on the terminal.
 * Chromium would take one that it cannot write for one that is in use, and say that the program is open already.
 * @param find throws where the account's home is missing or another's
 */
export function usableFolder(find: () => string): Result<string, string> {
  try {
    const folder = find()
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return succeed(folder)
  } catch (error) {
    return fail(
      `Tillside cannot write to the folder of its tills: ${messageOf(error)}. Start it as the account that owns it, with that account’s HOME.\n`,
    )
  }
}

/**
 * Where the profile of this account lies unless somebody says otherwise. On Linux the account's own entry says where its
 * home is: variables like XDG_CONFIG_HOME are set by whoever starts the program.
 * @param program Electron's `app`
 */
export function ownFolder(
  program: { readonly getPath: (name: 'appData') => string; readonly getName: () => string },
  platform: NodeJS.Platform = process.platform,
  home: string = accountHome(),
): string {
  const folder = platform === 'linux' ? path.join(home, '.config') : program.getPath('appData')
  return path.join(folder, program.getName())
}

/** The home that the account's entry names; the environment's where the account has no entry. */
function accountHome(): string {
  try {
    return os.userInfo().homedir
  } catch {
    return os.homedir()
  }
}

/**
 * Whether the window and all paper have to say that these are not this till's own records: in a package whose profile's
 * folder is another than `own`, or whose own folder lies behind a link that an account can make. In a checkout, where every
 * test has a profile of its own, never.
 * @param mayLink whether the owner of a link is one whose links count; root's are the administrator's
 */
export function isForeignProfile(
  userData: string,
  own: string,
  kind: BuildKind = buildKind,
  mayLink: (owner: number) => boolean = (owner) => process.platform === 'win32' || owner !== 0,
): boolean {
  if (kind === 'checkout') return false
  return placeOf(userData) !== placeOf(own) || isBehindLink(path.resolve(own), mayLink)
}

function isBehindLink(folder: string, mayLink: (owner: number) => boolean): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (found?.isSymbolicLink() && mayLink(found.uid)) return true
  const above = path.dirname(folder)
  return above !== folder && isBehindLink(above, mayLink)
}

/** One spelling for one folder, by whatever links it is reached; as it is written where it is not there. */
function placeOf(folder: string): string {
  try {
    return realpathSync.native(folder)
  } catch {
    return path.resolve(folder)
  }
}

/**
 * The one path of a profile's folder, however somebody typed it: made if it is missing, without links, a drive's letter
 * in capitals. Where the system cannot say, the path as it was typed.
 */
export function realFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true })
  } catch {
    return path.resolve(folder)
  }
  return placeOf(folder).replace(/^[a-z]:/, (drive) => drive.toUpperCase())
}
