// @ts-check
import {
  accessSync,
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Where this user's programs may keep what can be fetched again. */
export function userCacheFolder() {
  const home = os.homedir()
  if (process.platform === 'win32') {
    return path.join(process.env.LOCALAPPDATA ?? path.join(home, 'AppData', 'Local'), 'tillside', 'Cache')
  }
  if (process.platform === 'darwin') return path.join(home, 'Library', 'Caches', 'tillside')
  return path.join(process.env.XDG_CACHE_HOME || path.join(home, '.cache'), 'tillside')
}

/**
 * Whether this user may do that with the file or folder; false also when it is not there.
 * @param {string} place
 * @param {'read' | 'write' | 'run'} what
 */
export function may(what, place) {
  const modes = { read: constants.R_OK, write: constants.W_OK, run: constants.X_OK }
  try {
    accessSync(place, modes[what])
    return true
  } catch {
    return false
  }
}

/**
 * Makes a second copy of a folder that costs no room where the file system allows it (hard links),
 * an ordinary copy where it does not. The copy's folders are open to every user for reading.
 * @param {string} from
 * @param {string} to must not exist
 * @param {(name: string) => boolean} [wanted] leaves out the entries (by path below `from`) it refuses
 */
export function linkFolder(from, to, wanted = () => true, below = '') {
  mkdirSync(to, { mode: 0o755 })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const place = path.join(below, entry.name)
    if (!wanted(place)) continue
    const source = path.join(from, entry.name)
    const target = path.join(to, entry.name)
    if (entry.isDirectory()) linkFolder(source, target, wanted, place)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (entry.isFile()) linkOrCopy(source, target)
  }
}

/**
 * @param {string} source
 * @param {string} target
 */
function linkOrCopy(source, target) {
  try {
    linkSync(source, target)
  } catch {
    copyFileSync(source, target, constants.COPYFILE_FICLONE)
  }
}
