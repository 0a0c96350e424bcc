import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AttemptEvent } from '../../shared/attempt'
import {
  answeredBy,
  glance,
  intent,
  looked,
  lost,
  noRecord,
  otherMarker,
  ownMarker,
  refusal,
  startOfDay,
} from '../../shared/testing/refund-samples'
import type { Journal } from './journal'
import { writeHead } from './journal-line'
import { type JournalPlace, makeJournalPlace } from './testing/journal-place'

const at = startOfDay
const keyEntry = 'journal of a test key'
const headEntry = 'journal of a test head'
const asideFolder = 'journal-set-aside-2026-11-21T09-00-00-000Z'

let place: JournalPlace

beforeEach(() => {
  place = makeJournalPlace(() => at)
})
afterEach(() => place.remove())

const story: readonly (readonly [string, AttemptEvent])[] = [
  [ownMarker, { kind: 'intended', at, intent: intent() }],
  [ownMarker, { kind: 'sending', at }],
  [ownMarker, answeredBy(refusal, 'refusal_seen')],
  [ownMarker, looked(noRecord, 'refusal_seen')],
  [otherMarker, { kind: 'intended', at, intent: intent({ marker: otherMarker, id: 'pay-2' }) }],
  [otherMarker, { kind: 'sending', at }],
  [otherMarker, answeredBy(lost, 'unconfirmed')],
]

function write(journal: Journal, events = story): void {
  for (const [marker, event] of events) expect(journal.append(marker, event).ok).toBe(true)
  journal.raiseMark(glance({ refunded: 300 }))
}

function contents(journal: Journal) {
  return {
    head: journal.head(),
    attempts: journal.list({ from: null, to: null }),
    byPayment: ['pay-1', 'pay-2'].map((id) => journal.attemptsOn(id)),
    lines: [ownMarker, otherMarker].map((marker) => journal.lines(marker)),
    undecided: journal.undecided(),
    excerpt: journal.linesBetween(at, at),
    mark: journal.mark('pay-1'),
  }
}

/** Writes the story, brings the head to the keychain and closes. Answers what was in it. */
async function finishedJournal(): Promise<ReturnType<typeof contents>> {
  const journal = await place.openWell()
  write(journal)
  await place.keys.writeHead(journal.head())
  const all = contents(journal)
  journal.close()
  foldLogIn()
  return all
}

/** Brings everything into the one file, as a clean end of the program does. */
function foldLogIn(): void {
  const database = new Database(place.file)
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
  database.close()
}

function tamper(sql: string, ...values: readonly unknown[]): void {
  const database = new Database(place.file)
  database.prepare(sql).run([...values])
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
  database.close()
}

/** Why refunds are off, or 'open'. */
async function opening(): Promise<string> {
  const opened = await place.open()
  if (!opened.ok) return opened.fault.why
  opened.value.close()
  return 'open'
}

describe('the first start', () => {
  it('makes key, head and journal, and the next start opens the same one', async () => {
    const first = await place.openWell()
    first.close()
    const second = await place.openWell()
    second.close()
    expect([second.id, [...place.keychain.entries.keys()]]).toEqual([first.id, [keyEntry, headEntry]])
  })

  it.each([
    ['before the head was kept', () => place.keychain.entries.delete(headEntry)],
    ['before the file was made', () => undefined],
    ['while the file was still empty', () => writeFileSync(place.file, '')],
  ])('that ended %s is simply done again', async (_, restore) => {
    const first = await place.openWell()
    first.close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(place.file + suffix, { force: true })
    restore()
    expect([await opening(), await opening()]).toEqual(['open', 'open'])
  })

  it('that ended before the journal had its name gives it one', async () => {
    await finishedEmpty()
    tamper('DELETE FROM facts')
    expect([await opening(), await opening()]).toEqual(['open', 'open'])
  })

  it('keeps refunds off without a keychain, and with one that does not keep the key or the head', async () => {
    place.keychain.breakWith('no Secret Service')
    const none = await opening()
    place.keychain.breakWith(null)
    place.keychain.breakWritesWith('read only')
    const unwritable = await opening()
    place.keychain.breakWritesWith(null)
    place.keychain.entries.set(keyEntry, 'short')
    const wrong = await opening()
    expect([none, unwritable, wrong, [...place.files().keys()]]).toEqual([
      'no_keychain',
      'no_keychain',
      'no_keychain',
      [],
    ])
  })
})

