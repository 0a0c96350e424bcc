/** Tells a database of a newer program from one whose version number is damaged. Not a byte of either is changed. */
import { closeSync, openSync, readSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import Database from 'libsql'

/** What openDatabase is given; each of them changes tables, indexes or triggers. */
type Migrations = readonly { readonly version: number; readonly sql: string }[]

/** Where SQLite keeps `user_version` in a file, and the text that every such file begins with. */
const headerBytes = 100
const versionPlace = 60
const headerText = 'SQLite format 3'

export function newestOf(migrations: Migrations): number {
  return Math.max(...migrations.map(({ version }) => version))
}

/** Whether a newer program made this file. One that is not there, or no database, is not newer. */
export function isNewerDatabase(file: string, migrations: Migrations): boolean {
  if (versionInHeader(file) <= newestOf(migrations)) return false
  let database: Database.Database | null = null
  try {
    database = new Database(file, { readonly: true })
    return hasOtherTables(database, migrations)
  } catch {
    return false
  } finally {
    database?.close()
  }
}

/**
 * Whether there are other tables, indexes or triggers in it than these migrations make: a number that is too high over
 * today's tables is damage.
 */
export function hasOtherTables(database: Database.Database, migrations: Migrations): boolean {
  const fresh = new Database(':memory:')
  try {
    for (const { sql } of migrations) fresh.exec(sql)
    return !isDeepStrictEqual(schemaOf(database), schemaOf(fresh))
  } finally {
    fresh.close()
  }
}

function schemaOf(database: Database.Database): readonly unknown[] {
  // As blobs: a text that is no UTF-8 ends the process (docs/refund-protocol.md, "Damage").
  return database.prepare('SELECT CAST(sql AS BLOB) AS sql FROM sqlite_schema ORDER BY name').raw().all()
}

/** The version that a database says it has, read without opening it as one; 0 where there is no such file. */
function versionInHeader(file: string): number {
  const header = Buffer.alloc(headerBytes)
  try {
    const handle = openSync(file, 'r')
    try {
      readSync(handle, header, 0, headerBytes, 0)
    } finally {
      closeSync(handle)
    }
  } catch {
    return 0
  }
  return header.toString('latin1').startsWith(headerText) ? header.readUInt32BE(versionPlace) : 0
}
