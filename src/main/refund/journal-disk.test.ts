import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { answeredBy, glance, lost, startOfDay } from '../../shared/testing/refund-samples'
import { openDatabase } from '../database/open-database'
import { makeJournal } from './journal'
import { journalMigrations } from './journal-schema'
import { intended, openJournalForEachTest, sending } from './testing/open-journal-for-each-test'

const at = startOfDay

const open = openJournalForEachTest()
const { append, contents, reopen } = open

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
    const taken = [append(answer), open.journal.raiseMark(glance({ refunded: 900 })).ok]
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
    const refused = open.journal.raiseMark(glance({ refunded: 900 }))
    held.undo()
    expect([refused, open.journal.mark('pay-1'), append(intended)]).toEqual([
      { ok: false, fault: { kind: 'unwritable', detail: 'database is locked' } },
      null,
      'intended',
    ])
  })
})

type Block = { readonly undo: () => void }

/** The database's own limit of pages answers as a full disk does, for any user on any system. */
async function fillUp(): Promise<Block> {
  const key = await open.place.keys.readKey()
  const opened = openDatabase(open.place.file, journalMigrations)
  if (!opened.ok || !key.ok || key.value === null) throw new Error('The test can not open the journal')
  const { id, head } = open.journal
  const verified = head()
  open.journal.close()
  const database = opened.value
  open.journal = makeJournal(database, key.value, id, verified)
  database.exec('PRAGMA max_page_count=1')
  return { undo: () => database.exec('PRAGMA max_page_count=100000') }
}

function holdTheFile(): Block {
  const other = new Database(open.place.file)
  other.exec('BEGIN IMMEDIATE')
  return {
    undo() {
      other.exec('ROLLBACK')
      other.close()
    },
  }
}
