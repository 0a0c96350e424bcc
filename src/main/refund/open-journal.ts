/**
 * Opens the journal, or says why refunds must stay off (design.md, "The refund protocol", 11). Nothing here
 * ever puts a new journal in the place of one that existed: only a keychain that never knew one allows that.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'libsql'
import type { RefundsOff } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import { attemptWork, openDatabase } from '../database/open-database'
import { seal, unseal } from '../database/sealing'
import { type Journal, makeJournal } from './journal'
import type { JournalKeys } from './journal-keys'
import { chainStart, type Head } from './journal-line'
import { makeJournalReads, makeJournalWrites } from './journal-rows'
import { journalMigrations } from './journal-schema'
import { hasSetAside, setAside } from './set-aside'
import { type JournalProblem, verifyJournal } from './verify-journal-rows'

export const journalFile = 'journal.db'
const keyCheck = { name: 'key_check', text: 'This journal opens with this key', place: 'fact key_check' }

export type JournalParts = {
  readonly folder: string
  readonly keys: JournalKeys
  /** Milliseconds since 1970. */
  readonly now: () => number
}

type Opening = Result<Journal, JournalProblem>

function off(why: RefundsOff, detail: string): Opening {
  return fail({ why, detail })
}

/** Opens the journal of a folder, verified whole, its head in the keychain advanced to what is on disk. */
export async function openJournal(parts: JournalParts): Promise<Opening> {
  const key = await parts.keys.readKey()
  if (!key.ok) return off('no_keychain', key.fault.detail)
  const known = await parts.keys.readHead()
  if (!known.ok) return off('no_keychain', known.fault.detail)
  if (existsSync(join(parts.folder, journalFile))) {
    if (key.value === null)
      return off('journal_wrong_key', 'The keychain has no key for the journal on this disk')
    return openExisting(parts, key.value, known.value)
  }
  if (known.value !== null && known.value.seq > 0) {
    if (hasSetAside(parts.folder)) return off('journal_damaged', 'The damaged journal was set aside earlier')
    return off('journal_rolled_back', 'The keychain knows a journal that is not on this disk')
  }
  return makeNew(parts, key.value)
}

/** Key and head go to the keychain before the file exists: a crash in between leaves nothing to doubt. */
async function makeNew(parts: JournalParts, oldKey: Buffer | null): Promise<Opening> {
  const key = oldKey === null ? await parts.keys.createKey() : succeed(oldKey)
  if (!key.ok) return off('no_keychain', key.fault.detail)
  const id = randomUUID()
  const written = await parts.keys.writeHead(chainStart(id))
  if (!written.ok) return off('no_keychain', written.fault.detail)
  const opened = openDatabase(join(parts.folder, journalFile), journalMigrations)
  if (!opened.ok) return off('journal_unwritable', opened.fault.detail)
  return initialise(opened.value, key.value, id)
}

function initialise(database: Database.Database, key: Buffer, id: string): Opening {
  const writes = makeJournalWrites(database, key)
  const done = attemptWork(() =>
    database.transaction(() => {
      writes.putFact('journal_id', id)
      writes.putFact(keyCheck.name, seal(key, keyCheck.text, keyCheck.place).toString('base64'))
    })(),
  )
  if (done.ok) return succeed(makeJournal(database, key, id, chainStart(id)))
  attemptWork(() => database.close())
  return off('journal_unwritable', done.fault.detail)
}

async function openExisting(parts: JournalParts, key: Buffer, known: Head | null): Promise<Opening> {
  const opened = openDatabase(join(parts.folder, journalFile), journalMigrations)
  if (!opened.ok) {
    if (opened.fault.kind === 'unavailable') return off('journal_unwritable', opened.fault.detail)
    attemptWork(() => setAside(parts.folder, parts.now()).removeOriginals())
    return off('journal_damaged', opened.fault.detail)
  }
  const database = opened.value
  const checked = await check(parts, database, key, known)
  if (checked.ok) return checked
  // The copy is taken while the file is open: closing it would fold the write-ahead log into it.
  const damaged = checked.fault.why === 'journal_damaged'
  const copied = damaged ? attemptWork(() => setAside(parts.folder, parts.now())) : null
  attemptWork(() => database.close())
  if (copied?.ok === true) attemptWork(() => copied.value.removeOriginals())
  return checked
}

async function check(
  parts: JournalParts,
  database: Database.Database,
  key: Buffer,
  known: Head | null,
): Promise<Opening> {
  const reads = makeJournalReads(database, key)
  const facts = attemptWork(() => ({ id: reads.fact('journal_id'), check: reads.fact(keyCheck.name) }))
  if (!facts.ok) {
    return off(facts.fault.kind === 'damaged' ? 'journal_damaged' : 'journal_unwritable', facts.fault.detail)
  }
  const { id, check: sealed } = facts.value
  if (id === null || sealed === null) return restartUnborn(parts, database, key, known)
  if (unseal(key, Buffer.from(sealed, 'base64'), keyCheck.place) !== keyCheck.text) {
    return off('journal_wrong_key', 'The key in the keychain does not open the journal on this disk')
  }
  const verified = verifyJournal(database, reads, id, known)
  if (!verified.ok) return verified
  const advanced = await parts.keys.writeHead(verified.value)
  if (!advanced.ok) return off('no_keychain', advanced.fault.detail)
  return succeed(makeJournal(database, key, id, verified.value))
}

/** The program ended while the very first journal was being made: no line was ever written. */
async function restartUnborn(
  parts: JournalParts,
  database: Database.Database,
  key: Buffer,
  known: Head | null,
): Promise<Opening> {
  if (known !== null && known.seq > 0) return off('journal_rolled_back', 'The journal on this disk is empty')
  const id = randomUUID()
  const written = await parts.keys.writeHead(chainStart(id))
  if (!written.ok) return off('no_keychain', written.fault.detail)
  return initialise(database, key, id)
}
