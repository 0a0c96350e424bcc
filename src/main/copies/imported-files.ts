import type Database from 'libsql'
import { z } from 'zod'
import { type FaultOf, listFaultReasons } from '../../shared/fault'
import { inTransaction } from '../database/open-database'
import { blindIndex, seal, unseal } from '../database/sealing'
import { asBytes, blob, type CopyViewer, credentialsIndex, opened } from './cache-rows'

/** A file of the watched folder as the disk tells of it: its whole path, bytes, milliseconds since 1970. */
export type FileSeen = { readonly path: string; readonly size: number; readonly changedAt: number }

/** Why a file was not taken, and at which of its lines. */
export type FileRefusal = Pick<FaultOf<'list_not_taken'>, 'why' | 'line'>

/** What is known of files as they are now. What is neither was not read yet, or has changed since. */
export type KnownFiles = {
  readonly changed: readonly FileSeen[]
  readonly refused: readonly { readonly file: FileSeen; readonly refusal: FileRefusal }[]
}

const stampRow = z.object({ file: blob, stamp: blob, refused: blob.nullable() })
const contentRow = z.object({ content: blob })
const refusalSchema = z.object({ why: z.enum(listFaultReasons), line: z.number().int() })

const refusalPlace = (file: Buffer) => `refused file ${file.toString('hex')}`

/**
 * Which files of the watched folder were imported, and which were refused and why: blind indexes only, neither a name
 * nor a code in clear.
 */
export function makeImportedFiles(database: Database.Database, key: Buffer) {
  const stamps = database.prepare(`SELECT ${asBytes('file', 'stamp', 'refused')}
    FROM taken_files WHERE credentials = ?`)
  const content = database.prepare(
    `SELECT ${asBytes('content')} FROM taken_files WHERE credentials = ? AND file = ?`,
  )
  const remember = database.prepare(`INSERT INTO taken_files (credentials, file, stamp, content)
    VALUES (?, ?, ?, ?)
    ON CONFLICT (credentials, file) DO UPDATE SET stamp = excluded.stamp, content = excluded.content, refused = NULL`)
  // What it held when it was imported is known still: it may only have been touched.
  const refuse = database.prepare(`INSERT INTO taken_files (credentials, file, stamp, content, refused)
    VALUES (?, ?, ?, x'', ?)
    ON CONFLICT (credentials, file) DO UPDATE SET stamp = excluded.stamp, refused = excluded.refused`)
  const takeBack = database.prepare(`UPDATE taken_files SET stamp = x'', refused = NULL
    WHERE credentials = ? AND file = ? AND refused IS NOT NULL`)
  const fileIndex = ({ path }: Pick<FileSeen, 'path'>) => blindIndex(key, 'taken file', path)
  const stampOf = ({ path, size, changedAt }: FileSeen) =>
    blindIndex(key, 'taken stamp', `${path}\0${size}\0${changedAt}`)
  const contentIndex = (digest: string) => blindIndex(key, 'taken content', digest)

  function readRefusal(file: Buffer, sealed: Buffer): FileRefusal {
    return refusalSchema.parse(JSON.parse(opened(unseal(key, sealed, refusalPlace(file)))))
  }

  return {
    /** What was imported of them and is as it was, by name, size and time, is in neither part. */
    knownFiles(viewer: CopyViewer, files: readonly FileSeen[]): KnownFiles {
      const rows = stamps.all([credentialsIndex(key, viewer)]).map((row) => stampRow.parse(row))
      const known = new Map(rows.map((row) => [row.stamp.toString('hex'), row]))
      const rowOf = (file: FileSeen) => known.get(stampOf(file).toString('hex'))
      return {
        changed: files.filter((file) => rowOf(file) === undefined),
        refused: files.flatMap((file) => {
          const row = rowOf(file)
          return row?.refused ? [{ file, refusal: readRefusal(row.file, row.refused) }] : []
        }),
      }
    },
    /**
     * Whether the file held the very same when it was imported: then only its time has changed.
     * @param digest the SHA-256 of its bytes, in hex
     */
    wasImported(viewer: CopyViewer, file: FileSeen, digest: string): boolean {
      const found = content.get([credentialsIndex(key, viewer), fileIndex(file)])
      return found !== undefined && contentRow.parse(found).content.equals(contentIndex(digest))
    },
    rememberFile(viewer: CopyViewer, file: FileSeen, digest: string): void {
      const row = [credentialsIndex(key, viewer), fileIndex(file), stampOf(file), contentIndex(digest)]
      inTransaction(database, () => remember.run(row))
    },
    /** As it is now the file is not read again, until `rememberFile` or `takeRefusalBack`. */
    refuseFile(viewer: CopyViewer, file: FileSeen, refusal: FileRefusal): void {
      const index = fileIndex(file)
      const sealed = seal(key, JSON.stringify(refusal), refusalPlace(index))
      inTransaction(database, () => refuse.run([credentialsIndex(key, viewer), index, stampOf(file), sealed]))
    },
    takeRefusalBack(viewer: CopyViewer, file: FileSeen): void {
      inTransaction(database, () => takeBack.run([credentialsIndex(key, viewer), fileIndex(file)]))
    },
  }
}
