import { createHash } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'

const prefix = 'journal-set-aside-'
/** A journal's files: the database, its write-ahead log, and the log's index. */
export const journalFiles = ['journal.db', 'journal.db-wal', 'journal.db-shm'] as const

/** Whether a damaged journal was set aside here before. */
export function hasSetAside(folder: string): boolean {
  return setAsideFolders(folder).length > 0
}

/** The folders below a profile's that hold a journal which was set aside, by their names. */
export function setAsideFolders(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .sort()
}

export type SetAsideFile = { readonly file: string; readonly sha256: string }

/** Every file in those folders with its digest; an unreadable one throws. */
export function setAsideFiles(folder: string): readonly SetAsideFile[] {
  return setAsideFolders(folder).flatMap((name) =>
    readdirSync(join(folder, name))
      .sort()
      .map((file) => ({
        file: `${name}/${file}`,
        sha256: createHash('sha256')
          .update(readFileSync(join(folder, name, file)))
          .digest('hex'),
      })),
  )
}

/** A name that nothing has yet: the clock may stand still, or be set back. */
function freshName(folder: string, now: number): string {
  const name = `${prefix}${new Date(now).toISOString().replace(/[:.]/g, '-')}`
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? name : `${name}-${number}`
    if (!existsSync(join(folder, numbered))) return numbered
  }
}

/**
 * Copies the journal's files, byte for byte, to a folder of their own beside it. The originals are removed
 * by a second step, once the database is closed. Throws when the disk does not let it: then nothing is lost.
 * @param now milliseconds since 1970.
 */
export function setAside(folder: string, now: number): { readonly removeOriginals: () => void } {
  const target = join(folder, freshName(folder, now))
  mkdirSync(target, { recursive: true })
  const present = journalFiles.filter((name) => existsSync(join(folder, name)))
  for (const name of present) copyDurably(join(folder, name), join(target, name))
  return {
    removeOriginals() {
      for (const name of journalFiles) rmSync(join(folder, name), { force: true })
    },
  }
}

/** The original goes next, so the copy has to be on the disk and not only on its way there. */
function copyDurably(from: string, to: string): void {
  copyFileSync(from, to)
  const file = openSync(to, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
