/**
 * One byte of a small journal is another, at any place: it is noticed when the journal is opened or checked, or it does
 * no harm. Some hundred bytes are tried, at night some thousand, others with each commit.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { byExtent } from '../../shared/testing/extent'
import { startOfDay } from '../../shared/testing/refund-samples'
import { openJournalFile } from './journal-file'
import type { Journal } from './journal-types'
import { type JournalPlace, makeJournalPlace, temporaryFolder } from './testing/journal-place'
import { type Contents, contentsOf, finishStory, verifyWhole, writeStory } from './testing/journal-story'

const pageBytes = 4096
const headerBytes = 100
/** One in so many bytes is tried, and of the header each. */
const step = byExtent({ quick: 499, ci: 199, night: 11 })
const seed = Number(process.env.PROPERTY_SEED ?? Date.now() % 1_000_000)

/** Nobody is told to make room on the disk, or that another key is needed, for a damaged byte. */
const wordsOfDamage: readonly string[] = ['journal_damaged', 'journal_rolled_back']

/** libsql keeps a closed file open until its statements are collected: thousands of them want all descriptors. */
setFlagsFromString('--expose_gc')
const collect: unknown = runInNewContext('gc')
async function letGo(): Promise<void> {
  if (typeof collect === 'function') collect()
  await nextTurn()
}

let place: JournalPlace
let before: Contents
let bytes: Buffer

beforeEach(async () => {
  place = makeJournalPlace(() => startOfDay)
  before = await finishStory(place)
  bytes = place.files().get(`journal-${place.id}.db`) ?? Buffer.alloc(0)
})
afterEach(() => place.remove())

/** What of a damaged journal is wrong though nothing was noticed, or null. */
async function harmOf(files: ReadonlyMap<string, Buffer>): Promise<string | null> {
  // A folder of its own: SQLite shares what it knows of a file with connections that are closed and not collected yet.
  const folder = temporaryFolder()
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes)
  const opened = await openJournalFile({ ...place, folder, now: () => startOfDay })
  if (!opened.ok) rmSync(folder, { recursive: true })
  if (!opened.ok)
    return wordsOfDamage.includes(opened.fault.why)
      ? null
      : `it is called ${opened.fault.why}, ${opened.fault.detail}`
  const journal = opened.value
  try {
    const harm = harmAtOnce(journal)
    if (harm !== null) return harm
    if (verifyWhole(journal) !== 'whole') return harmAtOnce(journal)
    return JSON.stringify(contentsOf(journal)) === JSON.stringify(before)
      ? null
      : 'other contents, and all was verified'
  } finally {
    journal.close()
    rmSync(folder, { recursive: true })
  }
}

/** Before the check behind the cashier has found anything: no lock is lost, and nothing says what it did not say. */
function harmAtOnce(journal: Journal): string | null {
  const now = contentsOf(journal)
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  if (!same(now.standing, before.standing) || !same(now.locks, before.locks)) return 'another lock'
  if (!same(now.undecided, before.undecided) || !same(now.head, before.head)) return 'another standing'
  const states = now.byMarker.map(
    (attempt, place) => attempt === null || same(attempt, before.byMarker[place]),
  )
  if (states.includes(false)) return 'another state of an attempt'
  const values = now.highWater.map((value, place) => value === null || same(value, before.highWater[place]))
  return values.includes(false) ? 'another high-water value' : null
}

async function harmful(damages: Iterable<readonly [string, Buffer]>): Promise<readonly string[]> {
  const found: string[] = []
  let tried = 0
  for (const [name, damaged] of damages) {
    tried += 1
    if (tried % 100 === 0) await letGo()
    const harm = await harmOf(new Map([[`journal-${place.id}.db`, damaged]]))
    if (harm !== null) found.push(`${name}: ${harm}`)
  }
  return found
}

function flipped(offset: number, mask: number): Buffer {
  const damaged = Buffer.from(bytes)
  damaged.writeUInt8(damaged.readUInt8(offset) ^ mask, offset)
  return damaged
}

describe('a journal with damage anywhere in its file', () => {
  it('is never another journal when one byte is another', async () => {
    function* flips(): Generator<readonly [string, Buffer]> {
      for (let offset = 0; offset < bytes.length; offset += offset < headerBytes ? 1 : step) {
        const at = offset < headerBytes ? offset : Math.min(bytes.length - 1, offset + (seed % step))
        const mask = 1 << ((seed + offset) % 8)
        yield [`byte ${at} ^ ${mask}`, flipped(at, mask)]
      }
    }
    const found = await harmful(flips())
    expect(found, `seed ${seed}: ${found.join('; ')}`).toEqual([])
  }, 3_600_000)

  it('is never another journal when a page is zeroed, holds nonsense, or is another page', async () => {
    const pages = Array.from({ length: bytes.length / pageBytes }, (_, page) => page * pageBytes)
    const damages = pages.flatMap((start, page) =>
      [
        Buffer.alloc(pageBytes),
        Buffer.alloc(pageBytes, 0xa5),
        bytes.subarray(0, pageBytes),
        bytes.subarray(-pageBytes),
      ].map((content, kind): readonly [string, Buffer] => {
        const damaged = Buffer.from(bytes)
        content.copy(damaged, start)
        return [`page ${page}, kind ${kind}`, damaged.equals(bytes) ? Buffer.alloc(0) : damaged]
      }),
    )
    expect(await harmful(damages)).toEqual([])
  })

  it('is never another journal when its end is missing, at any page', async () => {
    const pages = Array.from({ length: bytes.length / pageBytes }, (_, page) => page * pageBytes)
    const cuts = pages.flatMap((length): readonly (readonly [string, Buffer])[] => [
      [`cut at ${length}`, bytes.subarray(0, length)],
      [`cut at ${length + 17}`, bytes.subarray(0, length + 17)],
    ])
    expect(await harmful(cuts)).toEqual([])
  })

  it('is never another journal when its write-ahead log is damaged or cut, as a power cut may leave it', async () => {
    place.remove()
    place = makeJournalPlace(() => startOfDay)
    await place.create()
    const running = await place.openWell()
    writeStory(running)
    place.head = running.head()
    before = contentsOf(running)
    const killed = place.files()
    running.close()
    const log = `journal-${place.id}.db-wal`
    const written = killed.get(log) ?? Buffer.alloc(0)
    const found: string[] = []
    for (let offset = 0; offset < written.length; offset += step * 10) {
      const damaged = Buffer.from(written)
      damaged.writeUInt8(damaged.readUInt8(offset) ^ 1, offset)
      for (const [name, bytes] of [
        ['changed', damaged],
        ['cut', written.subarray(0, offset)],
      ] as const) {
        const harm = await harmOf(new Map([...killed, [log, bytes]]))
        if (harm !== null) found.push(`${name} at ${offset}: ${harm}`)
      }
    }
    expect([written.length > 100_000, found]).toEqual([true, []])
  }, 600_000)
})
