import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AttemptEvent } from '../../shared/attempt'
import {
  answeredBy,
  glance,
  intent,
  lost,
  otherMarker,
  ownMarker,
  startOfDay,
} from '../../shared/testing/refund-samples'
import { openDatabase } from '../database/open-database'
import { type Journal, makeJournal } from './journal'
import { journalMigrations } from './journal-schema'
import { type JournalPlace, makeJournalPlace } from './testing/journal-place'

const at = startOfDay
const intended: AttemptEvent = { kind: 'intended', at, intent: intent() }
const sending: AttemptEvent = { kind: 'sending', at: at + 1 }

let place: JournalPlace
let journal: Journal

beforeEach(async () => {
  place = makeJournalPlace(() => at)
  journal = await place.openWell()
})
afterEach(() => {
  journal.close()
  place.remove()
})

function append(event: AttemptEvent, marker = ownMarker) {
  const written = journal.append(marker, event)
  return written.ok ? written.value.state : written.fault.kind
}

async function reopen(): Promise<void> {
  await place.keys.writeHead(journal.head())
  journal.close()
  journal = await place.openWell()
}

/** All that a journal can be asked about. */
function contents() {
  return {
    head: journal.head(),
    attempts: journal.list({ from: null, to: null }),
    lines: [ownMarker, otherMarker].map((marker) => journal.lines(marker)),
    undecided: journal.undecided(),
    mark: journal.mark('pay-1'),
  }
}

const raw = 'x'.repeat(16_000)

describe('a disk that takes nothing for a while', () => {
  it.each([
    ['because it is full', fillUp],
    ['because another program holds the file', holdTheFile],
  ])('%s lets nothing be half written, and takes everything afterwards', async (_, block) => {
    append(intended)
    append(sending)
    const answer = { ...answeredBy(lost, 'unconfirmed', at + 2), raw }
    const blocked = await block()
    const before = contents()
    const refused = [append(answer), append(answer)]
    const during = contents()
    blocked.undo()
    const taken = [append(answer), journal.raiseMark(glance({ refunded: 900 })).ok]
    const after = contents()
    await reopen()
    expect([refused, during, taken, contents()]).toEqual([
      ['unwritable', 'unwritable'],
      before,
      ['unconfirmed', true],
      after,
    ])
  })

  it('because another program holds the file keeps the mark as it was', () => {
    const held = holdTheFile()
    const refused = journal.raiseMark(glance({ refunded: 900 }))
    held.undo()
    expect([refused, journal.mark('pay-1'), append(intended)]).toEqual([
      { ok: false, fault: { kind: 'unwritable', detail: 'database is locked' } },
      null,
      'intended',
    ])
  })
})

type Block = { readonly undo: () => void }

/** The database's own limit of pages answers as a full disk does, for any user on any system. */
async function fillUp(): Promise<Block> {
  const key = await place.keys.readKey()
  const opened = openDatabase(place.file, journalMigrations)
  if (!opened.ok || !key.ok || key.value === null) throw new Error('The test can not open the journal')
  const { id, head } = journal
  const verified = head()
  journal.close()
  const database = opened.value
  journal = makeJournal(database, key.value, id, verified)
  database.exec('PRAGMA max_page_count=1')
  return { undo: () => database.exec('PRAGMA max_page_count=100000') }
}

function holdTheFile(): Block {
  const other = new Database(place.file)
  other.exec('BEGIN IMMEDIATE')
  return {
    undo() {
      other.exec('ROLLBACK')
      other.close()
    },
  }
}
