/** Which folder's path the profile's keychain entries are named by, as it is remembered in the profile. No secret. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { attemptWork } from '../database/open-database'
import { writeWholeFile } from '../files/write-whole-file'

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
  const place = attemptWork(() =>
    placeSchema.parse(JSON.parse(readFileSync(path.join(folder, fileName), 'utf8'))),
  )
  return place.ok ? place.value : null
}

/** What cannot be remembered is looked for again at the next start. */
export function writePlace(folder: string, place: EntriesPlace): void {
  writeWholeFile(path.join(folder, fileName), JSON.stringify(place))
}
