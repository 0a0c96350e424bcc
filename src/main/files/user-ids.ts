import { readFileSync } from 'node:fs'

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
