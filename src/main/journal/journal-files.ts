/** The names of journals in a profile's folder (refund-protocol.md 12): each file keeps its own for ever. */
import { existsSync, readdirSync } from 'node:fs'
import { placeFileName } from './entries-place'

/** The file of the journal with that id. */
export function journalFileName(id: string): string {
  return `journal-${id}.db`
}

const pattern = /^journal-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.db$/
const journalFile = /^journal-/

/** The saved copies (copies/cache-file.ts): sealed with a key that a keychain kept. */
const copiesFileName = 'cache.db'

/** The ids of the journals that lie in a folder, in no order that means anything. */
export function journalIds(folder: string): readonly string[] {
  return names(folder)
    .map((name) => pattern.exec(name)?.[1])
    .filter((id) => id !== undefined)
}

/**
 * Whether a journal was ever in force in this profile, as far as its files tell: one of a journal lies there, or what is
 * only written once there is one. The settings tell nothing: they are written where no keychain ever worked, too.
 * @param begun the id of a first journal that was still being made.
 */
export function wasUsed(folder: string, begun: string | null = null): boolean {
  const unfinished = begun === null ? null : journalFileName(begun)
  return names(folder).some(
    (name) =>
      name === placeFileName ||
      name === copiesFileName ||
      (journalFile.test(name) && (unfinished === null || !name.startsWith(unfinished))),
  )
}

function names(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
