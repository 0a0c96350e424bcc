import { accessSync, constants, lstatSync, mkdirSync, realpathSync, type Stats } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { codeOfError, fail, messageOf, type Result, succeed, tryOr } from '../../shared/base/result'
import { type BuildKind, buildKind } from '../system/build'

/** The two profiles of an account. */
export type ProfileMode = 'practice' | 'service'

/** Returns the folder of a mode's profile; that of practice is inside the other. */
export function profileFolder(mode: ProfileMode, userData: string): string {
  return mode === 'practice' ? path.join(userData, 'practice') : userData
}

/** Returns every folder that holds files of a profile. */
export function profileFolders(userData: string): readonly string[] {
  return [userData, profileFolder('practice', userData), path.join(userData, 'logs')]
}

/** Why an account's folder cannot be used: the system's code, and a message for the terminal. */
export type NoFolder = { readonly code: string; readonly words: string }

const advice: Readonly<Record<string, string>> = {
  EROFS: 'Its disk is read-only: look at the disk, since a system that found damage on one keeps it so.',
  ENOSPC: 'Make room on its disk.',
}

/**
 * Makes the folder of this account's profiles, or says why it cannot be used. Chromium would report a folder that it
 * cannot write as in use by a running program.
 * @param find throws where the account's home is missing or another's
 */
export function usableFolder(find: () => string): Result<string, NoFolder> {
  try {
    const folder = find()
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return succeed(folder)
  } catch (error) {
    const code = codeOfError(error)
    const next = advice[code] ?? 'Start it as the account that owns it, with that account’s HOME.'
    const words = `Tillside cannot write to the folder of its tills: ${messageOf(error)}. ${next}\n`
    return fail({ code, words })
  }
}

/**
 * Returns the default folder of this account's profile. On Linux the home comes from the account's entry, because whoever
 * starts the program sets variables like XDG_CONFIG_HOME.
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

/** Returns the home in the account's entry; without an entry, that of the environment. */
function accountHome(): string {
  try {
    return os.userInfo().homedir
  } catch {
    return os.homedir()
  }
}

/** Returns the account's name; '' where it has no entry, as while a directory of accounts cannot be asked. */
export function accountName(read: () => string = () => os.userInfo().username): string {
  return tryOr(read, '')
}

/**
 * Whether window and paper must say that these are not this till's own records: in a package whose profile is in another
 * folder than `own`, or behind a link that an account can make. Never in a checkout, where every test has a profile.
 * @param mayLink whether links of this owner count; root's are the administrator's
 */
export function isForeignProfile(
  userData: string,
  own: string,
  kind: BuildKind = buildKind,
  mayLink: (owner: number) => boolean = isAccounts,
  lstat: Lstat = lstatSync,
): boolean {
  if (kind === 'checkout') return false
  return placeOf(userData) !== placeOf(own) || isBehindLink(path.resolve(own), mayLink, lstat)
}

/** Whether a link of this owner is one that an account can make. Windows does not tell. */
function isAccounts(owner: number): boolean {
  return process.platform === 'win32' || owner !== 0
}

/** Whether the administrator's links lead from a folder's former place to where it is now. */
export function isLinked(
  former: string,
  folder: string,
  mayLink: (owner: number) => boolean = isAccounts,
): boolean {
  return placeOf(former) === folder && !isBehindLink(path.resolve(former), mayLink)
}

type Lstat = (folder: string, how: { readonly throwIfNoEntry: false }) => Stats | undefined

function isBehindLink(
  folder: string,
  mayLink: (owner: number) => boolean,
  lstat: Lstat = lstatSync,
): boolean {
  const found = lookAt(folder, lstat)
  if (found?.isSymbolicLink() && mayLink(found.uid)) return true
  const above = path.dirname(folder)
  return above !== folder && isBehindLink(above, mayLink, lstat)
}

/**
 * Returns undefined where there is no such folder, or this account may not look at it, as at the root of a share that
 * holds everybody's profiles.
 */
function lookAt(folder: string, lstat: Lstat): Stats | undefined {
  try {
    return lstat(folder, { throwIfNoEntry: false })
  } catch (error) {
    if (['EPERM', 'EACCES'].includes(codeOfError(error))) return undefined
    throw error
  }
}

/** Returns the path without links; the resolved path where there is no such folder. */
function placeOf(folder: string): string {
  return tryOr(() => realpathSync.native(folder), path.resolve(folder))
}

/**
 * Makes a profile's folder, and returns its path without links and with a drive's letter in capitals. Returns the typed
 * path where the folder cannot be made.
 */
export function realFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true })
  } catch {
    return path.resolve(folder)
  }
  return placeOf(folder).replace(/^[a-z]:/, (drive) => drive.toUpperCase())
}
