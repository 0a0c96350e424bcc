import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import Database from 'libsql'
import { beforeEach, describe, expect, it } from 'vitest'
import { succeed } from '../../shared/base/result'
import { checked, intent, otherMarker, snapshot, startOfDay } from '../../shared/testing/refund-samples'
import { asTill, piecesOf, textOf } from './export/testing/exported-journal'
import { verifyExport } from './export/verify-export'
import type { Journal } from './journal'
import { indexName } from './journal-index'
import { recordFolder } from './open-record'
import { breakIndex, edit, type JournalPlace, makeJournalPlace } from './testing/journal-place'
import {
  answeredRefund,
  contentsOf,
  finishStory,
  lowered,
  verifyWhole,
  writeStory,
} from './testing/journal-story'

const day = 24 * 3_600_000
const month = 30 * day
let now = startOfDay
let place: JournalPlace
let journal: Journal

beforeEach(async () => {
  now = startOfDay
  place = makeJournalPlace(() => now)
  await finishStory(place)
  journal = await place.openWell()
  journal.raiseHighWater(snapshot({ id: 'seen', refunded: 700 }))
  writeStory(journal, answeredRefund(intent({ marker: 'R-DDDDDDDDDD', id: 'pay-3', base: 0 }), now, 2000))
})

const file = () => join(recordFolder(place.folder), indexName)

const withoutFirstLine = (text: string) => text.replace(/^.*\n/, '')

async function reopen(between: () => void): Promise<void> {
  place.end(journal)
  between()
  journal = await place.openWell()
  verifyWhole(journal)
}

/** Holds a file as another program does, until the function that it returns is called. */
function hold({ disk }: JournalPlace, held: string): () => void {
  const { readNow } = disk
  const refused = (name: string) => {
    if (name === held) throw Object.assign(new Error('held'), { code: 'EBUSY' })
    return readNow(name)
  }
  Object.assign(disk, { readNow: refused })
  return () => Object.assign(disk, { readNow })
}

