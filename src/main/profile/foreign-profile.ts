/** Whether the program works on the records of the till that this account has, or on others that it was pointed at. */
import { lstatSync, realpathSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type BuildKind, buildKind } from '../system/build'

/** What is asked of Electron's `app`. */
type Program = {
  readonly getPath: (name: 'appData') => string
  readonly getName: () => string
}

/**
 * Where the profile of this account lies unless somebody says otherwise. On Linux the account's own entry says where its
 * home is: variables like XDG_CONFIG_HOME are set by whoever starts the program.
 */
export function ownFolder(
  program: Program,
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
