import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fail, messageOf, type Result, succeed } from '../../shared/base/result'

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

/**
 * Makes the folder of this account's profiles, or returns a message for the terminal where it cannot be used. Chromium
 * would report a folder that it cannot write as in use by a running program.
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

/** Returns the account's name; '' where it has no entry, as while a directory of accounts cannot be asked. */
export function accountName(read: () => string = () => os.userInfo().username): string {
  try {
    return read()
  } catch {
    return ''
  }
}

/**
 * Makes a profile's folder, and returns its path without links and with a drive's letter in capitals. Returns the typed
 * path where the folder cannot be made.
 */
export function realFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true })
    return realpathSync.native(folder).replace(/^[a-z]:/, (drive) => drive.toUpperCase())
  } catch {
    return path.resolve(folder)
  }
}