async function finishedEmpty(): Promise<void> {
  const journal = await place.openWell()
  journal.close()
}

describe('the head in the keychain', () => {
  it('that is behind is advanced to what the disk validly adds to it', async () => {
    const before = await finishedJournal()
    place.keychain.entries.set(headEntry, writeHead(headAt(3, before)))
    const journal = await place.openWell()
    const after = [contents(journal), place.keychain.entries.get(headEntry)]
    journal.close()
    expect(after).toEqual([before, writeHead(before.head)])
  })

  it.each([
    ['is ahead of the disk', (seq: number, hash: string) => writeHead({ seq: seq + 1, hash })],
    ['names another line at the same place', (seq: number) => writeHead({ seq, hash: 'f'.repeat(64) })],
    ['names another line further back', () => writeHead({ seq: 3, hash: 'f'.repeat(64) })],
    ['belongs to another journal', () => writeHead({ seq: 0, hash: 'f'.repeat(64) })],
  ])('that %s is a rollback: refunds off, file and head untouched', async (_, head) => {
    const { seq, hash } = (await finishedJournal()).head
    place.keychain.entries.set(headEntry, head(seq, hash))
    const bytes = readFileSync(place.file)
    const found = [await opening(), await opening(), place.keychain.entries.get(headEntry)]
    expect([found, readFileSync(place.file).equals(bytes)]).toEqual([
      ['journal_rolled_back', 'journal_rolled_back', head(seq, hash)],
      true,
    ])
  })

  it('that is gone while the journal is there is a rollback', async () => {
    await finishedJournal()
    place.keychain.entries.delete(headEntry)
    expect(await opening()).toBe('journal_rolled_back')
  })

  it('that can not be read keeps refunds off', async () => {
    await finishedJournal()
    place.keychain.entries.set(headEntry, 'nonsense')
    expect(await opening()).toBe('no_keychain')
  })

  it('that can not be advanced keeps refunds off until it can', async () => {
    await finishedJournal()
    place.keychain.breakWritesWith('locked')
    const locked = await opening()
    place.keychain.breakWritesWith(null)
    expect([locked, await opening()]).toEqual(['no_keychain', 'open'])
  })
})

function headAt(seq: number, { excerpt }: ReturnType<typeof contents>) {
  const hash = excerpt.lines.find(({ line }) => line.seq === seq)?.hash
  if (hash === undefined) throw new Error(`No line ${seq}`)
  return { seq, hash }
}

describe('a journal that is not the one the keychain knows', () => {
  it('never gets a new one in its place when the key is lost or wrong', async () => {
    await finishedJournal()
    const bytes = readFileSync(place.file)
    const right = place.keychain.entries.get(keyEntry) ?? ''
    place.keychain.entries.delete(keyEntry)
    const lostKey = [await opening(), place.keychain.entries.has(keyEntry)]
    place.keychain.entries.set(keyEntry, Buffer.alloc(32, 7).toString('base64'))
    const wrongKey = [await opening(), await opening()]
    const same = readFileSync(place.file).equals(bytes)
    place.keychain.entries.set(keyEntry, right)
    expect([lostKey, wrongKey, same, await opening()]).toEqual([
      ['journal_wrong_key', false],
      ['journal_wrong_key', 'journal_wrong_key'],
      true,
      'open',
    ])
  })

  it('that is missing stays missing', async () => {
    await finishedJournal()
    for (const suffix of ['', '-wal', '-shm']) rmSync(place.file + suffix, { force: true })
    const found = [await opening(), await opening()]
    expect([found, [...place.files()]]).toEqual([['journal_rolled_back', 'journal_rolled_back'], []])
  })

  it('that is an older copy of itself is a rollback', async () => {
    const journal = await place.openWell()
    write(journal, story.slice(0, 4))
    await place.keys.writeHead(journal.head())
    journal.close()
    foldLogIn()
    const older = readFileSync(place.file)
    const later = await place.openWell()
    for (const [marker, event] of story.slice(4)) later.append(marker, event)
    await place.keys.writeHead(later.head())
    later.close()
    foldLogIn()
    writeFileSync(place.file, older)
    expect(await opening()).toBe('journal_rolled_back')
  })
})

