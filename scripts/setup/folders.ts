import { accessSync, constants } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Where this user's programs may keep what can be fetched again. */
export function userCacheFolder() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  return path.join(XDG_CACHE_HOME || LOCALAPPDATA || path.join(os.homedir(), '.cache'), 'tillside')
}

/** Whether this user may do that with the file or folder; false also when it is not there. */
export function may(what: 'read' | 'write' | 'run', place: string) {
  const modes = { read: constants.R_OK, write: constants.W_OK, run: constants.X_OK }
  try {
    accessSync(place, modes[what])
    return true
  } catch {
    return false
  }
}
