/** The policy of a Mac: the managed preferences that its management writes, which no account but root's can. */

import { readOwnedFile } from './owned-file'
import { type FoundPolicy, type PolicyPlace, parseJson } from './policy-file'
import type { RunProgram } from './run-program'

export const managedPreferences: PolicyPlace = {
  file: '/Library/Managed Preferences/app.tillside.desk.plist',
  owner: 0,
}

/** Reads that file by the system's own plutil: `defaults` does not tell what is managed from what an account set. */
export async function findManagedPreferences(
  run: RunProgram,
  { file, owner }: PolicyPlace = managedPreferences,
): Promise<FoundPolicy> {
  const found = readOwnedFile(file, owner)
  if (found.kind === 'absent') return found
  if (found.kind === 'refused') return { ...found, place: file }
  const { code, stdout } = await run('/usr/bin/plutil', ['-convert', 'json', '-o', '-', '--', file])
  if (code !== 0) return { kind: 'refused', place: file, why: 'it must be a property list that plutil reads' }
  return { kind: 'read', place: file, content: withoutPayload(parseJson(stdout)), owner }
}

/** What the profile says of itself stands beside its keys. */
function withoutPayload(content: unknown): unknown {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return content
  return Object.fromEntries(Object.entries(content).filter(([key]) => !key.startsWith('Payload')))
}
