import { randomUUID } from 'node:crypto'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownMarker, startOfDay } from '../../shared/testing/refund-samples'
import { type JournalPlace, makeJournalPlace } from './testing/journal-place'
import { finishStory, openingOf, story, tamperWith, wholeOf, writeStory } from './testing/journal-story'

let place: JournalPlace
beforeEach(() => {
  place = makeJournalPlace(() => startOfDay)
})
afterEach(() => place.remove())

describe('a journal that somebody changed while it was closed', () => {
  it.each([
    [
      'the last line deleted',
      'DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)',
      'journal_rolled_back',
    ],
    [
      'the last line’s text emptied',
      "UPDATE events SET line = x'' WHERE seq = (SELECT max(seq) FROM events)",
      'journal_damaged',
    ],
    [
      'the last line’s hash changed',
      "UPDATE events SET hash = 'x' WHERE seq = (SELECT max(seq) FROM events)",
      'journal_damaged',
    ],
    [
      'an open attempt’s row said to be decided',
      "UPDATE attempts SET undecided = 0, holds = 0, state = 'refused' WHERE number = 3",
      'journal_damaged',
    ],
    ['an open attempt’s row deleted', 'DELETE FROM attempts WHERE number = 3', 'journal_damaged'],
    ['an open attempt’s row emptied', "UPDATE attempts SET row = x'' WHERE number = 2", 'journal_damaged'],
    [
      'a settled attempt said to be undecided',
      'UPDATE attempts SET undecided = 1 WHERE number = 1',
      'journal_damaged',
    ],
    ['a line of an open attempt deleted', 'DELETE FROM events WHERE seq = 7', 'journal_damaged'],
    [
      'a line of an open attempt put elsewhere',
      "UPDATE events SET payment = x'00' WHERE seq = 7",
      'journal_damaged',
    ],
    [
      'a line put to an open attempt’s payment',
      'UPDATE events SET payment = (SELECT payment FROM events WHERE seq = 6) WHERE seq = 3',
      'journal_damaged',
    ],
    ['the open locks emptied', 'DELETE FROM open_locks', 'journal_damaged'],
    ['an open lock added', "INSERT INTO open_locks VALUES ('R-X', 'y', 1, 1)", 'journal_damaged'],
    ['a high-water value of an open attempt deleted', 'DELETE FROM high_water', 'journal_damaged'],
    ['a trigger planted', 'CREATE TRIGGER t AFTER UPDATE ON attempts BEGIN SELECT 1; END', 'journal_damaged'],
    ['a view made', 'CREATE VIEW v AS SELECT 1', 'journal_damaged'],
    [
      'the unique index replaced',
      'DROP INDEX one_holder; CREATE INDEX one_holder ON attempts (payment)',
      'journal_damaged',
    ],
    ['an index dropped', 'DROP INDEX events_by_time', 'journal_damaged'],
    ['a table dropped', 'DROP TABLE checkpoints', 'journal_damaged'],
    ['a column added', 'ALTER TABLE attempts ADD COLUMN more TEXT', 'journal_damaged'],
    [
      'its name changed',
      `UPDATE facts SET value = '${randomUUID()}' WHERE name = 'journal_id'`,
      'journal_damaged',
    ],
    ['its name deleted', "DELETE FROM facts WHERE name = 'journal_id'", 'journal_damaged'],
    ['its key check changed', "UPDATE facts SET value = 'AAAA' WHERE name = 'key_check'", 'journal_damaged'],
    ['its key check deleted', "DELETE FROM facts WHERE name = 'key_check'", 'journal_damaged'],
    [
      'everything deleted',
      'DELETE FROM events; DELETE FROM attempts; DELETE FROM checkpoints',
      'journal_rolled_back',
    ],
    ['its version an older one', 'PRAGMA user_version = 2', 'journal_damaged'],
    ['its version a later one', 'PRAGMA user_version = 131', 'journal_damaged'],
  ])('does not open: %s', async (_, sql, why) => {
    await finishStory(place)
    tamperWith(place.file, sql)
    const bytes = place.files()
    expect(await openingOf(place)).toBe(why)
    // Nothing is repaired, removed or renamed: what was found stays as it was found.
    expect(
      place
        .files()
        .get(`journal-${place.id}.db`)
        ?.equals(bytes.get(`journal-${place.id}.db`) ?? Buffer.alloc(0)),
    ).toBe(true)
  })

  it.each([
    ['a settled attempt’s row said to be refused', "UPDATE attempts SET state = 'refused' WHERE number = 1"],
    ['a settled attempt’s row deleted', 'DELETE FROM attempts WHERE number = 1'],
    ['a settled attempt’s row emptied', "UPDATE attempts SET row = x'' WHERE number = 1"],
    ['a settled attempt’s row moved', 'UPDATE attempts SET number = 17 WHERE number = 1'],
    ['a settled attempt’s cashier changed', "UPDATE attempts SET cashier = x'00' WHERE number = 1"],
    ['a settled attempt’s time changed', 'UPDATE attempts SET created_at = 5 WHERE number = 1'],
    [
      'a row too many',
      "INSERT INTO attempts SELECT 9, x'09', x'09', 0, 0, state, created_at, cashier, row FROM attempts WHERE number = 1",
    ],
    ['an old line deleted', 'DELETE FROM events WHERE seq = 3'],
    ['an old line’s text emptied', "UPDATE events SET line = x'' WHERE seq = 3"],
    ['an old line’s hash changed', "UPDATE events SET hash = 'x' WHERE seq = 3"],
    ['an old line’s time changed', 'UPDATE events SET at = at + 1 WHERE seq = 3'],
    [
      'two old lines exchanged',
      'UPDATE events SET seq = 99 WHERE seq = 2; UPDATE events SET seq = 2 WHERE seq = 3; UPDATE events SET seq = 3 WHERE seq = 99',
    ],
    ['a till’s line put elsewhere', "UPDATE events SET payment = x'00' WHERE seq = 1"],
    ['a code deleted', 'DELETE FROM attempt_codes WHERE number = 1'],
    [
      'a settled high-water value deleted',
      'DELETE FROM high_water WHERE payment = (SELECT payment FROM attempts WHERE number = 1)',
    ],
    [
      'a settled high-water value emptied',
      "UPDATE high_water SET row = x'' WHERE payment = (SELECT payment FROM attempts WHERE number = 1)",
    ],
    ['a high-water value of no refund emptied', "INSERT INTO high_water VALUES (x'01', x'02')"],
  ])('is found by the check behind the cashier: %s', async (_, sql) => {
    await finishStory(place)
    tamperWith(place.file, sql)
    expect(await wholeOf(place)).toBe('journal_damaged')
    // And by the next opening: after damage there is no checkpoint.
    expect(await openingOf(place)).toBe('journal_damaged')
  })

  /** What stood in the rows earlier, put back into them, as somebody does who kept a copy of the file. */
  function putBack(table: 'attempts' | 'high_water', earlier: ReadonlyMap<string, Buffer>): void {
    const name = table === 'attempts' ? 'attempt' : 'payment'
    const later = place.files()
    place.put(earlier)
    const reading = new Database(place.file)
    const rows = reading.prepare(`SELECT ${name}, row FROM ${table}`).raw().all([]) as ArrayBuffer[][]
    reading.close()
    place.put(later)
    const writing = new Database(place.file)
    const update = writing.prepare(`UPDATE ${table} SET row = ? WHERE ${name} = ?`)
    for (const [index, row] of rows) {
      update.run([Buffer.from(row ?? new ArrayBuffer(0)), Buffer.from(index ?? new ArrayBuffer(0))])
    }
    writing.close()
  }

  it('does not open when a watched attempt was put back, its later line deleted, and all of it fits together', async () => {
    await place.create()
    const journal = await place.openWell()
    writeStory(journal, story.slice(0, 8))
    const earlier = place.files()
    writeStory(journal, [
      { marker: ownMarker, event: { kind: 'watched', at: startOfDay, refunded: 0 } },
      ...story.slice(8),
    ])
    place.head = journal.head()
    journal.close()
    const whole = place.files()
    putBack('attempts', earlier)
    tamperWith(place.file, 'DELETE FROM events WHERE seq = 9')
    const putBackAgain = await openingOf(place)
    place.put(whole)
    tamperWith(
      place.file,
      `DELETE FROM events WHERE payment = (SELECT payment FROM attempts WHERE number = 2);
       DELETE FROM high_water WHERE payment = (SELECT payment FROM attempts WHERE number = 2);
       DELETE FROM attempts WHERE number = 2`,
    )
    expect([putBackAgain, await openingOf(place)]).toEqual(['journal_damaged', 'journal_damaged'])
  })

  it('is found when a high-water value was put back to an older one, with the lowering it rests on', async () => {
    await place.create()
    const journal = await place.openWell()
    writeStory(journal, story.slice(0, 2))
    const earlier = place.files()
    writeStory(journal, story.slice(2))
    place.head = journal.head()
    journal.close()
    putBack('high_water', earlier)
    expect(await wholeOf(place)).toBe('journal_damaged')
  })
})
