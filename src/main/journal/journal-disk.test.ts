import { chmodSync, existsSync } from 'node:fs'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  answeredBy,
  intent,
  lost,
  ownMarker,
  snapshot,
  startOfDay,
} from '../../shared/testing/refund-samples'
import { ifNotRoot } from '../database/testing/if-not-root'
import { createJournalFile } from './journal-file'
import type { Journal } from './journal-types'
import { type JournalPlace, makeJournalPlace } from './testing/journal-place'
import { contentsOf, finishStory, paymentOf, verifyWhole } from './testing/journal-story'

const at = startOfDay

/** The connections of this test, the journal's own among them: a test can give it a disk that is full. */
const connections = new Set<Database.Database>()

let place: JournalPlace
let journal: Journal

beforeEach(async () => {
  const { exec } = Database.prototype
  vi.spyOn(Database.prototype, 'exec').mockImplementation(function (this: Database.Database, sql: string) {
    connections.add(this)
    return exec.call(this, sql)
  })
  place = makeJournalPlace(() => at)
  await place.create()
  journal = await place.openWell()
})
afterEach(() => {
  journal.close()
  place.remove()
  vi.restoreAllMocks()
  connections.clear()
})

type Block = () => { readonly undo: () => void }

/** The database's own limit of pages answers as a full disk does, for any user on any system. */
const fillUp: Block = () => {
  const connection = [...connections].findLast(({ open }) => open)
  if (connection === undefined) throw new Error('The journal has opened no connection')
  connection.exec('PRAGMA max_page_count=1')
  return { undo: () => connection.exec('PRAGMA max_page_count=100000') }
}

const holdTheFile: Block = () => {
  const other = new Database(place.file)
  other.exec('BEGIN IMMEDIATE')
  return {
    undo() {
      other.exec('ROLLBACK')
      other.close()
    },
  }
}

describe('a disk that takes nothing for a while', () => {
  it.each([
    ['because it is full', fillUp],
    ['because another program holds the file', holdTheFile],
  ])('%s lets nothing be half written, is no damage, and takes everything afterwards', async (_, block) => {
    journal.append(ownMarker, { kind: 'intended', at, intent: intent() })
    journal.append(ownMarker, { kind: 'sending', at })
    const answer = { ...answeredBy(lost, 'unconfirmed', at + 2), raw: 'x'.repeat(30_000) }
    const blocked = block()
    const before = contentsOf(journal)
    const refused = [
      journal.append(ownMarker, answer),
      journal.append(ownMarker, answer),
      journal.appendTill({ kind: 'acted', at, by: 'x'.repeat(30_000), act: { act: 'copies_forgotten' } }),
    ].map((each) => (each.ok ? 'written' : each.fault.kind))
    journal.checkpoint()
    const during = [contentsOf(journal), journal.verifyPayment(paymentOf('pay-1'))]
    blocked.undo()
    const taken = [
      journal.append(ownMarker, answer).ok,
      journal.raiseHighWater(1, snapshot({ refunded: 900 })).ok,
    ]
    const after = contentsOf(journal)
    const whole = verifyWhole(journal)
    place.head = journal.head()
    journal.close()
    journal = await place.openWell()
    expect([refused, during, taken, whole, contentsOf(journal)]).toEqual([
      ['unwritable', 'unwritable', 'unwritable'],
      [before, { ok: true, value: null }],
      [true, true],
      'whole',
      after,
    ])
  })

  it('keeps the high-water value as it was', () => {
    const held = holdTheFile()
    const refused = journal.raiseHighWater(1, snapshot({ refunded: 900 }))
    held.undo()
    expect([refused, journal.highWater(paymentOf('pay-1'))]).toEqual([
      { ok: false, fault: { kind: 'unwritable', detail: 'database is locked' } },
      null,
    ])
  })

  it('is told apart from damage where a new journal is written', async () => {
    const folder = `${place.folder}/missing`
    const deps = { folder, id: 'x', key: place.key, now: () => at }
    const made = await createJournalFile({ ...deps, content: { lines: [], highWater: [] } })
    expect([made.ok ? '' : made.fault.why, existsSync(folder)]).toEqual(['journal_unwritable', false])
  })

  it('never writes over a journal that is there', async () => {
    const before = await finishStory(place).catch((error: Error) => error.message)
    expect([before, journal.verifyPayment(paymentOf('pay-1')).ok]).toEqual([
      expect.stringContaining('already exists'),
      true,
    ])
  })

  // Root may write anywhere, so for root there is nothing to test: no test that could only pass.
  ifNotRoot('is told apart from damage when the journal is opened', async () => {
    journal.close()
    chmodSync(place.folder, 0o500)
    chmodSync(place.file, 0o400)
    const found = await place.open()
    chmodSync(place.folder, 0o700)
    chmodSync(place.file, 0o600)
    journal = await place.openWell()
    expect(found).toMatchObject({ ok: false, fault: { why: 'journal_unwritable' } })
  })
})
