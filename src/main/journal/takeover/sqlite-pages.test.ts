import * as fs from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runs } from '../../../shared/testing/property-size'
import { temporaryFolder } from '../testing/journal-place'
import { type FoundRow, rowsIn } from './sqlite-pages'

let folder = ''
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const file = () => join(folder, 'some.db')

function found(name = file()): readonly FoundRow[] {
  const handle = fs.openSync(name, 'r')
  try {
    const log = fs.existsSync(`${name}-wal`) ? fs.readFileSync(`${name}-wal`) : Buffer.alloc(0)
    return [...rowsIn(fs, handle, log)]
  } finally {
    fs.closeSync(handle)
  }
}

/** Rows of the two tables, as they were written. */
type Written = { readonly n: number; readonly text: string; readonly bytes: Uint8Array }

function write(database: Database.Database, rows: readonly Written[]): void {
  const one = database.prepare('INSERT INTO numbered (n, text, bytes) VALUES (?, ?, ?)')
  const other = database.prepare('INSERT INTO named (name, n, bytes) VALUES (?, ?, ?)')
  const alone = !database.inTransaction
  if (alone) database.exec('BEGIN')
  for (const { n, text, bytes } of rows) {
    one.run([n, text, Buffer.from(bytes)])
    other.run([`name ${n}`, n, Buffer.from(bytes)])
  }
  if (alone) database.exec('COMMIT')
}

function make(pageSize = 4096): Database.Database {
  const database = new Database(file())
  database.exec(`PRAGMA page_size=${pageSize}`)
  database.prepare('PRAGMA journal_mode=WAL').get([])
  database.exec(
    `CREATE TABLE numbered (n INTEGER PRIMARY KEY, text TEXT, bytes BLOB);
     CREATE TABLE named (name TEXT PRIMARY KEY, n INTEGER, bytes BLOB) WITHOUT ROWID`,
  )
  return database
}

const numbered = (rows: readonly FoundRow[]) =>
  new Map(
    rows.flatMap(({ rowid, values, isCurrent }) =>
      isCurrent && rowid !== null && values.length === 3 && values[0] === null
        ? [[rowid, [values[1], values[2]]] as const]
        : [],
    ),
  )
const named = (rows: readonly FoundRow[]) =>
  new Map(
    rows.flatMap(({ rowid, values, isCurrent }) =>
      isCurrent && rowid === null && values.length === 3
        ? [[values[0], [values[1], values[2]]] as const]
        : [],
    ),
  )

const expectedNumbered = (rows: readonly Written[]) =>
  new Map(rows.map(({ n, text, bytes }) => [n, [text, Buffer.from(bytes)]]))
const expectedNamed = (rows: readonly Written[]) =>
  new Map(rows.map(({ n, bytes }) => [`name ${n}`, [n, Buffer.from(bytes)]]))

const written = fc.uniqueArray(
  fc.record({
    n: fc.oneof(fc.integer({ min: -5, max: 300 }), fc.maxSafeInteger()).filter((n) => n >= 0),
    text: fc.string({ unit: 'binary', maxLength: 60 }),
    bytes: fc.oneof(
      fc.uint8Array({ maxLength: 80 }),
      fc.integer({ min: 900, max: 12_000 }).map((length) => new Uint8Array(length).fill(length)),
    ),
  }),
  { selector: ({ n }) => n, maxLength: 40 },
)

describe('the pages of a file', () => {
  it('give every row that was written, in the file or its log, long ones too', () => {
    fc.assert(
      fc.property(written, written, fc.constantFrom(512, 1024, 4096), (first, second, pageSize) => {
        for (const name of fs.readdirSync(folder)) fs.rmSync(join(folder, name))
        const database = make(pageSize)
        write(database, first)
        database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get([])
        const later = second.filter(({ n }) => !first.some((row) => row.n === n))
        write(database, later)
        const rows = found()
        database.close()
        const all = [...first, ...later]
        const same = [
          isDeepStrictEqual(numbered(rows), expectedNumbered(all)),
          isDeepStrictEqual(named(rows), expectedNamed(all)),
        ]
        expect(same).toEqual([true, true])
      }),
      { numRuns: runs(60) },
    )
  })

  it('give what SQLite itself reads after rows were changed and deleted', () => {
    const database = make()
    const rows = Array.from({ length: 300 }, (_, n) => ({ n, text: `text ${n}`, bytes: new Uint8Array(200) }))
    write(database, rows)
    database.exec("UPDATE numbered SET text = 'changed' WHERE n % 3 = 0; DELETE FROM named WHERE n > 40")
    const inLog = found()
    database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get([])
    const inFile = found()
    database.close()
    const changed = rows.map((row) => (row.n % 3 === 0 ? { ...row, text: 'changed' } : row))
    const left = expectedNamed(rows.filter(({ n }) => n <= 40))
    for (const each of [inLog, inFile]) {
      expect([numbered(each), named(each)]).toEqual([expectedNumbered(changed), left])
    }
  })

  it('give nothing of a transaction that was never committed', () => {
    const database = make()
    write(database, [{ n: 1, text: 'one', bytes: new Uint8Array(3) }])
    database.exec('PRAGMA cache_size=2; BEGIN')
    const many = Array.from({ length: 200 }, (_, n) => ({ n: n + 2, text: 'no', bytes: new Uint8Array(500) }))
    write(database, many)
    const rows = found()
    database.exec('ROLLBACK')
    database.close()
    expect([...numbered(rows).keys()]).toEqual([1])
  })

  it('give the rows of every other page when one is lost, whichever it is, the first too', () => {
    const database = make()
    const rows = Array.from({ length: 200 }, (_, n) => ({ n, text: `text ${n}`, bytes: new Uint8Array(150) }))
    write(database, rows)
    database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get([])
    database.close()
    const whole = fs.readFileSync(file())
    const pages = whole.length / 4096
    const lost = Array.from({ length: pages }, (_, page) => {
      const bytes = Buffer.from(whole)
      bytes.fill(0xa5, page * 4096, (page + 1) * 4096)
      fs.writeFileSync(file(), bytes)
      return 200 - numbered(found()).size
    })
    // Each row is lost with one page at most, and no page holds more than its share.
    expect([lost.reduce((sum, each) => sum + each, 0), Math.max(...lost) <= 24]).toEqual([200, true])
  })

  it('never throw, whatever the bytes are', () => {
    const database = make(512)
    write(
      database,
      Array.from({ length: 30 }, (_, n) => ({ n, text: `text ${n}`, bytes: new Uint8Array(n * 40) })),
    )
    const log = fs.readFileSync(`${file()}-wal`)
    database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get([])
    database.close()
    const whole = fs.readFileSync(file())
    const change = fc.record({ at: fc.nat(), byte: fc.nat(255) })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), fc.nat(), fc.boolean(), (changes, cut, inLog) => {
        const bytes = Buffer.from(inLog ? log : whole)
        for (const { at, byte } of changes) bytes[at % bytes.length] = byte
        const short = bytes.subarray(0, bytes.length - (cut % bytes.length))
        fs.writeFileSync(file(), inLog ? Buffer.alloc(0) : short)
        fs.writeFileSync(`${file()}-wal`, inLog ? short : Buffer.alloc(0))
        expect(Array.isArray(found())).toBe(true)
      }),
      { numRuns: runs(1500) },
    )
  })
})
