/**
 * Which folder's path the profile's keychain entries are named by, remembered in the profile once a journal is in force
 * there. No secret.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { attemptWork } from '../database/open-database'
import { writeWholeFile } from '../files/write-whole-file'

export const placeFileName = 'keychain-place.json'
const placeSchema = z.object({ path: z.string() })

function readPlace(folder: string): string | null {
  const file = path.join(folder, placeFileName)
  const read = attemptWork(() => placeSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).path)
  return read.ok ? read.value : null
}

/** A journal is in force whose entries are named by that path. What cannot be remembered now is at the next start. */
export function rememberPlace(folder: string, entriesPath: string): void {
  if (readPlace(folder) !== entriesPath) {
    writeWholeFile(path.join(folder, placeFileName), JSON.stringify({ path: entriesPath }))
  }
}

/** The folder that the profile's entries were made in, where that is another one: it was moved or copied. */
export function madeElsewhere(folder: string, entriesPath: string): string | null {
  const place = readPlace(folder)
  return place === entriesPath ? null : place
}
