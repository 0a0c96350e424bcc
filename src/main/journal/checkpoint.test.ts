import { randomBytes } from 'node:crypto'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startOfDay as now } from '../../shared/testing/refund-samples'
import { sealCheckpoint } from './checkpoint'
import { nothingStands } from './standing'
import { type JournalPlace, makeJournalPlace } from './testing/journal-place'
import {
  contentsOf,
  finishStory,
  killAfterOneMore,
  openingOf,
  story,
  tamperWith,
  writeStory,
} from './testing/journal-story'

let place: JournalPlace
beforeEach(() => {
  place = makeJournalPlace(() => now)
})
afterEach(() => place.remove())

describe('a checkpoint', () => {
  async function rowsOf(): Promise<readonly { seq: number; hash: string; row: ArrayBuffer }[]> {
    const database = new Database(place.file)
    const rows = database.prepare('SELECT seq, hash, row FROM checkpoints ORDER BY seq DESC').all([])
    database.close()
    return rows as readonly { seq: number; hash: string; row: ArrayBuffer }[]
  }
  function put(seq: number, hash: string, row: Buffer): void {
    const database = new Database(place.file)
    database
      .prepare('INSERT OR REPLACE INTO checkpoints (seq, hash, row) VALUES (?, ?, ?)')
      .run([seq, hash, row])
    database.close()
  }

  it('is written at the end and every 200 lines, and two are kept', async () => {
    await place.create()
    const journal = await place.openWell()
    const act = { till: { kind: 'acted', at: now, by: null, act: { act: 'copies_forgotten' } } } as const
    writeStory(
      journal,
      Array.from({ length: 450 }, () => act),
    )
    const during = (await rowsOf()).map(({ seq }) => seq)
    journal.close()
    expect([during, (await rowsOf()).map(({ seq }) => seq)]).toEqual([
      [400, 200],
      [450, 400],
    ])
  })

  it.each([
    [
      'forged with another key',
      (head: { seq: number; hash: string }) => sealCheckpoint(randomBytes(32), head, nothingStands),
    ],
    ['cut short', () => Buffer.alloc(10)],
    ['empty', () => Buffer.alloc(0)],
  ])('that is %s is not believed: the one before it is, and the lock stands', async (_, forge) => {
    const before = await finishStory(place)
    put(before.head.seq, before.head.hash, forge(before.head))
    const journal = await place.openWell()
    expect(contentsOf(journal)).toEqual(before)
    journal.close()
  })

  it('of another chain is not believed, even where it opens with the key', async () => {
    const before = await finishStory(place)
    const other = { seq: before.head.seq, hash: 'f'.repeat(64) }
    put(other.seq, other.hash, sealCheckpoint(place.key, other, nothingStands))
    const journal = await place.openWell()
    expect(contentsOf(journal)).toEqual(before)
    journal.close()
  })

  it('of another chain is not believed under this one’s hash', async () => {
    const before = await finishStory(place)
    const { seq, hash } = before.head
    put(seq, hash, sealCheckpoint(place.key, { seq, hash: 'f'.repeat(64) }, nothingStands))
    const journal = await place.openWell()
    expect(contentsOf(journal)).toEqual(before)
    journal.close()
  })

  it('that was put back is only older: every line after it is verified', async () => {
    await place.create()
    const journal = await place.openWell()
    writeStory(journal, story.slice(0, 6))
    journal.checkpoint()
    const [old] = await rowsOf()
    writeStory(journal, story.slice(6))
    place.head = journal.head()
    const before = contentsOf(journal)
    journal.close()
    tamperWith(place.file, 'DELETE FROM checkpoints')
    put(old?.seq ?? 0, old?.hash ?? '', Buffer.from(old?.row ?? new ArrayBuffer(0)))
    const files = place.files()
    const again = await place.openWell()
    expect(contentsOf(again)).toEqual(before)
    again.close()
    place.put(files)
    tamperWith(place.file, 'DELETE FROM events WHERE seq = 8')
    expect(await openingOf(place)).toBe('journal_damaged')
  })

  it('has every payment compared that a line after it is about, though nothing of it is open', async () => {
    await place.create()
    const journal = await place.openWell()
    writeStory(journal, story.slice(0, 4))
    place.head = journal.head()
    const killed = place.files()
    journal.close()
    const openings: string[] = []
    for (const sql of [
      'SELECT 1',
      "UPDATE attempts SET cashier = x'00'",
      'DELETE FROM attempts',
      'DELETE FROM high_water',
    ]) {
      place.put(killed)
      tamperWith(place.file, sql)
      openings.push(await openingOf(place))
    }
    expect(openings).toEqual(['open', 'journal_damaged', 'journal_damaged', 'journal_damaged'])
  })

  it('without the lines that it stands on means that lines are gone, whatever the keychain knows', async () => {
    await finishStory(place)
    place.head = null
    tamperWith(place.file, 'DELETE FROM events WHERE seq > 9')
    expect(await openingOf(place)).toBe('journal_rolled_back')
  })

  it('is not needed: without one everything is verified first, and one is written', async () => {
    const before = await finishStory(place)
    tamperWith(place.file, 'DELETE FROM checkpoints; DELETE FROM progress')
    const journal = await place.openWell()
    expect([contentsOf(journal), journal.verifiedWholeAt(), (await rowsOf()).length]).toEqual([
      before,
      now,
      1,
    ])
    journal.close()
    tamperWith(place.file, 'DELETE FROM checkpoints; DELETE FROM events WHERE seq = 3')
    expect(await openingOf(place)).toBe('journal_damaged')
  })

  it('is made of what happened, so that a program killed between two of them loses nothing', async () => {
    const before = await finishStory(place)
    await killAfterOneMore(place)
    const journal = await place.openWell()
    expect(contentsOf(journal)).toMatchObject({
      standing: before.standing,
      head: { seq: before.head.seq + 1 },
    })
    journal.close()
  })
})
