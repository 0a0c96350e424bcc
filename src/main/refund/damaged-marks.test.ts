import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { glance, startOfDay } from '../../shared/testing/refund-samples'
import { type JournalPlace, makeJournalPlace } from './testing/journal-place'
import { contentsOf, finishStory, openingOf, tamperWith, writeStory } from './testing/journal-story'

let place: JournalPlace

beforeEach(() => {
  place = makeJournalPlace(() => startOfDay)
})
afterEach(() => place.remove())

/** The sealed rows of all marks, in hexadecimal. */
function readMarks(file: string): readonly string[] {
  const database = new Database(file)
  const rows = database.prepare('SELECT hex(row) AS row FROM marks').all([])
  database.close()
  return rows.map((found) => z.object({ row: z.string() }).parse(found).row)
}

const quoted = (texts: readonly string[]) => texts.map((text) => `'${text}'`).join(', ')

describe('the marks of a journal', () => {
  it.each([
    ['one deleted', 'DELETE FROM marks'],
    ['what they add up to changed', "UPDATE mark_digest SET value = '00'"],
    ['what they add up to deleted', 'DELETE FROM mark_digest'],
  ])('with %s are damage: refunds stay off', async (_, sql) => {
    await finishStory(place)
    tamperWith(place.file, sql)
    expect(await openingOf(place)).toBe('journal_damaged')
  })

  it('with one put back to what it was before are damage: refunds stay off', async () => {
    const journal = await place.openWell()
    writeStory(journal)
    journal.raiseMark(glance({ id: 'pay-2', refunded: 100 }))
    const before = readMarks(place.file)
    journal.raiseMark(glance({ id: 'pay-2', refunded: 700 }))
    const after = readMarks(place.file)
    await place.keys.writeHead(journal.head())
    journal.close()
    const [lowered] = before.filter((row) => !after.includes(row))
    tamperWith(place.file, `UPDATE marks SET row = x'${lowered}' WHERE hex(row) NOT IN (${quoted(before)})`)
    expect([before.length, await openingOf(place)]).toEqual([2, 'journal_damaged'])
  })

  it('of the first version are counted once, and from then on one that is missing is noticed', async () => {
    const before = await finishStory(place)
    tamperWith(place.file, 'DROP TABLE mark_digest; PRAGMA user_version=1')
    const journal = await place.openWell()
    const after = contentsOf(journal)
    journal.close()
    tamperWith(place.file, 'DELETE FROM marks')
    expect([after, await openingOf(place)]).toEqual([before, 'journal_damaged'])
  })
})
