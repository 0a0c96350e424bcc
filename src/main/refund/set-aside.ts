import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'

const prefix = 'journal-set-aside-'
const files = ['journal.db', 'journal.db-wal', 'journal.db-shm']

/** Whether a damaged journal was set aside here before. */
export function hasSetAside(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(prefix))
}

/**
 * Copies the journal's files, byte for byte, to a folder of their own beside it. The originals are removed
 * by a second step, once the database is closed. Throws when the disk does not let it: then nothing is lost.
 * @param now milliseconds since 1970.
 */
export function setAside(folder: string, now: number): { readonly removeOriginals: () => void } {
  const stamp = new Date(now).toISOString().replace(/[:.]/g, '-')
  const target = join(folder, `${prefix}${stamp}`)
  mkdirSync(target, { recursive: true })
  const present = files.filter((name) => existsSync(join(folder, name)))
  for (const name of present) copyDurably(join(folder, name), join(target, name))
  return {
    removeOriginals() {
      for (const name of files) rmSync(join(folder, name), { force: true })
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
