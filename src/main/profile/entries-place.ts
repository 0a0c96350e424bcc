/** Which folder's path the profile's keychain entries are named by, as it is remembered in the profile. No secret. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { attemptWork } from '../database/open-database'
import { isOfNewerVersion, writeValues } from '../files/known-version'

const fileName = 'keychain-place.json'
const placeSchema = z
  .object({
    path: z.string(),
    /** Entries under an earlier name are still to be removed; the keychain says which. */
    unfinished: z.boolean().optional(),
  })
  .readonly()
export type EntriesPlace = z.output<typeof placeSchema>

/** Null where nothing is remembered: the profile is new, or of before this was. */
export function readPlace(folder: string): EntriesPlace | null {
  const place = attemptWork<unknown>(() => JSON.parse(readFileSync(path.join(folder, fileName), 'utf8')))
  if (!place.ok || isOfNewerVersion(place.value)) return null
  const read = placeSchema.safeParse(place.value)
  return read.success ? read.data : null
}

/** What cannot be remembered is looked for again at the next start. */
export function writePlace(folder: string, place: EntriesPlace): void {
  writeValues(path.join(folder, fileName), { unfinished: undefined, ...place })
}
