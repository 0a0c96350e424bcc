/**
 * Begins a new journal in the place of one that is damaged or rolled back, on a supervisor's word. Whatever
 * moment the power goes at, the next start finds either the new journal whole, or none and refunds off as before:
 * the old file is aside before anything else, the keychain knows the new chain's end before its first line
 * stands, and all its lines are one transaction. Nothing is ever sent.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from '../../shared/fault'
import { isUndecided } from '../../shared/refund'
import { fail, type Result, succeed } from '../../shared/result'
import { attemptWork, inTransaction, openDatabase } from '../database/open-database'
import { type Inheritance, inherit } from './inherit'
import {
  chainHash,
  chainStart,
  type Head,
  type JournalLine,
  journalLineSchema,
  lineText,
  writeHead,
} from './journal-line'
import { makeJournalWrites, paymentIndex } from './journal-rows'
import { journalMigrations } from './journal-schema'
import { type JournalParts, journalFile, putName } from './open-journal'
import { readOldJournal } from './read-old-journal'
import type { JournalOrder, TakenOver } from './refund-desk'
import { setAside, setAsideFiles, setAsideFolders } from './set-aside'

type Begun = Result<TakenOver, Fault>
type ChainedLine = { readonly line: JournalLine; readonly text: string; readonly hash: string }

/** The caller has made sure that the journal can not be opened and is not merely locked or unwritable. */
export async function beginJournal(parts: JournalParts, order: JournalOrder): Promise<Begun> {
  const kept = await parts.keys.readKey()
  if (!kept.ok) return kept
  const known = await parts.keys.readHead()
  if (!known.ok) return known
  const key = kept.value
  // Without its key nothing of the old journal can be read: whoever finds the key can still open it.
  if (key === null) return fail({ kind: 'journal_not_replaceable' })
  const found = attemptWork(() => gather(parts, key, known.value))
  if (!found.ok) return fail({ kind: 'journal_unwritable', detail: found.fault.detail })
  if (found.value === null) return fail({ kind: 'journal_not_replaceable' })
  const { inheritance, removeOriginals } = found.value
  const id = randomUUID()
  const lines = chain(id, linesOf(parts, order, inheritance, known.value))
  const last = lines.at(-1)
  const told = await parts.keys.writeHead({ seq: lines.length, hash: last?.hash ?? '' })
  if (!told.ok) return told
  const written = attemptWork(() => {
    removeOriginals()
    writeJournal(parts.folder, key, id, lines, inheritance)
  })
  if (!written.ok) return fail({ kind: 'journal_unwritable', detail: written.fault.detail })
  return succeed(takenOver(inheritance))
}

/** Sets aside what is in the journal's place, and reads all that was ever set aside. Null: it is another key's. */
function gather({ folder, now }: JournalParts, key: Buffer, known: Head | null) {
  const isThere = existsSync(join(folder, journalFile))
  const aside = isThere ? setAside(folder, now()) : { removeOriginals: () => undefined }
  const journals = setAsideFolders(folder).map((name) => readOldJournal(folder, name, key, known))
  if (journals.some(({ isOfAnotherKey }) => isOfAnotherKey)) return null
  const indexOf = (id: string) => paymentIndex(key, id).toString('hex')
  return { inheritance: inherit(journals, indexOf, now()), removeOriginals: aside.removeOriginals }
}

function takenOver({ histories, whole }: Inheritance): TakenOver {
  return { attempts: histories.length, undecided: undecidedIn(histories).length, whole }
}

function undecidedIn(histories: Inheritance['histories']): readonly string[] {
  return histories.filter(({ attempt }) => isUndecided(attempt.state)).map(({ marker }) => marker)
}

/** The first line says who began this journal and what it takes the place of; the old events follow. */
function linesOf(
  { folder, now }: JournalParts,
  { supervisor, why }: JournalOrder,
  { histories, whole }: Inheritance,
  known: Head | null,
): readonly JournalLine[] {
  const beginning = {
    at: now(),
    supervisor,
    why,
    setAside: setAsideFiles(folder),
    oldHead: known === null ? null : writeHead(known),
    attempts: histories.length,
    undecided: undecidedIn(histories),
    whole,
  }
  const events = histories.flatMap(({ marker, events: each }) => each.map((event) => ({ marker, event })))
  return [{ beginning }, ...events].map((content, index) =>
    journalLineSchema.parse({ seq: index + 1, ...content }),
  )
}

function chain(id: string, lines: readonly JournalLine[]): readonly ChainedLine[] {
  let { hash } = chainStart(id)
  return lines.map((line) => {
    const text = lineText(line)
    hash = chainHash(hash, text)
    return { line, text, hash }
  })
}

function writeJournal(
  folder: string,
  key: Buffer,
  id: string,
  lines: readonly ChainedLine[],
  { histories, marks }: Inheritance,
): void {
  const opened = openDatabase(join(folder, journalFile), journalMigrations)
  if (!opened.ok) throw new Error(`ConnectionFailed: ${opened.fault.detail}`)
  const database = opened.value
  try {
    const writes = makeJournalWrites(database, key)
    inTransaction(database, () => {
      putName(writes, key, id)
      for (const { line, text, hash } of lines) writes.insertEvent(line, text, hash)
      for (const { attempt } of histories) writes.putAttempt(attempt)
      for (const [index, mark] of marks) writes.putMark(Buffer.from(index, 'hex'), null, mark)
    })
  } finally {
    database.close()
  }
}
