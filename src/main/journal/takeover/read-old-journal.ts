/** Reads whatever opens of a journal. Nothing here throws for what is damaged: it is left out. */
import { z } from 'zod'
import type { Attempt } from '../../../shared/attempt'
import { attemptWork } from '../../database/open-database'
import { opensCheckpoint } from '../checkpoint'
import type { HeadEntry } from '../journal-keys'
import { type HighWaterRow, makeRowReaders, parseLine, type RowReaders } from '../journal-rows'
import type { OpenLock } from '../journal-types'
import type { OldFile, OldJournal, ReadableLine } from './old-journal'
import { sortYielding } from './sort-yielding'
import type { FoundRow } from './sqlite-pages'

export type OldJournalSource = {
  /** The journal's id. */
  readonly name: string
  readonly files: readonly OldFile[]
  readonly rows: Iterable<FoundRow>
  /** Null when it is lost: then only what stands unsealed is read. */
  readonly key: Buffer | null
  readonly head: HeadEntry | null
  readonly yieldToEventLoop: () => Promise<void>
}

/** What was found so far. Rows are sorted by what is in them, so it does not matter which table named them. */
type Found = {
  readonly lines: Map<number, ReadableLine>
  readonly rows: Map<string, Attempt>
  readonly highWater: HighWaterRow[]
  readonly openLocks: OpenLock[]
  lastLine: number
}

const openLock = z.tuple([
  z.string().regex(/^(?:R-[0-9A-Z]{10})?$/),
  z.string().regex(/^[0-9a-f]{16,64}$/),
  z.number().int().positive(),
  z.number().int(),
])

export async function readOldJournal(source: OldJournalSource): Promise<OldJournal> {
  const { name, files, key, head, yieldToEventLoop } = source
  const readers = key === null ? null : makeRowReaders(key)
  const found: Found = {
    lines: new Map(),
    rows: new Map(),
    highWater: [],
    openLocks: [],
    lastLine: 0,
  }
  for (const row of source.rows) {
    await yieldToEventLoop()
    if (row.isCurrent) takePlain(found, row)
    if (readers !== null && key !== null) takeSealed(found, row, readers, key)
  }
  return {
    name,
    files,
    lines: await sortYielding(
      [...found.lines.values()],
      (one, other) => one.seq - other.seq,
      yieldToEventLoop,
    ),
    rows: found.rows,
    highWater: found.highWater,
    lastLine: found.lastLine,
    openLocks: found.openLocks,
    head,
  }
}

function takePlain(found: Found, { rowid, values }: FoundRow): void {
  // Most rows are those of indexes, and a schema takes its time to refuse one.
  if (rowid !== null || values.length !== 4 || typeof values[0] !== 'string') return
  const lock = openLock.safeParse(values)
  if (!lock.success) return
  const [marker, hash, service, at] = lock.data
  found.openLocks.push({ marker, lock: hash, service, at })
}

function takeSealed(found: Found, { rowid, values }: FoundRow, readers: RowReaders, key: Buffer): void {
  if (rowid === null) takeNamed(found, values, readers)
  else if (values.length === 5) takeLine(found, rowid, values[4], readers)
  else if (values.length === 9) takeAttempt(found, values[1], values[8], readers)
  else if (values.length === 3 && opensCheckpoint(key, rowid, values[1], values[2])) nameLine(found, rowid)
}

function takeLine(found: Found, seq: number, line: unknown, readers: RowReaders): void {
  if (found.lines.has(seq)) return
  const opened = attemptWork(() => {
    const text = readers.lineText({ seq, line })
    const parsed = parseLine(seq, text)
    return { marker: 'event' in parsed ? parsed.marker : '', text }
  })
  if (!opened.ok) return
  found.lines.set(seq, { seq, ...opened.value })
  nameLine(found, seq)
}

function nameLine(found: Found, seq: number): void {
  found.lastLine = Math.max(found.lastLine, seq)
}

function takeAttempt(found: Found, attempt: unknown, row: unknown, readers: RowReaders): void {
  const opened = attemptWork(() => readers.attempt({ attempt, row }))
  if (!opened.ok) return
  nameLine(found, opened.value.line)
  const { marker } = opened.value.intent
  const known = found.rows.get(marker)
  if (known === undefined || known.line < opened.value.line) found.rows.set(marker, opened.value)
}

/** A table that is its own index: high-water values. */
function takeNamed(found: Found, values: FoundRow['values'], readers: RowReaders): void {
  const [name, value] = values
  if (values.length !== 2) return
  if (!Buffer.isBuffer(name) || !Buffer.isBuffer(value)) return
  const row = attemptWork(() => readers.highWater({ payment: name, row: value }))
  if (row.ok) found.highWater.push(row.value)
}
