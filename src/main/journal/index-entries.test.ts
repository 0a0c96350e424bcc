import { readFileSync, writeFileSync } from 'node:fs'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startOfDay } from '../../shared/testing/refund-samples'
import { type JournalPlace, makeJournalPlace } from './testing/journal-place'
import { finishStory, openingOf, tamperWith, wholeOf } from './testing/journal-story'

const pageBytes = 4096

let place: JournalPlace
beforeEach(() => {
  place = makeJournalPlace(() => startOfDay)
})
afterEach(() => place.remove())

describe('an entry that an index lacks', () => {
  /** Leaves the row as it was and its entry in that index as another's: damage to one page of the index. */
  function loseEntry(index: string, away: string, back: string): void {
    tamperWith(place.file, away)
    const database = new Database(place.file)
    database.exec(
      'PRAGMA writable_schema = ON; CREATE TEMP TABLE kept (row, type, name, tbl_name, rootpage, sql)',
    )
    database.exec(`INSERT INTO kept SELECT rowid, * FROM sqlite_schema WHERE name = '${index}'`)
    const [row, type, name, table, page, sql] = database
      .prepare('SELECT * FROM kept')
      .raw()
      .get([]) as unknown[]
    database.exec(`DELETE FROM sqlite_schema WHERE name = '${index}'`)
    database.close()
    tamperWith(place.file, back)
    const again = new Database(place.file)
    again.exec('PRAGMA writable_schema = ON')
    again
      .prepare(
        'INSERT INTO sqlite_schema (rowid, type, name, tbl_name, rootpage, sql) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run([row, type, name, table, page, sql])
    again.close()
  }

  it.each([
    [
      'events_by_time',
      'UPDATE events SET at = at + 7 WHERE seq = 3',
      'UPDATE events SET at = at - 7 WHERE seq = 3',
    ],
    [
      'attempts_by_time',
      'UPDATE attempts SET created_at = created_at + 7',
      'UPDATE attempts SET created_at = created_at - 7',
    ],
    [
      'attempts_by_marker',
      'UPDATE attempts SET attempt = attempt || 1 WHERE number = 1',
      'UPDATE attempts SET attempt = CAST(substr(attempt, 1, 16) AS BLOB) WHERE number = 1',
    ],
    [
      'attempts_narrow',
      "UPDATE attempts SET state = 'refused' WHERE number = 1",
      "UPDATE attempts SET state = 'refunded' WHERE number = 1",
    ],
    [
      'attempts_of_payment',
      'UPDATE attempts SET payment = payment || 1 WHERE number = 1',
      'UPDATE attempts SET payment = CAST(substr(payment, 1, 16) AS BLOB) WHERE number = 1',
    ],
    [
      'events_of_payment',
      'UPDATE events SET payment = payment || 1 WHERE seq = 3',
      'UPDATE events SET payment = CAST(substr(payment, 1, 16) AS BLOB) WHERE seq = 3',
    ],
  ])('is found by the check behind the cashier: %s', async (index, away, back) => {
    await finishStory(place)
    loseEntry(index, away, back)
    expect(await wholeOf(place)).toBe('journal_damaged')
  })

  it('and nothing is found where the row went away and came back with its entry', async () => {
    await finishStory(place)
    loseEntry('attempts_narrow', 'SELECT 1', 'SELECT 1')
    expect(await wholeOf(place)).toBe('whole')
  })

  it.each([
    [
      'undecided_attempts',
      'UPDATE attempts SET undecided = 0 WHERE number = 3',
      'UPDATE attempts SET undecided = 1 WHERE number = 3',
    ],
    [
      'attempts_of_payment',
      'UPDATE attempts SET payment = payment || 1 WHERE number = 3',
      'UPDATE attempts SET payment = CAST(substr(payment, 1, 16) AS BLOB) WHERE number = 3',
    ],
  ])('does not let the journal open where it is an undecided attempt’s: %s', async (index, away, back) => {
    await finishStory(place)
    loseEntry(index, away, back)
    expect(await openingOf(place)).toBe('journal_damaged')
  })

  it('is found in the index of those that hold a lock', async () => {
    await finishStory(place)
    loseEntry(
      'one_holder',
      'UPDATE attempts SET holds = 0 WHERE number = 3',
      'UPDATE attempts SET holds = 1 WHERE number = 3',
    )
    expect(await wholeOf(place)).toBe('journal_damaged')
  })
})

describe('an entry that leads to another row than the one whose columns it holds', () => {
  /** Makes the newest entry of a small index longer by one bit: the number is then read from the entry behind it. */
  function lengthenNewest(index: string): void {
    const database = new Database(place.file)
    const [root] = database
      .prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?')
      .raw()
      .get([index]) as number[]
    database.close()
    const bytes = readFileSync(place.file)
    const page = ((root ?? 0) - 1) * pageBytes
    const newest = page + bytes.readUInt16BE(page + 5)
    bytes.writeUInt8(bytes.readUInt8(newest) ^ 16, newest)
    writeFileSync(place.file, bytes)
  }

  it.each([
    'events_by_time',
    'events_of_payment',
    'attempts_by_marker',
    'attempts_by_time',
    'attempts_of_payment',
    'attempts_narrow',
  ])('is found by the check behind the cashier: %s', async (index) => {
    await finishStory(place)
    lengthenNewest(index)
    expect(await wholeOf(place)).toContain('journal_damaged')
  })
})
