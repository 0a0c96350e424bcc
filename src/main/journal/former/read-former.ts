/** Reads whatever opens of a former `journal.db`. Nothing here throws for what is damaged: it is left out. */
import { attemptWork } from '../../database/open-database'
import { blindIndex, unseal } from '../../database/sealing'
import type { Head } from '../journal-line'
import type { OldFile } from '../takeover/old-journal'
import { sortYielding } from '../takeover/sort-yielding'
import type { FoundRow } from '../takeover/sqlite-pages'
import {
  type FormerAttempt,
  type FormerHighWater,
  type FormerLine,
  formerAttemptSchema,
  formerHighWaterSchema,
  formerLineSchema,
} from './former-line'

export type FormerJournal = {
  /** Its file below the profile's folder. */
  readonly name: string
  readonly files: readonly OldFile[]
  /** Oldest first. */
  readonly lines: readonly { readonly line: FormerLine; readonly hash: string }[]
  /** In the order in which they were made. */
  readonly rows: readonly FormerAttempt[]
  /** By the payment's former index, in hexadecimal. */
  readonly highWater: ReadonlyMap<string, FormerHighWater>
  /** What all high-water values add up to, as the file says; null where it says nothing. */
  readonly highWaterDigest: string | null
  /** Version 1 had no table for it. */
  readonly hasDigestTable: boolean
  readonly journalId: string | null
  /** The key opens its check value; null when there is no such value. */
  readonly isOwnKey: boolean | null
  /** Rows of lines, attempts or high-water values that stand in the file and do not open. */
  readonly unopened: number
  readonly key: Buffer
  readonly head: Head | null
}

export type FormerSource = {
  readonly name: string
  readonly files: readonly OldFile[]
  readonly rows: Iterable<FoundRow>
  readonly key: Buffer
  readonly head: Head | null
  readonly yieldToEventLoop: () => Promise<void>
}

type Found = {
  readonly lines: Map<number, { readonly line: FormerLine; readonly hash: string }>
  readonly rows: Map<
    string,
    { readonly rowid: number; readonly row: FormerAttempt; readonly isCurrent: boolean }
  >
  readonly highWater: Map<string, FormerHighWater>
  readonly facts: Map<string, string>
  highWaterDigest: string | null
  hasDigestTable: boolean
  unopened: number
}

const keyCheck = { text: 'This journal opens with this key', place: 'fact key_check' }

export async function readFormerJournal(source: FormerSource): Promise<FormerJournal> {
  const { name, files, key, head, yieldToEventLoop } = source
  const found: Found = {
    lines: new Map(),
    rows: new Map(),
    highWater: new Map(),
    facts: new Map(),
    highWaterDigest: null,
    hasDigestTable: false,
    unopened: 0,
  }
  for (const row of source.rows) {
    await yieldToEventLoop()
    take(found, row, key)
  }
  const check = found.facts.get('key_check')
  const opened = check === undefined ? null : unseal(key, Buffer.from(check, 'base64'), keyCheck.place)
  return {
    name,
    files,
    lines: await sortYielding([...found.lines.values()], byNumber, yieldToEventLoop),
    rows: (await sortYielding([...found.rows.values()], byRow, yieldToEventLoop)).map(({ row }) => row),
    highWater: found.highWater,
    highWaterDigest: found.highWaterDigest,
    hasDigestTable: found.hasDigestTable,
    journalId: found.facts.get('journal_id') ?? null,
    isOwnKey: check === undefined ? null : opened === keyCheck.text,
    unopened: found.unopened,
    key,
    head,
  }
}

type Numbered = { readonly line: { readonly seq: number } }
const byNumber = (one: Numbered, other: Numbered) => one.line.seq - other.line.seq

type Placed = { readonly rowid: number }
const byRow = (one: Placed, other: Placed) => one.rowid - other.rowid

/** Rows are told apart by what is in them. Indexes have no row numbers and are passed over. */
function take(found: Found, row: FoundRow, key: Buffer): void {
  const { rowid, values, isCurrent } = row
  if (rowid === null) return
  const [first, second] = values
  if (values.length === 2 && typeof first === 'string' && typeof second === 'string') {
    if (isCurrent || !found.facts.has(first)) found.facts.set(first, second)
  } else if (values.length === 2 && first === null && typeof second === 'string') {
    if (isCurrent) found.highWaterDigest = second
  } else if (first === 'table' || first === 'index') {
    // What SQLite itself says of its tables.
    found.hasDigestTable ||= second === 'mark_digest'
  } else {
    const opened = opens(found, rowid, row, key)
    if (opened === false && isCurrent) found.unopened += 1
  }
}

/** Whether a row of a sealed table opened; null for a row of none. */
function opens(found: Found, rowid: number, { values, isCurrent }: FoundRow, key: Buffer): boolean | null {
  if (values.length === 5) return takeLine(found, rowid, values, key)
  if (values.length === 6) return takeAttempt(found, rowid, values, isCurrent, key)
  return values.length === 2 && Buffer.isBuffer(values[0])
    ? takeHighWater(found, values, isCurrent, key)
    : null
}

function openText(key: Buffer, sealed: unknown, place: string): unknown {
  const text = Buffer.isBuffer(sealed) ? unseal(key, sealed, place) : null
  return text === null ? null : attemptParse(text)
}

function attemptParse(text: string): unknown {
  const parsed = attemptWork<unknown>(() => JSON.parse(text))
  return parsed.ok ? parsed.value : null
}

function takeLine(found: Found, seq: number, values: FoundRow['values'], key: Buffer): boolean {
  const [, , , sealed, hash] = values
  const line = formerLineSchema.safeParse(openText(key, sealed, `event ${seq}`))
  if (!line.success || line.data.seq !== seq || typeof hash !== 'string') return false
  found.lines.set(seq, { line: line.data, hash })
  return true
}

function takeAttempt(
  found: Found,
  rowid: number,
  [index, , , , , sealed]: FoundRow['values'],
  isCurrent: boolean,
  key: Buffer,
): boolean {
  if (!Buffer.isBuffer(index)) return false
  const row = formerAttemptSchema.safeParse(openText(key, sealed, `attempt ${index.toString('hex')}`))
  if (!row.success) return false
  const { marker } = row.data.intent
  const known = found.rows.get(marker)
  if (!index.equals(blindIndex(key, 'attempt', marker))) return false
  // Of an older page's row nobody knows how old it is.
  if (known === undefined || (isCurrent && !known.isCurrent))
    found.rows.set(marker, { rowid, row: row.data, isCurrent })
  return true
}

function takeHighWater(
  found: Found,
  [index, sealed]: FoundRow['values'],
  isCurrent: boolean,
  key: Buffer,
): boolean {
  if (!Buffer.isBuffer(index)) return false
  const hex = index.toString('hex')
  const value = formerHighWaterSchema.safeParse(openText(key, sealed, `mark ${hex}`))
  if (!value.success) return false
  const known = found.highWater.get(hex)
  if (known === undefined || isCurrent) found.highWater.set(hex, value.data)
  return true
}
