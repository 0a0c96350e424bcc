/** Old journals as bytes in memory, for tests that damage them many thousand times. */
import { writeFileSync } from 'node:fs'
import Database from 'libsql'
import type { Attempt } from '../../../../shared/attempt'
import { advance, isUndecided } from '../../../../shared/refund'
import { attemptWork } from '../../../database/open-database'
import type { HeadEntry } from '../../journal-keys'
import { type JournalLine, journalLineSchema, lockHash } from '../../journal-line'
import { makeRowReaders } from '../../journal-rows'
import type { Payment, Standing } from '../../journal-types'
import { advanceStanding, lockIn, nothingStands } from '../../standing'
import { type Inheritance, inherit } from '../inherit'
import { newJournalLines } from '../new-journal-lines'
import { readOldJournal } from '../read-old-journal'
import { type FileReading, rowsIn } from '../sqlite-pages'

/** A file in memory; its handle is any number. */
export function inMemory(bytes: Buffer): FileReading {
  return {
    openSync: () => 1,
    closeSync: () => undefined,
    fstatSync: () => ({ size: bytes.length }),
    readSync: (_handle, buffer, offset, length, position) =>
      bytes.copy(buffer, offset, position, Math.min(position + length, bytes.length)),
  }
}

export type Damaged = {
  readonly id: string
  readonly bytes: Buffer
  readonly key: Buffer | null
  readonly head: HeadEntry | null
}

export type Taken = {
  readonly inheritance: Inheritance
  readonly lines: readonly JournalLine[]
  /** What stands open in the new journal, folded from its lines alone. */
  readonly standing: Standing
}

/** Takes one journal over, as `beginJournal` does, without a disk. Throws on a line that cannot follow. */
export async function takeOverBytes({ id, bytes, key, head }: Damaged, now: number): Promise<Taken> {
  const rows = rowsIn(inMemory(bytes), 1, Buffer.alloc(0))
  const yieldToEventLoop = async () => undefined
  const old = await readOldJournal({ name: id, files: [], rows, key, head, yieldToEventLoop })
  const inheritance = await inherit({
    journals: [old],
    inForce: id,
    now,
    yieldToEventLoop,
  })
  const lines = [
    ...(await newJournalLines(
      inheritance,
      { at: now, by: { supervisor: 'Sam', why: 'Damage' } },
      yieldToEventLoop,
    )),
  ]
  return { inheritance, lines, standing: foldLines(lines) }
}

function foldLines(lines: readonly JournalLine[]): Standing {
  const attempts = new Map<string, Attempt>()
  let standing = nothingStands
  for (const [index, draft] of lines.entries()) {
    const line = journalLineSchema.parse(draft)
    if (line.seq !== index + 1) throw new Error(`Line ${line.seq} is the ${index + 1}th`)
    if ('event' in line) {
      const next = advance(attempts.get(line.marker) ?? null, line.event, line.seq)
      if (!next.ok) throw new Error(`Line ${line.seq} cannot follow: ${JSON.stringify(next.fault)}`)
      attempts.set(line.marker, next.value)
    }
    const after = 'event' in line ? (attempts.get(line.marker) ?? null) : null
    standing = advanceStanding(standing, line, after)
  }
  return standing
}

export const isLocked = (standing: Standing, id: string) => {
  const payment: Payment = { services: [1], id }
  return lockIn(standing, payment) !== null
}

/** What SQLite itself can still read of a damaged journal: the judge of what was readable. */
export type Readable = {
  readonly lines: ReadonlySet<number>
  /** Ids of payments of which an undecided row opens, or an unsealed lock is there. */
  readonly locked: ReadonlySet<string>
}

/**
 * Opens a copy, padded to its header's page count, and asks for each thing by itself.
 * @param file where the copy may lie. @param ids the payments that may be named.
 */
export function readBySqlite(
  { bytes, key }: { readonly bytes: Buffer; readonly key: Buffer },
  file: string,
  ids: readonly string[],
  lastLine: number,
): Readable {
  writeFileSync(file, padded(bytes))
  const readers = makeRowReaders(key)
  const lines = new Set<number>()
  const locked = new Set<string>()
  const database = new Database(file)
  const each = (sql: string, values: unknown[], use: (row: unknown) => void) =>
    attemptWork(() => use(database.prepare(sql).get(values)))
  for (let seq = 1; seq <= lastLine; seq += 1) {
    each('SELECT seq, line FROM events WHERE seq = ?', [seq], (row) => {
      readers.line(row)
      lines.add(seq)
    })
  }
  for (let number = 1; number <= ids.length + 2; number += 1) {
    each('SELECT attempt, row FROM attempts WHERE number = ?', [number], (row) => {
      const { intent, state } = readers.attempt(row)
      if (isUndecided(state)) locked.add(intent.id)
    })
  }
  for (const id of ids) {
    each('SELECT 1 FROM open_locks WHERE lock = ?', [lockHash(1, id)], (row) => {
      if (row !== undefined) locked.add(id)
    })
  }
  database.close()
  return { lines, locked }
}

function padded(bytes: Buffer): Buffer {
  const pages = bytes.length >= 32 ? bytes.readUInt32BE(28) : 0
  const wanted = Math.min(pages, 100_000) * 4096
  return wanted <= bytes.length ? bytes : Buffer.concat([bytes, Buffer.alloc(wanted - bytes.length)])
}
