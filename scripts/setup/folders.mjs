// @ts-check
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Where this user's programs may keep what can be fetched again. */
export function userCacheFolder() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  return path.join(XDG_CACHE_HOME || LOCALAPPDATA || path.join(os.homedir(), '.cache'), 'tillside')
}

/**
 * Whether this user may do that with the file or folder; false also when it is not there.
 * @param {'read' | 'write' | 'run'} what
 * @param {string} place
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
 * Makes a second copy of a folder that costs no room where the file system allows it (hard links). Every user may read
 * the copy, even where the original is closed.
 * @param {string} from
 * @param {string} to must not exist
 * @param {(place: string) => boolean} [wanted] leaves out the entries (by path below `from`) it refuses
 */
export function linkFolder(from, to, wanted = () => true) {
  mkdirSync(to)
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name)
    const target = path.join(to, entry.name)
    if (!wanted(entry.name)) continue
    if (entry.isDirectory()) linkFolder(source, target, (place) => wanted(`${entry.name}/${place}`))
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (entry.isFile()) linkFile(source, target)
  }
}

/**
 * Gives a file a second name that every user may read, or copies it.
 * @param {string} source
 * @param {string} target
 */
export function linkFile(source, target) {
  const { mode } = statSync(source)
  try {
    // A link shares the rights of the original, which are not ours to widen.
    if ((mode & 0o004) !== 0) return linkSync(source, target)
  } catch {
    // Another file system, or somebody else's file: a copy does as well.
  }
  copyFileSync(source, target, constants.COPYFILE_FICLONE)
  chmodSync(target, (mode & 0o111) !== 0 ? 0o755 : 0o644)
}
