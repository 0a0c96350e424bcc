import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { beforeEach, describe, expect, it } from 'vitest'
import { attemptWork, databaseFault, finishRemoval, inTransaction, removeDatabase } from './database'
import { folderOfTest } from './testing/folder-of-test'

let database: Database.Database

beforeEach(() => {
  database = new Database(join(folderOfTest(), 'some.db'))
  database.exec('CREATE TABLE notes (name TEXT PRIMARY KEY, text TEXT)')
})

describe('a transaction', () => {
  it('keeps all or nothing, and gives the reason when it was the database that went back', () => {
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
  const closeAndFail = () => {
    database.close()
    throw new Error('The program ends')
  }
  expect(() => inTransaction(database, closeAndFail)).toThrow('The program ends')
})

describe('what was thrown', () => {
  it('counts as damage for the database’s own word or a value that did not open, else as unavailable', () => {
    const coded = (code: string) => Object.assign(new Error(code), { code })
    const damage = ['SQLITE_CORRUPT_INDEX', 'SQLITE_NOTADB'].map(coded)
    const unavailable = ['SQLITE_IOERR_FSYNC', 'SQLITE_FULL', 'ENOSPC'].map(coded)
    const kindsOf = (thrown: readonly unknown[]) => [
      ...new Set(thrown.map((each) => databaseFault(each).kind)),
    ]
    expect([
      kindsOf([...damage, new Error('does not open'), 'a text']),
      kindsOf([...unavailable, new Error('ConnectionFailed("Unable to open")')]),
    ]).toEqual([['damaged'], ['unavailable']])
  })
})

it('a database that Windows holds when it is to be deleted is deleted before it is opened again', () => {
  const file = join(folderOfTest(), 'old.db')
  writeFileSync(file, '')
  finishRemoval(file)
  const held = () => {
    throw Object.assign(new Error('held'), { code: 'EBUSY' })
  }
  const removed = [removeDatabase(file, held), existsSync(file)]
  finishRemoval(file)
  const gone = existsSync(file)
  writeFileSync(file, '')
  finishRemoval(file)
  expect([removed, gone, existsSync(file)]).toEqual([[false, true], false, true])
})
