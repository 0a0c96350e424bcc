/** The names of journals in a profile's folder (refund-protocol.md 12): each file keeps its own for ever. */
import { existsSync, readdirSync } from 'node:fs'

/** The file of the journal with that id. */
export function journalFileName(id: string): string {
  return `journal-${id}.db`
}

const pattern = /^journal-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.db$/

/** The ids of the journals that lie in a folder, in no order that means anything. */
export function journalIds(folder: string): readonly string[] {
  return names(folder)
    .map((name) => pattern.exec(name)?.[1])
    .filter((id) => id !== undefined)
}

/** Whether this profile has ever had a journal. */
export function hasJournal(folder: string): boolean {
  return journalIds(folder).length > 0
}

function names(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