describe('the index', () => {
  it.each([
    [
      'no database',
      () => writeFileSync(file(), 'no database, but long enough to be read as one. '.repeat(100)),
    ],
    [
      'spoilt in the middle',
      () => {
        const bytes = readFileSync(file())
        writeFileSync(file(), bytes.fill(0xa5, bytes.length / 2))
      },
    ],
  ])('changes nothing when it is %s: it is rebuilt', async (_, harm) => {
    const before = [contentsOf(journal), journal.highWater('seen')]
    await reopen(() => undefined)
    await reopen(harm)
    expect([contentsOf(journal), journal.highWater('seen')]).toEqual(before)
  })

  it('lets no refund begin after it broke at run time, until the values of the last month are in', async () => {
    await reopen(() => undefined)
    breakIndex(place.folder)
    const own = intent({ marker: 'R-EEEEEEEEEE', id: 'pay-8' })
    const began = () => {
      const written = journal.append(own.marker, { kind: 'sending', at: now, intent: own })
      return written.ok ? 'begun' : written.fault.kind
    }
    journal.page({ before: null, count: 10 })
    journal.page({ before: null, count: 11 })
    const during = [journal.isReady(), began()]
    verifyWhole(journal)
    expect([during, journal.isReady(), journal.highWater('seen')]).toEqual([[false, 'unwritable'], true, 700])
  })

  it('is in memory for the run where its file takes no row, so that refunds do not wait for ever', async () => {
    place.end(journal)
    rmSync(file())
    function openFull(path: string): Database.Database {
      const database = new Database(path)
      const prepare = database.prepare.bind(database)
      const full = () => {
        throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
      }
      const run = (sql: string) => (sql.startsWith('INSERT') ? { run: full } : {})
      return Object.assign(database, { prepare: (sql: string) => Object.assign(prepare(sql), run(sql)) })
    }
    journal = await place.openWell({ openDatabase: openFull })
    for (let turn = 0; turn < 50 && !journal.isReady(); turn += 1) journal.workBehind(5)
    expect([journal.isReady(), journal.highWater('seen')]).toEqual([true, 700])
  })

  it('rebuilt from a file that has lost its first line, shows its refunds as memory has them', async () => {
    await reopen(() => undefined)
    const settled = journal.append(
      otherMarker,
      checked(snapshot({ id: 'pay-2', refunded: 2000 }), 'refunded'),
    )
    const inFile = place.segments().at(-1) ?? ''
    await reopen(() => undefined)
    journal.raiseHighWater(snapshot({ id: 'later', refunded: 300 }))
    await reopen(() => {
      rmSync(file())
      edit(join(recordFolder(place.folder), inFile), withoutFirstLine)
    })
    const shown = journal
      .page({ before: null, count: 9 })
      .attempts.find((each) => each.intent.marker === otherMarker)
    expect([settled.ok, shown?.state, journal.attempt(otherMarker)]).toEqual([true, 'refunded', shown])
  })

  it('rebuilt beside a file in another’s place, still finds all that is in the others', async () => {
    const shown = () =>
      journal.page({ before: null, count: 9 }).attempts.map(({ intent: { marker } }) => marker)
    const before = shown()
    const [oldest = ''] = place.segments()
    await reopen(() => undefined)
    journal.raiseHighWater(snapshot({ id: 'one', refunded: 300 }))
    const other = place.segments().at(-1) ?? ''
    await reopen(() => undefined)
    journal.raiseHighWater(snapshot({ id: 'two', refunded: 300 }))
    await reopen(() => {
      rmSync(file())
      const folder = recordFolder(place.folder)
      writeFileSync(join(folder, other), readFileSync(join(folder, oldest)))
    })
    expect(shown()).toEqual(before)
  })

  it('rebuilt where a file was given up and the next one lost its first line, leaves an export that holds', async () => {
    // The line reaches the file, and its flush fails.
    const written = place.disk.whileFull(1, () => journal.appendPayment(lowered('seen', 700, 0)).ok)
    journal.raiseHighWater(snapshot({ id: 'later', refunded: 300 }))
    const next = place.segments().at(-1) ?? ''
    await reopen(() => undefined)
    await reopen(() => {
      rmSync(file())
      edit(join(recordFolder(place.folder), next), withoutFirstLine)
    })
    const verified = verifyExport(textOf(piecesOf(journal, 'json')), asTill(journal))
    expect([written, journal.highWater('seen'), verified]).toMatchObject([
      false,
      700,
      { ok: true, value: { unread: [{}] } },
    ])
  })

  it('keeps a value whose line a power cut took, and a person may accept a lower one at once', async () => {
    place.head = journal.head()
    const before = place.files()
    for (let number = 0; number < 5; number += 1) {
      journal.raiseHighWater(snapshot({ id: `other ${number}`, refunded: 100 }))
    }
    journal.raiseHighWater(snapshot({ id: 'seen', refunded: 900 }))
    const index = [...place.files()].filter(([name]) => name.includes(indexName))
    journal.close()
    place.put(new Map([...before, ...index]))
    journal = await place.openWell()
    const kept = journal.highWater('seen')
    journal.appendPayment(lowered('seen', 900, 0))
    await reopen(() => undefined)
    expect([kept, journal.highWater('seen'), journal.highWater('other 4')]).toEqual([900, 0, 100])
  })

  it.each([
    [true, 'a month of running time ago', month, [0, 2 * month]],
    [false, 'days ago, before a run whose clock was set back', day, [-2 * month, 2 * month]],
    [false, 'days ago, by a clock that was set forward since', day, [0, 2 * month]],
  ])('lets refunds begin (%s) while a file is held that ended %s', async (isReady, _, ran, steps) => {
    let running = 0
    const till = makeJournalPlace(
      () => now,
      undefined,
      () => running,
    )
    till.create()
    for (const [place, step] of [0, ...steps].entries()) {
      now += step
      const run = await till.openWell()
      running += ran
      run.raiseHighWater(snapshot({ id: `run ${place}`, refunded: 700 }))
      till.end(run)
    }
    const [, last = ''] = till.segments()
    const release = hold(till, last)
    till.disk.remove(indexName)
    const opened = await till.openWell()
    const ready = opened.isReady()
    release()
    verifyWhole(opened)
    expect([ready, opened.highWater('run 0')]).toEqual([isReady, 700])
  })

  const eio = () => {
    throw Object.assign(new Error('EIO'), { code: 'EIO' })
  }

  it.each([
    ['its files', { readNow: eio }],
    ['its folder', { names: () => [] }],
  ])('broken, waits where the drive does not give %s for a moment', async (_, broken) => {
    await reopen(() => undefined)
    const { readNow, names } = place.disk
    breakIndex(place.folder)
    Object.assign(place.disk, broken)
    const found = () => [journal.highWater('seen'), journal.isReady()]
    found()
    for (let turns = 0; turns < 10; turns += 1) journal.workBehind(5)
    const meanwhile = found()
    Object.assign(place.disk, { readNow, names })
    verifyWhole(journal)
    expect([meanwhile, found()]).toEqual([
      [null, false],
      [700, true],
    ])
  })

  it('keeps no start waiting where the disk does not give the folder any more', async () => {
    journal.close()
    rmSync(file())
    let reads = 0
    const names = () => {
      reads += 1
      if (reads > 2) throw Object.assign(new Error('EIO'), { code: 'EIO' })
      return place.disk.names()
    }
    const opened = await place.open({ files: { ...place.disk, names }, yieldToEventLoop: setImmediate })
    expect(opened).toMatchObject({ ok: false, fault: { why: 'journal_unwritable' } })
  })

  it('lets no refund begin while it lacks what another PC saw lately, whose record lies beside this one’s', async () => {
    let running = 0
    const own = makeJournalPlace(
      () => now,
      undefined,
      () => running,
    )
    own.create()
    const run = await own.openWell()
    running += 3 * month
    run.raiseHighWater(snapshot({ id: 'own', refunded: 100 }))
    own.end(run)
    // The other PC has run for no time at all. Its older file, which has the value, is held.
    journal.close()
    journal = await place.openWell()
    for (const [name, bytes] of place.files()) {
      if (name.endsWith('.log')) writeFileSync(join(own.folder, name), bytes)
    }
    const release = hold(own, place.segments().at(-2) ?? '')
    const keys = { readKey: async () => succeed(place.key), readHead: async () => succeed(null) }
    const both = await own.openWell({ keys })
    const found = () => [both.isReady(), both.highWater('seen')]
    const before = found()
    release()
    verifyWhole(both)
    expect([before, found()]).toEqual([
      [false, null],
      [true, 700],
    ])
  })
})
