import { createHash } from 'node:crypto'
import type Database from 'libsql'
import { z } from 'zod'
import { inTransaction } from '../database/open-database'
import { blindIndex } from '../database/sealing'
import { asBytes, blob, type CopyViewer, credentialsIndex } from './cache-rows'

/** A file of the watched folder as the disk tells of it: its whole path, bytes, milliseconds since 1970. */
export type FileSeen = { readonly path: string; readonly size: number; readonly changedAt: number }

const stampRow = z.object({ stamp: blob })
const contentRow = z.object({ content: blob })

/** Which files of the watched folder were imported: blind indexes only, neither a name nor a code in clear. */
export function makeImportedFiles(database: Database.Database, key: Buffer) {
  const stamps = database.prepare(`SELECT ${asBytes('stamp')} FROM taken_files WHERE credentials = ?`)
  const content = database.prepare(
    `SELECT ${asBytes('content')} FROM taken_files WHERE credentials = ? AND file = ?`,
  )
  const remember = database.prepare(`INSERT INTO taken_files (credentials, file, stamp, content)
    VALUES (?, ?, ?, ?)
    ON CONFLICT (credentials, file) DO UPDATE SET stamp = excluded.stamp, content = excluded.content`)
  const fileIndex = ({ path }: FileSeen) => blindIndex(key, 'taken file', path)
  const stampOf = ({ path, size, changedAt }: FileSeen) =>
    blindIndex(key, 'taken stamp', `${path}\0${size}\0${changedAt}`)
  const contentIndex = (bytes: Uint8Array) =>
    blindIndex(key, 'taken content', createHash('sha256').update(bytes).digest('hex'))

  return {
    /** Those that are not as they were when they were imported, by name, size and time. */
    changedFiles(viewer: CopyViewer, files: readonly FileSeen[]): readonly FileSeen[] {
      const rows = stamps.all([credentialsIndex(key, viewer)])
      const known = new Set(rows.map((row) => stampRow.parse(row).stamp.toString('hex')))
      return files.filter((file) => !known.has(stampOf(file).toString('hex')))
    },
    /** Whether the file held the very same when it was imported: then only its time has changed. */
    wasImported(viewer: CopyViewer, file: FileSeen, bytes: Uint8Array): boolean {
      const found = content.get([credentialsIndex(key, viewer), fileIndex(file)])
      return found !== undefined && contentRow.parse(found).content.equals(contentIndex(bytes))
    },
    rememberFile(viewer: CopyViewer, file: FileSeen, bytes: Uint8Array): void {
      const row = [credentialsIndex(key, viewer), fileIndex(file), stampOf(file), contentIndex(bytes)]
      inTransaction(database, () => remember.run(row))
    },
  }
}
