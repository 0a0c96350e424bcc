/** The names of journals in a profile's folder (refund-protocol.md 12): each file keeps its own for ever. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The file of the journal with that id. */
export function journalFileName(id: string): string {
  return `journal-${id}.db`
}

const pattern = /^journal-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.db$/

/** The journal of earlier versions, and the folders in which they set a damaged one aside. */
export const formerFile = 'journal.db'
const formerAside = 'journal-set-aside-'

/** The ids of the journals that lie in a folder, in no order that means anything. */
export function journalIds(folder: string): readonly string[] {
  return names(folder)
    .map((name) => pattern.exec(name)?.[1])
    .filter((id) => id !== undefined)
}

/** Whether this profile has ever had a journal of today's format. */
export function hasJournal(folder: string): boolean {
  return journalIds(folder).length > 0
}

/** Whether this profile has ever had a journal of whatever format. */
export function hasAnyJournal(folder: string): boolean {
  return hasJournal(folder) || formerFiles(folder).length > 0
}

/** The files of earlier versions, below the profile's folder: `journal.db`, and what was set aside. */
export function formerFiles(folder: string): readonly string[] {
  const aside = names(folder)
    .filter((name) => name.startsWith(formerAside))
    .map((name) => join(name, formerFile))
  return [...aside.sort(), formerFile].filter((name) => existsSync(join(folder, name)))
}

function names(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
