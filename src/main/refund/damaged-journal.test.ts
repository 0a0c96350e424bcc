import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startOfDay } from '../../shared/testing/refund-samples'
import { ifNotRoot } from '../database/testing/if-not-root'
import { type JournalPlace, makeJournalPlace } from './testing/journal-place'
import {
  contentsOf,
  finishStory,
  foldLogIn,
  openingOf,
  placeWithSameKeychain,
  tamperWith,
  writeStory,
} from './testing/journal-story'

const at = startOfDay
const headEntry = 'journal of a test head'
const asideFolder = 'journal-set-aside-2026-11-21T09-00-00-000Z'

let place: JournalPlace

beforeEach(() => {
  place = makeJournalPlace(() => at)
})
afterEach(() => place.remove())

describe('a journal that somebody changed', () => {
  const changes: readonly (readonly [string, string])[] = [
    ['last line deleted', 'DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)'],
    ['the index dropped that lets one attempt be undecided', 'DROP INDEX one_undecided_attempt'],
    ['a line deleted in the middle', 'DELETE FROM events WHERE seq = 3'],
    ['a line’s bytes changed', 'UPDATE events SET line = zeroblob(100) WHERE seq = 2'],
    ['a line’s hash changed', "UPDATE events SET hash = 'f' WHERE seq = 2"],
    [
      'two lines swapped',
      'UPDATE events SET line = (SELECT e.line FROM events e WHERE e.seq = 5 - events.seq) WHERE seq IN (2, 3)',
    ],
    [
      'a line given to another attempt',
      'UPDATE events SET attempt = (SELECT attempt FROM events WHERE seq = 7) WHERE seq = 2',
    ],
    ['a line’s time changed', 'UPDATE events SET at = at + 1 WHERE seq = 2'],
    ['an attempt deleted', 'DELETE FROM attempts WHERE rowid = 1'],
    ['an attempt unlocked', 'UPDATE attempts SET undecided = 0 WHERE rowid = 1'],
    ['an attempt moved to another transaction', 'UPDATE attempts SET payment = zeroblob(32) WHERE rowid = 1'],
    ['an attempt renamed', 'UPDATE attempts SET attempt = zeroblob(32) WHERE rowid = 1'],
    ['an attempt’s time changed', 'UPDATE attempts SET created_at = 1 WHERE rowid = 1'],
    ['an attempt’s last change moved', 'UPDATE attempts SET since = 1 WHERE rowid = 1'],
    ['an attempt’s row damaged', 'UPDATE attempts SET row = zeroblob(200) WHERE rowid = 1'],
    [
      'one attempt’s row in another’s place',
      'UPDATE attempts SET row = (SELECT row FROM attempts WHERE rowid = 2) WHERE rowid = 1',
    ],
    ['a column of another type', 'UPDATE events SET hash = 17 WHERE seq = 2'],
    ['the mark damaged', 'UPDATE marks SET row = zeroblob(60)'],
    ['its name changed', "UPDATE facts SET value = 'other' WHERE name = 'journal_id'"],
    ['its name deleted', "DELETE FROM facts WHERE name = 'journal_id'"],
    ['the check of the key damaged', "UPDATE facts SET value = 'AAAA' WHERE name = 'key_check'"],
    ['all facts deleted', 'DELETE FROM facts'],
    ['an index dropped into disorder', 'UPDATE attempts SET undecided = 0'],
  ]

  it.each(changes)('with %s is set aside byte for byte, and refunds stay off', async (_, sql) => {
    await finishStory(place)
    tamperWith(place.file, sql)
    const bytes = readFileSync(place.file)
    const found = await openingOf(place)
    const kept = place.files()
    expect([found, kept.get(`${asideFolder}/journal.db`)?.equals(bytes), kept.has('journal.db')]).toEqual([
      'journal_damaged',
      true,
      false,
    ])
    expect(await openingOf(place)).toBe('journal_damaged')
  })

  it('never gets a new one after it was set aside, not even when the keychain’s head lagged behind', async () => {
    await openingOf(place)
    const first = place.keychain.entries.get(headEntry) ?? ''
    await finishStory(place)
    place.keychain.entries.set(headEntry, first)
    truncateSync(place.file, 5000)
    expect([await openingOf(place), await openingOf(place), await openingOf(place)]).toEqual([
      'journal_damaged',
      'journal_damaged',
      'journal_damaged',
    ])
  })
})

/** A small generator with a seed of its own, so that every run damages the same places. */
function placesIn(length: number, count: number): readonly number[] {
  let state = 20261121
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state % length
  })
}

