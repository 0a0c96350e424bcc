import { accessSync, constants, lstatSync } from 'node:fs'
import path from 'node:path'
import type { App } from 'electron'
import { tryOr } from '../../shared/base/result'

/** `held`: another program has it. `not_made`: nobody has it, and this program could not make it. */
type Lock = 'taken' | 'held' | 'not_made'

/** A socket's path has 108 bytes at most, of which Chromium's own part takes 46. */
const maxFolderLength = 60

export const lockNotMade =
  'Tillside cannot make the lock that keeps a second program from its tills: the folder for temporary files takes nothing. ' +
  'Make room on its disk, or give this account its rights there.'

/**
 * Takes the lock that lets one program at a time work on an account's tills, for as long as this one runs. On Linux the
 * lock has a file in a folder for temporary files: there it goes into the account's own one for this session, where a full
 * disk and a clean-up of /tmp do not reach it. Everything else stays where it was.
 * @param data reaches the program that has the lock
 */
export function takeLock(
  program: Pick<App, 'requestSingleInstanceLock' | 'getPath'>,
  data: Record<string, unknown>,
  platform: NodeJS.Platform = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
): Lock {
  const { TMPDIR: usual, XDG_RUNTIME_DIR: own } = environment
  const isOwn = platform === 'linux' && own !== undefined && own.length <= maxFolderLength && takesFiles(own)
  if (isOwn) environment.TMPDIR = own
  const isTaken = program.requestSingleInstanceLock(data)
  if (usual === undefined) delete environment.TMPDIR
  else environment.TMPDIR = usual
  const isHeld = () =>
    platform === 'win32' || isThere(path.join(program.getPath('userData'), 'SingletonLock'))
  if (isTaken) return 'taken'
  if (isHeld()) return 'held'
  // That folder was full, or whoever had the lock was just ending: once more, in the usual folder.
  if (program.requestSingleInstanceLock(data)) return 'taken'
  return isHeld() ? 'held' : 'not_made'
}

/** Whether it is a folder of this account's: a program that became another account may have that one's. */
function takesFiles(folder: string): boolean {
  return (
    path.isAbsolute(folder) &&
    tryOr(() => accessSync(folder, constants.W_OK | constants.X_OK) === undefined, false)
  )
}

/** Whether the link is there that names whoever has the lock. */
function isThere(link: string): boolean {
  return tryOr(() => lstatSync(link, { throwIfNoEntry: false }) !== undefined, true)
}
