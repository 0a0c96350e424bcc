/**
 * Opens the journal, or says why refunds must stay off (design.md, "The refund protocol", 11). Nothing here
 * ever puts a new journal in the place of one that existed: only a keychain that never knew one allows that.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type Database from 'libsql'
import type { RefundsOff } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import { attemptWork, type DatabaseFault, inTransaction, openDatabase } from '../database/open-database'
import { seal, unseal } from '../database/sealing'
import { type Journal, makeJournal } from './journal'
import { addUpMarks, type JournalAudit, makeJournalAudit } from './journal-audit'
import type { JournalKeys } from './journal-keys'
import { chainStart, type Head } from './journal-line'
import { makeJournalReads, makeJournalWrites } from './journal-rows'
import { journalMigrations } from './journal-schema'
import { digestDue, noMarks } from './mark-digest'
import { hasSetAside, setAside } from './set-aside'
import { type JournalProblem, verifyJournal } from './verify-journal-rows'

export const journalFile = 'journal.db'
/** The header that begins every SQLite file. */
const headerBytes = 100
export const keyCheck = {
  name: 'key_check',
  text: 'This journal opens with this key',
  place: 'fact key_check',
}

export type JournalParts = {
  readonly folder: string
  readonly keys: JournalKeys
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Called again and again while the journal is checked; others have their turn in it when it is due. */
  readonly breathe?: () => Promise<void>
}

type Opening = Result<Journal, JournalProblem>

/** How long the process is kept from everything else while a journal is checked, in milliseconds. */
const longestBreath = 5

/** Gives way to others every few milliseconds. */
function breathing(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < longestBreath) return
    await nextTurn()
    began = performance.now()
  }
}

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
  // Whatever the keychain knows: its head may lag behind a journal that was set aside.
  if (hasSetAside(parts.folder)) return off('journal_damaged', 'The damaged journal was set aside earlier')
  if (known.value !== null && known.value.seq > 0) {
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

/** What every journal begins with, in one transaction with whatever comes first: its name, no marks yet. */
export function putName(writes: ReturnType<typeof makeJournalWrites>, key: Buffer, id: string): void {
  writes.putFact('journal_id', id)
  writes.putFact(keyCheck.name, seal(key, keyCheck.text, keyCheck.place).toString('base64'))
  writes.putMarkDigest(noMarks)
}

function initialise(database: Database.Database, key: Buffer, id: string): Opening {
  const writes = makeJournalWrites(database, key)
  const done = attemptWork(() =>
    inTransaction(database, () => {
      putName(writes, key, id)
    }),
  )
  if (done.ok) return succeed(makeJournal(database, key, id, chainStart(id)))
  attemptWork(() => database.close())
  return off('journal_unwritable', done.fault.detail)
}

async function openExisting(parts: JournalParts, key: Buffer, known: Head | null): Promise<Opening> {
  // SQLite takes a file without a header for a new one and throws its write-ahead log away: not ours to lose.
  const beheaded = statSync(join(parts.folder, journalFile)).size < headerBytes
  if (beheaded && known !== null && known.seq > 0) {
    attemptWork(() => setAside(parts.folder, parts.now()).removeOriginals())
    return off('journal_damaged', 'The journal on this disk has been cut off')
  }
  // The copy is taken while the file is open: closing it would fold the write-ahead log into it.
  const copy = (why: RefundsOff) =>
    why === 'journal_damaged' ? attemptWork(() => setAside(parts.folder, parts.now())) : null
  let copied: ReturnType<typeof copy> = null
  const opened = openDatabase(join(parts.folder, journalFile), journalMigrations, (fault) => {
    copied = copy(whyOff(fault))
  })
  const checked = opened.ok ? await check(parts, opened.value, key, known) : asOff(opened.fault)
  if (checked.ok) return checked
  if (opened.ok) {
    copied = copy(checked.fault.why)
    attemptWork(() => opened.value.close())
  }
  if (copied?.ok === true) attemptWork(copied.value.removeOriginals)
  return checked
}

/** SQLite has no code of its own for a table or an index that is gone; the disk's troubles have. */
const partMissing = /\bno such (table|index|column)\b/

function whyOff({ kind, detail }: DatabaseFault): RefundsOff {
  return kind === 'damaged' || partMissing.test(detail) ? 'journal_damaged' : 'journal_unwritable'
}

function asOff(fault: DatabaseFault): Opening {
  return off(whyOff(fault), fault.detail)
}

async function check(
  parts: JournalParts,
  database: Database.Database,
  key: Buffer,
  known: Head | null,
): Promise<Opening> {
  const audit = makeJournalAudit(database, key)
  const facts = attemptWork(() => {
    const reads = makeJournalReads(database, key)
    return {
      id: reads.fact('journal_id'),
      check: reads.fact(keyCheck.name),
      isEmpty: audit.isEmpty(),
    }
  })
  if (!facts.ok) return asOff(facts.fault)
  if (facts.value.isEmpty) return restartUnborn(parts, database, key, known)
  const { id, check: sealed } = facts.value
  if (id === null || sealed === null) return off('journal_damaged', 'The journal has lost its name')
  if (unseal(key, Buffer.from(sealed, 'base64'), keyCheck.place) !== keyCheck.text) {
    return keyOrDamage(audit)
  }
  const breathe = parts.breathe ?? breathing()
  const verified = await verifyJournal({ database, audit, journalId: id, known, breathe })
  if (!verified.ok) return verified
  const counted = attemptWork(() => countMarksOnce(database, audit, key))
  if (!counted.ok) return asOff(counted.fault)
  const advanced = await parts.keys.writeHead(verified.value)
  if (!advanced.ok) return off('no_keychain', advanced.fault.detail)
  return succeed(makeJournal(database, key, id, verified.value))
}

/** A journal of the first version does not say yet what its marks add up to. */
function countMarksOnce(database: Database.Database, audit: JournalAudit, key: Buffer): void {
  const due = database.prepare('SELECT 1 FROM mark_digest WHERE value = ?').get([digestDue])
  if (due === undefined) return
  const found = addUpMarks(audit)
  inTransaction(database, () => makeJournalWrites(database, key).putMarkDigest(found))
}

/** The check value does not open: if a line does, the key is right and the value is damaged. */
function keyOrDamage(audit: JournalAudit): Opening {
  const opens = attemptWork(() => audit.lines().next().done === false)
  if (opens.ok && opens.value) return off('journal_damaged', 'The check of the key does not open')
  return off('journal_wrong_key', 'The key in the keychain does not open the journal on this disk')
}

/** The program ended while the very first journal was being made: no line was ever written. */
async function restartUnborn(
  parts: JournalParts,
  database: Database.Database,
  key: Buffer,
  known: Head | null,
): Promise<Opening> {
  // One that was set aside has been before it, whatever the keychain knows: this one was being begun.
  if ((known !== null && known.seq > 0) || hasSetAside(parts.folder)) {
    return off('journal_rolled_back', 'The journal on this disk is empty')
  }
  const id = randomUUID()
  const written = await parts.keys.writeHead(chainStart(id))
  if (!written.ok) return off('no_keychain', written.fault.detail)
  return initialise(database, key, id)
}
