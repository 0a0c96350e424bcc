/**
 * Reads what can still be read of a journal that was set aside, from a copy of a copy: opening a database may
 * change it. Nothing here ever throws for what is damaged; it is left out, and said to be missing.
 */
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import Database from 'libsql'
import { z } from 'zod'
import type { Attempt, AttemptEvent } from '../../shared/attempt'
import { advance, isUndecided } from '../../shared/refund'
import { attemptWork } from '../database/open-database'
import { addUpMarks, makeJournalAudit } from './journal-audit'
import { chainHash, chainStart, type Head, lineText } from './journal-line'
import { blob, hashRow, type Mark, makeJournalReads, makeReaders } from './journal-rows'
import { digestDue } from './mark-digest'
import { journalFiles } from './set-aside'

export type OldJournal = {
  /** The events of each attempt, by its marker, as far as the chain holds from its first line on. */
  readonly histories: ReadonlyMap<string, readonly AttemptEvent[]>
  /** Undecided attempts of which only their row can be read. */
  readonly strays: readonly Attempt[]
  /** The marks that open, by the blind index that they stand under, in hexadecimal. */
  readonly marks: ReadonlyMap<string, Mark>
  /** Whether the chain holds up to the head that the keychain knew, and no mark is missing. */
  readonly isWhole: boolean
  /** The file can be read, holds lines, and not one of them opens: it is another key's. */
  readonly isOfAnotherKey: boolean
}

const nothingReadable: OldJournal = {
  histories: new Map(),
  strays: [],
  marks: new Map(),
  isWhole: false,
  isOfAnotherKey: false,
}

const readingFolder = 'journal-reading'
const countRow = z.object({ lines: z.number() })
const markRow = z.object({ payment: blob })

/**
 * @param folder the profile's folder; a copy lies in it while this reads.
 * @param name the folder below it that holds what was set aside.
 * @param known the head that the keychain has; null when it has none.
 */
export function readOldJournal(folder: string, name: string, key: Buffer, known: Head | null): OldJournal {
  const reading = join(folder, readingFolder)
  rmSync(reading, { recursive: true, force: true })
  mkdirSync(reading, { recursive: true })
  for (const file of journalFiles) {
    const from = join(folder, name, file)
    if (existsSync(from)) copyFileSync(from, join(reading, file))
  }
  const opened = attemptWork(() => new Database(join(reading, journalFiles[0])))
  const read = opened.ok ? attemptWork(() => readAll(opened.value, key, known)) : null
  if (opened.ok) attemptWork(() => opened.value.close())
  // Where an open file can not be removed it stays until the next time; what is in it is sealed.
  attemptWork(() => rmSync(reading, { recursive: true, force: true }))
  return read?.ok === true ? read.value : nothingReadable
}

function readAll(database: Database.Database, key: Buffer, known: Head | null): OldJournal {
  const chain = readChain(database, key, known)
  const readers = makeReaders(key)
  const rows = eachRow(database, 'SELECT attempt, row FROM attempts', readers.readAttempt)
  const strays = rows.filter(({ intent, state }) => isUndecided(state) && !chain.histories.has(intent.marker))
  const marks = eachRow(
    database,
    'SELECT payment, row FROM marks',
    (row) => [markRow.parse(row).payment.toString('hex'), readers.readMark(row)] as const,
  )
  const counted = attemptWork(() => database.prepare('SELECT count(*) AS lines FROM events').get([]))
  const lines = counted.ok ? (countRow.safeParse(counted.value).data?.lines ?? 0) : 0
  return {
    histories: chain.histories,
    strays,
    marks: new Map(marks),
    isWhole: chain.reachesKnown && marksAddUp(database, key),
    isOfAnotherKey: lines > 0 && rows.length === 0 && !chain.opens,
  }
}

function marksAddUp(database: Database.Database, key: Buffer): boolean {
  const audit = makeJournalAudit(database, key)
  const added = attemptWork(() => [addUpMarks(audit), digestDue].includes(audit.keptDigest() ?? ''))
  return added.ok && added.value
}

/** Whatever of a table opens; the rest is left out, and a page that can not be read ends it. */
function eachRow<T>(database: Database.Database, sql: string, read: (row: unknown) => T): readonly T[] {
  const found: T[] = []
  attemptWork(() => {
    for (const row of database.prepare(sql).iterate([])) {
      const one = attemptWork(() => read(row))
      if (one.ok) found.push(one.value)
    }
  })
  return found
}

/** Follows the chain from its first line until a line is missing, does not open, or does not fit. */
function readChain(database: Database.Database, key: Buffer, known: Head | null) {
  const { readLine } = makeReaders(key)
  const statement = database.prepare('SELECT seq, line, hash FROM events WHERE seq = ?')
  const histories = new Map<string, readonly AttemptEvent[]>()
  const attempts = new Map<string, Attempt>()
  const start = startOf(database, key)
  let head: Head = start ?? { seq: 0, hash: '' }
  let reachesKnown = start !== null && isDeepStrictEqual(known, start)
  let opens = false
  for (;;) {
    const read = attemptWork(() => {
      const row = statement.get([head.seq + 1])
      return { line: readLine(row), hash: hashRow.parse(row).hash }
    })
    if (!read.ok) break
    const { line, hash } = read.value
    opens = true
    // A journal that lost its name can not prove its first link. Only our key can have sealed the line.
    const follows = head.seq === 0 || chainHash(head.hash, lineText(line)) === hash
    if (line.seq !== head.seq + 1 || !follows) break
    if (!('beginning' in line)) {
      const next = advance(attempts.get(line.marker) ?? null, line.event)
      if (!next.ok) break
      attempts.set(line.marker, next.value)
      histories.set(line.marker, [...(histories.get(line.marker) ?? []), line.event])
    }
    head = { seq: line.seq, hash }
    reachesKnown ||= isDeepStrictEqual(known, head)
  }
  return { histories, reachesKnown, opens }
}

/** Where the chain begins, or null when the journal's name can not be read. */
function startOf(database: Database.Database, key: Buffer): Head | null {
  const id = attemptWork(() => makeJournalReads(database, key).fact('journal_id'))
  return id.ok && id.value !== null ? chainStart(id.value) : null
}
