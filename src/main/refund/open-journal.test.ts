import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startOfDay } from '../../shared/testing/refund-samples'
import { writeHead } from './journal-line'
import { type JournalPlace, makeJournalPlace } from './testing/journal-place'
import {
  type Contents,
  contentsOf,
  finishStory,
  foldLogIn,
  openingOf,
  story,
  tamperWith,
  writeStory,
} from './testing/journal-story'

const at = startOfDay
const keyEntry = 'journal of a test key'
const headEntry = 'journal of a test head'
let place: JournalPlace

beforeEach(() => {
  place = makeJournalPlace(() => at)
})
afterEach(() => place.remove())

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
    expect([await openingOf(place), await openingOf(place)]).toEqual(['open', 'open'])
  })

  it('that ended before the journal had its name gives it one', async () => {
    await finishedEmpty()
    tamperWith(place.file, 'DELETE FROM facts')
    expect([await openingOf(place), await openingOf(place)]).toEqual(['open', 'open'])
  })

  it('keeps refunds off without a keychain, and with one that does not keep the key or the head', async () => {
    place.keychain.breakWith('no Secret Service')
    const none = await openingOf(place)
    place.keychain.breakWith(null)
    place.keychain.breakWritesWith('read only')
    const unwritable = await openingOf(place)
    place.keychain.breakWritesWith(null)
    place.keychain.entries.set(keyEntry, 'short')
    const wrong = await openingOf(place)
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
    const before = await finishStory(place)
    place.keychain.entries.set(headEntry, writeHead(headAt(3, before)))
    const journal = await place.openWell()
    const after = [contentsOf(journal), place.keychain.entries.get(headEntry)]
    journal.close()
    expect(after).toEqual([before, writeHead(before.head)])
  })

  it.each([
    ['is ahead of the disk', (seq: number, hash: string) => writeHead({ seq: seq + 1, hash })],
    ['names another line at the same place', (seq: number) => writeHead({ seq, hash: 'f'.repeat(64) })],
    ['names another line further back', () => writeHead({ seq: 3, hash: 'f'.repeat(64) })],
    ['belongs to another journal', () => writeHead({ seq: 0, hash: 'f'.repeat(64) })],
  ])('that %s is a rollback: refunds off, file and head untouched', async (_, head) => {
    const { seq, hash } = (await finishStory(place)).head
    place.keychain.entries.set(headEntry, head(seq, hash))
    const bytes = readFileSync(place.file)
    const found = [await openingOf(place), await openingOf(place), place.keychain.entries.get(headEntry)]
    expect([found, readFileSync(place.file).equals(bytes)]).toEqual([
      ['journal_rolled_back', 'journal_rolled_back', head(seq, hash)],
      true,
    ])
  })

  it('that is gone while the journal is there is a rollback', async () => {
    await finishStory(place)
    place.keychain.entries.delete(headEntry)
    expect(await openingOf(place)).toBe('journal_rolled_back')
  })

  it('that can not be read keeps refunds off', async () => {
    await finishStory(place)
    place.keychain.entries.set(headEntry, 'nonsense')
    expect(await openingOf(place)).toBe('no_keychain')
  })

  it('that can not be advanced keeps refunds off until it can', async () => {
    await finishStory(place)
    place.keychain.breakWritesWith('locked')
    const locked = await openingOf(place)
    place.keychain.breakWritesWith(null)
    expect([locked, await openingOf(place)]).toEqual(['no_keychain', 'open'])
  })
})

function headAt(seq: number, { excerpt }: Contents) {
  const hash = excerpt.lines.find(({ line }) => line.seq === seq)?.hash
  if (hash === undefined) throw new Error(`No line ${seq}`)
  return { seq, hash }
}

describe('a journal that is not the one the keychain knows', () => {
  it('never gets a new one in its place when the key is lost or wrong', async () => {
    await finishStory(place)
    const bytes = readFileSync(place.file)
    const right = place.keychain.entries.get(keyEntry) ?? ''
    place.keychain.entries.delete(keyEntry)
    const lostKey = [await openingOf(place), place.keychain.entries.has(keyEntry)]
    place.keychain.entries.set(keyEntry, Buffer.alloc(32, 7).toString('base64'))
    const wrongKey = [await openingOf(place), await openingOf(place)]
    const same = readFileSync(place.file).equals(bytes)
    place.keychain.entries.set(keyEntry, right)
    expect([lostKey, wrongKey, same, await openingOf(place)]).toEqual([
      ['journal_wrong_key', false],
      ['journal_wrong_key', 'journal_wrong_key'],
      true,
      'open',
    ])
  })

  it('that is missing stays missing', async () => {
    await finishStory(place)
    for (const suffix of ['', '-wal', '-shm']) rmSync(place.file + suffix, { force: true })
    const found = [await openingOf(place), await openingOf(place)]
    expect([found, [...place.files()]]).toEqual([['journal_rolled_back', 'journal_rolled_back'], []])
  })

  it('that is an older copy of itself is a rollback', async () => {
    const journal = await place.openWell()
    writeStory(journal, story.slice(0, 4))
    await place.keys.writeHead(journal.head())
    journal.close()
    foldLogIn(place.file)
    const older = readFileSync(place.file)
    const later = await place.openWell()
    for (const [marker, event] of story.slice(4)) later.append(marker, event)
    await place.keys.writeHead(later.head())
    later.close()
    foldLogIn(place.file)
    writeFileSync(place.file, older)
    expect(await openingOf(place)).toBe('journal_rolled_back')
  })
})
