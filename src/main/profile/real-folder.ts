import { mkdirSync, realpathSync } from 'node:fs'
import path from 'node:path'

/**
 * The one path of a profile's folder, however somebody typed it: made if it is missing, without links, a drive's letter
 * in capitals. Where the system cannot say, the path as it was typed.
 */
export function realFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true })
    return realpathSync.native(folder).replace(/^[a-z]:/, (drive) => drive.toUpperCase())
  } catch {
    return path.resolve(folder)
  }
}
