import { randomUUID } from 'node:crypto'
import { copyFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startOfDay } from '../../shared/testing/refund-samples'
import { writeKeyCheck } from './journal-facts'
import { journalFileOf } from './journal-file'
import { type JournalPlace, makeJournalPlace } from './testing/journal-place'
import {
  finishStory,
  killAfterOneMore,
  openingOf,
  tamperWith,
  verifyWhole,
  writeStory,
} from './testing/journal-story'

const day = 86_400_000
let now = startOfDay
let place: JournalPlace

beforeEach(() => {
  now = startOfDay
  place = makeJournalPlace(() => now)
})
afterEach(() => place.remove())

describe('the head that the keychain knows', () => {
  it('may lag behind the journal: a chain that extends it is accepted', async () => {
    await finishStory(place)
    const kept = place.head
    await killAfterOneMore(place)
    place.head = kept
    expect(await openingOf(place)).toBe('open')
  })

  it('does not let an older journal open, nor another that went on from an older one', async () => {
    await finishStory(place)
    const older = place.files()
    const journal = await place.openWell()
    writeStory(journal, [{ till: { kind: 'acted', at: now, by: 'A', act: { act: 'copies_forgotten' } } }])
    place.head = journal.head()
    journal.close()
    place.put(older)
    const rolledBack = await openingOf(place)
    const kept = place.head
    place.head = null
    const other = await place.openWell()
    writeStory(other, [
      { till: { kind: 'acted', at: now, by: 'B', act: { act: 'copies_forgotten' } } },
      { till: { kind: 'acted', at: now, by: 'B', act: { act: 'copies_forgotten' } } },
    ])
    other.close()
    place.head = kept
    expect([rolledBack, await openingOf(place)]).toEqual(['journal_rolled_back', 'journal_rolled_back'])
  })
})

describe('a journal that was not verified whole for long', () => {
  it.each([
    ['for a week', 7 * day],
    ['since a time that is still to come', -1],
  ])('is verified before it opens: %s', async (_, later) => {
    await finishStory(place)
    tamperWith(place.file, 'DELETE FROM events WHERE seq = 3')
    now += later
    expect(await openingOf(place)).toBe('journal_damaged')
  })

  it('opens at once within a week, and goes on with its check where the last run left it', async () => {
    await finishStory(place)
    now += 7 * day - 1
    const first = await place.openWell()
    expect([first.verifyMore(0), first.verifiedWholeAt()]).toEqual(['more', startOfDay])
    for (let step = 0; step < 20; step += 1) first.verifyMore(0)
    first.close()
    // Behind the place that was reached nothing is found in this round, so it did go on from there.
    tamperWith(place.file, "UPDATE attempts SET state = 'refused' WHERE number = 1")
    const second = await place.openWell()
    let steps = 0
    while (second.verifyMore(0) === 'more') steps += 1
    second.close()
    expect(steps).toBeLessThan(30)
  })

  it('is gone through once in each run and again a day later', async () => {
    await finishStory(place)
    const journal = await place.openWell()
    const first = verifyWhole(journal)
    now += day - 1
    const again = journal.verifyMore(0)
    now += 1
    expect([first, again, journal.verifyMore(0), journal.verifiedWholeAt()]).toEqual([
      'whole',
      'whole',
      'more',
      startOfDay,
    ])
    journal.close()
  })
})

describe('a file that is no journal of this till', () => {
  it.each([
    ['is missing', () => rmSync(place.file), 'journal_missing'],
    ['is empty', () => truncateSync(place.file, 0), 'journal_damaged'],
    ['has lost its end', () => truncateSync(place.file, 8192), 'journal_damaged'],
    [
      'is text',
      () => writeFileSync(place.file, 'no database at all, but long enough to be read as one. '.repeat(80)),
      'journal_damaged',
    ],
  ])('is told apart: it %s', async (_, harm, why) => {
    await finishStory(place)
    harm()
    expect(await openingOf(place)).toBe(why)
  })

  it('is told apart: another key, another journal, a newer program', async () => {
    await finishStory(place)
    const found: string[] = []
    const other = makeJournalPlace(() => now)
    await finishStory(other)
    const files = place.files()
    copyFileSync(other.file, place.file)
    found.push(await openingOf(place))
    place.put(files)
    const renamed = { ...place, id: randomUUID() }
    copyFileSync(place.file, journalFileOf(place.folder, renamed.id))
    found.push(await openingOf({ ...renamed, open: () => openAs(renamed) }))
    other.remove()
    expect(found).toEqual(['journal_wrong_key', 'journal_damaged'])
  })
})

describe('a journal of another version', () => {
  /** As another version would leave it: another version in the header, and the same, authenticated, among the facts. */
  function makeOther(version: number): void {
    const database = new Database(place.file)
    database.exec(`PRAGMA user_version = ${version}; CREATE TABLE later (name TEXT)`)
    const fact = writeKeyCheck(place.key, place.id, 4)
    database.prepare("UPDATE facts SET value = ? WHERE name = 'key_check'").run([fact])
    database.close()
  }

  it('is told apart from a damaged one: its number is authenticated', async () => {
    await finishStory(place)
    const files = place.files()
    makeOther(4)
    const other = await openingOf(place)
    place.put(files)
    makeOther(5)
    expect([other, await openingOf(place)]).toEqual(['journal_other_version', 'journal_damaged'])
  })
})

async function openAs(renamed: JournalPlace) {
  const { openJournalFile } = await import('./journal-file')
  return openJournalFile({
    folder: renamed.folder,
    id: renamed.id,
    key: renamed.key,
    head: null,
    now: () => now,
  })
}
