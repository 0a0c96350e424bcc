import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { attemptWork, databaseFault, inTransaction, openDatabase } from './database'
import { folderOfTest } from './testing/folder-of-test'
import { ifNotRoot } from './testing/if-not-root'

const migrations = [
  { version: 1, sql: 'CREATE TABLE notes (name TEXT PRIMARY KEY)' },
  { version: 2, sql: 'ALTER TABLE notes ADD COLUMN text TEXT; CREATE TABLE tags (name TEXT)' },
]

let folder: string
let file: string

beforeEach(() => {
  folder = folderOfTest()
  file = join(folder, 'some.db')
})
afterEach(() => {
  chmodSync(folder, 0o700)
})

function openWell(steps = migrations): Database.Database {
  const opened = openDatabase(file, steps)
  if (!opened.ok) throw new Error(opened.fault.detail)
  return opened.value
}

function pragma(database: Database.Database, name: string): unknown {
  const row: unknown = database.prepare(`PRAGMA ${name}`).raw().get()
  return Array.isArray(row) ? row[0] : undefined
}

/** What kind of fault an opening gives, or 'open'. */
function opening(): string {
  const opened = openDatabase(file, migrations)
  if (!opened.ok) return opened.fault.kind
  opened.value.close()
  return 'open'
}

describe('an opened database', () => {
  it('has every durable setting, read back', () => {
    const database = openWell()
    const names = ['journal_mode', 'synchronous', 'fullfsync', 'checkpoint_fullfsync', 'user_version']
    const found = names.map((name) => [name, pragma(database, name)])
    database.close()
    expect(Object.fromEntries(found)).toEqual({
      journal_mode: 'wal',
      synchronous: 2,
      fullfsync: 1,
      checkpoint_fullfsync: 1,
      user_version: 2,
    })
  })

  it('gets the migrations that it lacks, each once, and keeps what is in it', () => {
    const first = openWell(migrations.slice(0, 1))
    inTransaction(first, () => first.prepare('INSERT INTO notes (name) VALUES (?)').run(['kept']))
    first.close()
    const versions = [openWell(), openWell()].map((database) => {
      const row = database.prepare('SELECT name, text FROM notes').raw().get()
      const version = pragma(database, 'user_version')
      database.close()
      return [version, row]
    })
    expect(versions).toEqual([
      [2, ['kept', null]],
      [2, ['kept', null]],
    ])
  })

  it('keeps the version before a migration that fails', () => {
    openWell(migrations.slice(0, 1)).close()
    const broken = [...migrations.slice(0, 1), { version: 2, sql: 'CREATE TABLE tags (name TEXT); NONSENSE' }]
    const failed = openDatabase(file, broken)
    // With the first migration only: the second would write its own version, whatever stood there.
    const database = openWell(migrations.slice(0, 1))
    const tables = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .raw()
      .all([])
      .flat()
    const version = pragma(database, 'user_version')
    database.close()
    const after = openWell()
    const mended = pragma(after, 'user_version')
    after.close()
    expect([failed.ok, version, tables, mended]).toEqual([false, 1, ['notes'], 2])
  })

  it('of a version that this program does not know counts as damaged', () => {
    openWell([...migrations, { version: 3, sql: 'CREATE TABLE later (name TEXT)' }]).close()
    expect(openDatabase(file, migrations)).toEqual({
      ok: false,
      fault: { kind: 'damaged', detail: 'The file says that it is of version 3' },
    })
  })
})

describe('a file that cannot be opened', () => {
  it.each([
    ['text', Buffer.from('not a database at all, but long enough to be read as one '.repeat(40))],
    ['a header and then nonsense', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(8000, 9)])],
  ])('is damaged when it holds %s, and is shown to the caller before it is closed', (_, bytes) => {
    writeFileSync(file, bytes)
    const seen: unknown[] = []
    const opened = openDatabase(file, migrations, ({ kind }) =>
      seen.push(kind, readFileSync(file).equals(bytes)),
    )
    expect([opened.ok ? 'open' : opened.fault.kind, seen, readFileSync(file).equals(bytes)]).toEqual([
      'damaged',
      ['damaged', true],
      true,
    ])
  })

  it('is unavailable when its folder is missing or it is a folder itself', () => {
    file = join(folder, 'missing', 'some.db')
    const missing = opening()
    file = join(folder, 'folder.db')
    mkdirSync(file)
    expect([missing, opening(), existsSync(join(folder, 'missing'))]).toEqual([
      'unavailable',
      'unavailable',
      false,
    ])
  })

  it('is unavailable while somebody else writes to it and a migration is due', () => {
    const other = openWell(migrations.slice(0, 1))
    other.exec('BEGIN IMMEDIATE')
    const during = opening()
    other.exec('ROLLBACK')
    other.close()
    expect([during, opening()]).toEqual(['unavailable', 'open'])
  })

  // Root may write anywhere, so for root there is nothing to test: no test that could only pass.
  ifNotRoot('is unavailable in a folder that may not be written to', () => {
    chmodSync(folder, 0o500)
    expect(opening()).toBe('unavailable')
  })
})

describe('a transaction', () => {
  it('keeps all or nothing, and gives the reason when it was the database that went back', () => {
    const database = openWell()
    const insert = database.prepare('INSERT INTO notes (name, text) VALUES (?, ?)')
    const fill = (name: string, text: string) => () => {
      insert.run([`${name} 1`, text])
      insert.run([`${name} 2`, text])
    }
    inTransaction(database, fill('first', ''))
    database.exec('PRAGMA max_page_count=1')
    const full = attemptWork(() => inTransaction(database, fill('second', 'x'.repeat(50_000))))
    database.exec('PRAGMA max_page_count=1000000')
    const twice = attemptWork(() => inTransaction(database, fill('first', '')))
    const bug = attemptWork(() =>
      inTransaction(database, () => {
        insert.run(['third', ''])
        throw new Error('a bug')
      }),
    )
    const names = database.prepare('SELECT name FROM notes ORDER BY name').raw().all([]).flat()
    database.close()
    expect([full, twice, bug, names]).toEqual([
      { ok: false, fault: { kind: 'unavailable', detail: 'database or disk is full' } },
      { ok: false, fault: { kind: 'unavailable', detail: 'UNIQUE constraint failed: notes.name' } },
      { ok: false, fault: { kind: 'damaged', detail: 'a bug' } },
      ['first 1', 'first 2'],
    ])
  })
})

it('a transaction in which the database was closed throws what its work threw', () => {
  const database = openWell()
  const closeAndFail = () => {
    database.close()
    throw new Error('The program ends')
  }
  expect(() => inTransaction(database, closeAndFail)).toThrow('The program ends')
})

describe('what was thrown', () => {
  it('counts as damage for the database’s own word or a value that did not open, else as unavailable', () => {
    const coded = (code: string) => Object.assign(new Error(code), { code })
    const thrown = [
      coded('SQLITE_CORRUPT_INDEX'),
      coded('SQLITE_NOTADB'),
      coded('SQLITE_IOERR_FSYNC'),
      coded('SQLITE_FULL'),
      coded('ENOSPC'),
      new Error('ConnectionFailed("Unable to open")'),
      new Error('does not open'),
      'a text',
    ]
    expect(thrown.map((error) => databaseFault(error).kind)).toEqual([
      'damaged',
      'damaged',
      'unavailable',
      'unavailable',
      'unavailable',
      'unavailable',
      'damaged',
      'damaged',
    ])
  })
})