describe('a damaged file', () => {
  it('opens with exactly the same content or is kept as it is with refunds off, wherever a byte is wrong', async () => {
    const before = await finishStory(place)
    const sound = readFileSync(place.file)
    const outcomes = new Map<string, number>()
    for (const offset of placesIn(sound.length, 60)) {
      const other = placeWithSameKeychain(place)
      const bytes = Buffer.from(sound)
      bytes.writeUInt8(bytes.readUInt8(offset) ^ 0xff, offset)
      writeFileSync(other.file, bytes)
      const opened = await other.open()
      const outcome = opened.ok ? 'open' : opened.fault.why
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      if (opened.ok) {
        expect([offset, contentsOf(opened.value)]).toEqual([offset, before])
        opened.value.close()
      } else {
        const kept = other.files()
        const copies = [...kept].filter(([name]) => name.endsWith('journal.db')).map(([, copy]) => copy)
        expect([offset, copies.map((copy) => copy.equals(bytes))]).toEqual([offset, [true]])
      }
      other.remove()
    }
    expect([...outcomes.keys()].filter((why) => !['open', 'journal_damaged'].includes(why))).toEqual([])
    expect([(outcomes.get('open') ?? 0) > 0, (outcomes.get('journal_damaged') ?? 0) > 0]).toEqual([
      true,
      true,
    ])
  })

  it.each([0, 1, 99, 100, 4096, 8191, 20_000])('cut to %i bytes is set aside as it is', async (length) => {
    await finishStory(place)
    truncateSync(place.file, length)
    const bytes = readFileSync(place.file)
    const why = await openingOf(place)
    expect([why, place.files().get(`${asideFolder}/journal.db`)?.equals(bytes)]).toEqual([
      'journal_damaged',
      true,
    ])
  })

  it('is kept with its write-ahead log, byte for byte', async () => {
    const journal = await place.openWell()
    writeStory(journal)
    await place.keys.writeHead(journal.head())
    const other = placeWithSameKeychain(place)
    const log = readFileSync(`${place.file}-wal`)
    journal.close()
    foldLogIn(place.file)
    const bytes = readFileSync(place.file)
    bytes.fill(0xff, 100, 4096)
    writeFileSync(other.file, bytes)
    writeFileSync(`${other.file}-wal`, log.subarray(0, 32))
    const why = await other.open()
    const kept = other.files()
    const same = ['journal.db', 'journal.db-wal'].map((name) => kept.get(`${asideFolder}/${name}`))
    other.remove()
    expect([why.ok, same[0]?.equals(bytes), same[1]?.equals(log.subarray(0, 32))]).toEqual([
      false,
      true,
      true,
    ])
  })

  it('loses nothing that was committed when the program is killed before the log is folded in', async () => {
    const journal = await place.openWell()
    writeStory(journal)
    const before = contentsOf(journal)
    const other = placeWithSameKeychain(place)
    for (const suffix of ['', '-wal']) writeFileSync(other.file + suffix, readFileSync(place.file + suffix))
    journal.close()
    const again = await other.openWell()
    const after = contentsOf(again)
    again.close()
    other.remove()
    expect(after).toEqual(before)
  })
})

describe('a disk that stands in the way', () => {
  it('keeps refunds off, and the journal as it is, while another process holds the file', async () => {
    const before = await finishStory(place)
    // A copy: libsql lets go of a closed file only later, and until then nobody else can hold it alone.
    const copy = placeWithSameKeychain(place)
    writeFileSync(copy.file, readFileSync(place.file))
    const holder = await holdInAnotherProcess(copy.file)
    const held = await copy.open()
    const names = [...copy.files().keys()]
    await holder.letGo()
    const journal = await copy.openWell()
    const after = contentsOf(journal)
    journal.close()
    copy.remove()
    expect([held.ok ? 'open' : held.fault.why, names.some((name) => name.includes('aside')), after]).toEqual([
      'journal_unwritable',
      false,
      before,
    ])
  })

  it('keeps refunds off when there is no folder to write to', async () => {
    const nowhere = makeJournalPlace(() => at, `${place.folder}/missing/deeper`)
    const opened = await nowhere.open()
    expect(opened.ok ? 'open' : opened.fault.why).toBe('journal_unwritable')
  })

  it('keeps refunds off when the file is of a later version of the program', async () => {
    await finishStory(place)
    tamperWith(place.file, 'PRAGMA user_version=99')
    expect(await openingOf(place)).toBe('journal_unwritable')
  })

  // Root may write anywhere, so for root there is nothing to test: no test that could only pass.
  ifNotRoot('keeps refunds off in a folder that may not be written to', async () => {
    await finishStory(place)
    // A copy: the log and its index that libsql still holds beside the original would do for a while.
    const copy = placeWithSameKeychain(place)
    writeFileSync(copy.file, readFileSync(place.file))
    chmodSync(copy.folder, 0o500)
    const why = await openingOf(copy)
    chmodSync(copy.folder, 0o700)
    const same = readFileSync(copy.file).equals(readFileSync(place.file))
    copy.remove()
    expect([why, same]).toEqual(['journal_unwritable', true])
  })
})

/** Another process, because two connections of one process share their locks. */
async function holdInAnotherProcess(file: string): Promise<{ readonly letGo: () => Promise<unknown> }> {
  const script = `
    const Database = require('libsql')
    const database = new Database(process.argv[1])
    database.prepare('PRAGMA locking_mode=EXCLUSIVE').get()
    database.exec('BEGIN EXCLUSIVE')
    console.log('held')
    process.stdin.resume()`
  const child = spawn(process.execPath, ['-e', script, file], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [first] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  if (String(first) !== 'held\n') throw new Error('The other process could not take the file')
  return {
    letGo() {
      child.stdin.end()
      return once(child, 'exit')
    },
  }
}
