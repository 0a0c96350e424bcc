/** What the program keeps is for the account that runs it alone. Windows has no such modes: a profile there is the account's own. */

import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const folderMode = 0o700
const fileMode = 0o600

/**
 * From here on every new file is for this account alone, and so are the profile's folders and the files in them that
 * were made before. A core file, where the system makes one, gets none of this program's memory. What cannot be
 * changed stays as it is and stops nobody. Must run before anything else opens a file.
 * @param folders the profiles' folders, their own subfolders not included; those that are missing are left out.
 */
export function keepToOwnAccount(folders: readonly string[]): void {
  if (process.platform === 'win32') return
  process.umask(0o077)
  for (const folder of folders) closeFolder(folder)
  leaveMemoryOutOfCoreFiles()
}

function closeFolder(folder: string): void {
  const attempt = (work: () => void) => {
    try {
      work()
    } catch {
      // Somebody else's file, or none any more.
    }
  }
  attempt(() => {
    chmodSync(folder, folderMode)
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      // A link leads to a file that is perhaps not ours: it is never followed.
      if (entry.isFile()) attempt(() => chmodSync(path.join(folder, entry.name), fileMode))
    }
  })
}

/** Linux asks this file what of the memory goes into a core file: nothing. Elsewhere it does not exist. */
function leaveMemoryOutOfCoreFiles(): void {
  if (process.platform !== 'linux') return
  try {
    writeFileSync('/proc/self/coredump_filter', '0')
  } catch {
    // A kernel without it, or one that lets no program change it: then administration.md says what can be done.
  }
}

/**
 * Whether user ids are those of the PC. In a user namespace that an account makes for itself, its own id is 0 and its files
 * are "root's".
 * @param map the process's map of user ids; null where it can't be read
 */
export function idsAreOfThisPc(
  platform: NodeJS.Platform = process.platform,
  map: string | null = platform === 'linux' ? ownMap() : null,
): boolean {
  return platform !== 'linux' || (map !== null && /^\s*0\s+0\s+4294967295\s*$/.test(map))
}

function ownMap(): string | null {
  try {
    return readFileSync('/proc/self/uid_map', 'utf8')
  } catch {
    return null
  }
}
