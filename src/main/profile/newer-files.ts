import path from 'node:path'
import { isNewerDatabase } from '../database/newer-database'
import type { Migration } from '../database/open-database'
import { isNewerFile } from '../files/known-version'

/** Every small file of a profile that has a form of its own (docs/administration.md, "What lies where"). */
export const smallFiles = [
  'settings.json',
  'window.json',
  'crashes.json',
  'keychain-place.json',
  'keychain-silence.json',
] as const

/** A database of a profile beside its journals, and the forms of it that this program knows. */
type KnownDatabase = { readonly name: string; readonly migrations: readonly Migration[] }

/**
 * The files in a profile's folder that say that a newer program wrote them, journals left out: those speak for
 * themselves as they are opened. Reads a small piece of each and writes nothing.
 */
export function newerFiles(folder: string, databases: readonly KnownDatabase[]): readonly string[] {
  return [
    ...smallFiles.filter((name) => isNewerFile(path.join(folder, name))),
    ...databases
      .filter(({ name, migrations }) => isNewerDatabase(path.join(folder, name), migrations))
      .map(({ name }) => name),
  ]
}