describe('a journal that somebody changed', () => {
  const changes: readonly (readonly [string, string])[] = [
    ['last line deleted', 'DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)'],
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
    await finishedJournal()
    tamper(sql)
    const bytes = readFileSync(place.file)
    const found = await opening()
    const kept = place.files()
    expect([found, kept.get(`${asideFolder}/journal.db`)?.equals(bytes), kept.has('journal.db')]).toEqual([
      'journal_damaged',
      true,
      false,
    ])
    expect(await opening()).toBe('journal_damaged')
  })

  it('never gets a new one after it was set aside, not even when the keychain’s head lagged behind', async () => {
    await finishedEmpty()
    const first = place.keychain.entries.get(headEntry) ?? ''
    await finishedJournal()
    place.keychain.entries.set(headEntry, first)
    truncateSync(place.file, 5000)
    expect([await opening(), await opening(), await opening()]).toEqual([
      'journal_damaged',
      'journal_damaged',
      'journal_damaged',
    ])
  })
})

/** Another folder with the same keychain, for copies of the file. */
function copyOfPlace(): JournalPlace {
  const other = makeJournalPlace(() => at)
  for (const [name, secret] of place.keychain.entries) other.keychain.entries.set(name, secret)
  return other
}

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
    const before = await finishedJournal()
    const sound = readFileSync(place.file)
    const outcomes = new Map<string, number>()
    for (const offset of placesIn(sound.length, 60)) {
      const other = copyOfPlace()
      const bytes = Buffer.from(sound)
      bytes.writeUInt8(bytes.readUInt8(offset) ^ 0xff, offset)
      writeFileSync(other.file, bytes)
      const opened = await other.open()
      const outcome = opened.ok ? 'open' : opened.fault.why
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      if (opened.ok) {
        expect([offset, contents(opened.value)]).toEqual([offset, before])
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
    await finishedJournal()
    truncateSync(place.file, length)
    const bytes = readFileSync(place.file)
    const why = await opening()
    expect([why, place.files().get(`${asideFolder}/journal.db`)?.equals(bytes)]).toEqual([
      'journal_damaged',
      true,
    ])
  })

  it('is kept with its write-ahead log, byte for byte', async () => {
    const journal = await place.openWell()
    write(journal)
    await place.keys.writeHead(journal.head())
    const other = copyOfPlace()
    const log = readFileSync(`${place.file}-wal`)
    journal.close()
    foldLogIn()
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
    write(journal)
    const before = contents(journal)
    const other = copyOfPlace()
    for (const suffix of ['', '-wal']) writeFileSync(other.file + suffix, readFileSync(place.file + suffix))
    journal.close()
    const again = await other.openWell()
    const after = contents(again)
    again.close()
    other.remove()
    expect(after).toEqual(before)
  })
})

describe('a disk that stands in the way', () => {
  it('keeps refunds off, and the journal as it is, while another process holds the file', async () => {
    const before = await finishedJournal()
    // A copy: libsql lets go of a closed file only later, and until then nobody else can hold it alone.
    const copy = copyOfPlace()
    writeFileSync(copy.file, readFileSync(place.file))
    const holder = await holdInAnotherProcess(copy.file)
    const held = await copy.open()
    const names = [...copy.files().keys()]
    await holder.letGo()
    const journal = await copy.openWell()
    const after = contents(journal)
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
    await finishedJournal()
    tamper('PRAGMA user_version=99')
    expect(await opening()).toBe('journal_unwritable')
  })

  // Root may write anywhere, so this one is for ordinary users alone.
  it.skipIf(process.getuid?.() === 0)(
    'keeps refunds off in a folder that may not be written to',
    async () => {
      await finishedJournal()
      chmodSync(place.folder, 0o500)
      const why = await opening()
      chmodSync(place.folder, 0o700)
      expect([why, statSync(place.file).size > 0]).toEqual(['journal_unwritable', true])
    },
  )
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
