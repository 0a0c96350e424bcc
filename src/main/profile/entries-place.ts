/** Which folder's path the profile's keychain entries are named by, as it is remembered in the profile. No secret. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { attemptWork } from '../database/open-database'
import { writeWholeFile } from '../files/write-whole-file'
import type { JournalKeys } from '../journal/journal-keys'

const fileName = 'keychain-place.json'
const placeSchema = z.object({ path: z.string() })

/**
 * The folder that the profile's entries were made in, where that is another one: it was moved or copied. Null where they
 * belong here. A profile that was set up anew in its new folder belongs there.
 * @param folder the real path of the profile's folder, which the entries are named by.
 */
export async function madeElsewhere(
  folder: string,
  keys: Pick<JournalKeys, 'readInForce'>,
): Promise<string | null> {
  const file = path.join(folder, fileName)
  const read = attemptWork(() => placeSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).path)
  if (read.ok && read.value === folder) return null
  const inForce = read.ok ? await keys.readInForce() : null
  if (read.ok && !(inForce?.ok === true && inForce.value !== null)) return read.value
  // What cannot be remembered is looked for again at the next start.
  writeWholeFile(file, JSON.stringify({ path: folder }))
  return null
}
