import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDurable } from '../database/open-database'
import { finishFile } from './finish-file'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillside-finish-'))
  file = join(folder, 'new.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A database in the middle of the transaction that fills it. */
function filling(rows: number): Database.Database {
  const opened = openDurable(file)
  if (!opened.ok) throw new Error(opened.fault.detail)
  opened.value.exec(
    'PRAGMA synchronous=OFF; PRAGMA wal_autocheckpoint=0; PRAGMA cache_size=-500; BEGIN IMMEDIATE',
  )
  opened.value.exec('CREATE TABLE rows (number INTEGER PRIMARY KEY, text BLOB NOT NULL)')
  const insert = opened.value.prepare('INSERT INTO rows (text) VALUES (?)')
  for (let row = 0; row < rows; row += 1) insert.run([Buffer.alloc(2000, row)])
  return opened.value
}

/** How many rows the file alone holds, whatever became of its log. */
function rowsInFile(): unknown {
  rmSync(`${file}-wal`, { force: true })
  rmSync(`${file}-shm`, { force: true })
  const database = new Database(file)
  const found = database.prepare('SELECT count(*) FROM rows').raw().get([])
  database.close()
  return found
}

it.each([
  ['a short file', 3],
  ['a long one', 20_000],
])('all of %s is in it and nothing in its log', async (_, rows) => {
  const database = filling(rows)
  expect([await finishFile(file, database), database.inTransaction]).toEqual([true, false])
  expect([statSync(`${file}-wal`).size, readPragma(database, 'synchronous')]).toEqual([0, 2])
  database.close()
  expect(rowsInFile()).toEqual([rows])
})

it('others have their turn while a long file is finished', async () => {
  const database = filling(20_000)
  let turns = 0
  let running = true
  const turn = () => {
    turns += 1
    if (running) setImmediate(turn)
  }
  setImmediate(turn)
  await finishFile(file, database)
  running = false
  database.close()
  expect(turns).toBeGreaterThan(0)
})

it('says so when somebody else holds the log, and throws when there is nothing to commit', async () => {
  const database = filling(20_000)
  const reader = new Database(file)
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM sqlite_schema').get([])
  expect(await finishFile(file, database)).toBe(false)
  await expect(finishFile(file, database)).rejects.toThrow('no transaction')
  reader.exec('ROLLBACK')
  reader.close()
  database.close()
})

function readPragma(database: Database.Database, name: string): unknown {
  const row = database.prepare(`PRAGMA ${name}`).raw().get()
  return Array.isArray(row) ? row[0] : undefined
}
