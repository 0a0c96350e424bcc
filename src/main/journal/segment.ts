/**
 * One file of the record: text lines, each sealed and chained.
 *
 *     <number> <locks> <hash> <sealed text, base64>\n
 *
 * `locks` can be read without a key. `+R-…:16 digits`: the payment with this hash is locked from this line on;
 * `-R-…:16 digits`: it no longer is; `.`: the line changes no lock. The first line of a file lists all locks. Each line opens
 * alone, so damage costs only the lines that it hits.
 */

import type { Attempt } from '../../shared/attempt/attempt'
import { isUndecided } from '../../shared/refund/refund'
import { attemptWork } from '../system/database'
import { isHeld } from '../system/files'
import { seal, unseal } from '../system/sealing'
import {
  chainHash,
  chainKey,
  type FirstLine,
  type Head,
  type JournalLine,
  journalLineSchema,
  lockHash,
} from './journal-line'
import type { PaymentLock, Standing } from './journal-types'
import type { RecordFiles } from './record-files'

/** How many hexadecimal digits of a lock's hash are written unsealed and in the keychain. */
const lockDigits = 16

/** One journal whose files are in the folder. `key`: null when it is lost, and then none of its lines opens. */
export type RecordJournal = { readonly id: string; readonly key: Buffer | null }

/** A journal's id and secrets. */
export type RecordKeys = { readonly id: string; readonly key: Buffer; readonly chain: Buffer }

export function recordKeys(id: string, key: Buffer): RecordKeys {
  return { id, key, chain: chainKey(key) }
}

/** Up to 15 digits, which a number holds exactly: a file with more was not made here. */
const name = /^journal-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(\d{6,15})\.log$/

export function segmentName(journal: string, number: number): string {
  return `journal-${journal}-${String(number).padStart(6, '0')}.log`
}

/** Returns the journals that have files, with the numbers of these, smallest first. */
export function segmentsIn(names: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>()
  for (const each of names) {
    const [, journal, number] = name.exec(each) ?? []
    if (journal !== undefined) found.set(journal, [...(found.get(journal) ?? []), Number(number)])
  }
  for (const numbers of found.values()) numbers.sort((one, other) => one - other)
  return found
}

/** An unsealed part of a line: which attempt and payment it locks, or no longer locks. */
export type ClearLock = { readonly locks: boolean; readonly marker: string; readonly lock: string }

const clearLock = /([+-])(R-[0-9A-Z]{10})?:([0-9a-f]{16})/g

function readLocks(text: string): readonly ClearLock[] {
  return [...text.matchAll(clearLock)].map(([, sign, marker = '', lock = '']) => ({
    locks: sign === '+',
    marker,
    lock,
  }))
}

const writeLock = (sign: '+' | '-', marker: string, lock: string) => `${sign}${marker}:${lock}`

/** The digits of an attempt's lock that are written unsealed. */
export const attemptLockHash = ({ intent }: Attempt) => lockHash(intent.id).slice(0, lockDigits)

/** The same of a lock without an attempt. */
export const paymentLockHash = ({ event }: PaymentLock) =>
  (event.kind === 'locked_unread' ? event.lock : lockHash(event.id)).slice(0, lockDigits)

/** The unsealed lock of an attempt's line. */
export function attemptLock(attempt: Attempt): string {
  return writeLock(isUndecided(attempt.state) ? '+' : '-', attempt.intent.marker, attemptLockHash(attempt))
}

/** Returns everything that locks, newest last, as a first line and the keychain keep it. */
export function openLocks(standing: Standing): readonly ClearLock[] {
  const attempts = [...standing.attempts.values()]
    .filter(({ state }) => isUndecided(state))
    .map((attempt) => ({ at: attempt.begun, marker: attempt.intent.marker, lock: attemptLockHash(attempt) }))
  const locks = standing.locks.map((lock) => ({
    at: lock.line,
    marker: lock.event.kind === 'locked_unread' ? lock.event.marker : '',
    lock: paymentLockHash(lock),
  }))
  const all = [...attempts, ...locks].sort((one, other) => one.at - other.at)
  // A payment may have been locked twice in the same way; keep one.
  const named = all.map(({ marker, lock }) => [`${marker} ${lock}`, { locks: true, marker, lock }] as const)
  return [...new Map(named).values()]
}

/** The unsealed locks of a first line. */
export function standingLocks(standing: Standing): string {
  return openLocks(standing)
    .map(({ marker, lock }) => writeLock('+', marker, lock))
    .join(',')
}

const place = (journal: string, seq: number, locks: string, hash: string) =>
  `line ${journal} ${seq} ${locks} ${hash}`

/** Returns a line after `before` as a file has it, with its line feed, and the head after it. */
export function writeLine(
  keys: RecordKeys,
  before: Head,
  { line, text }: { readonly line: JournalLine; readonly text: string },
  locks: string,
): { readonly head: Head; readonly text: string } {
  const hash = chainHash(keys.chain, before.hash, text)
  const clear = locks === '' ? '.' : locks
  const sealed = seal(keys.key, text, place(keys.id, line.seq, clear, hash)).toString('base64')
  return { head: { seq: line.seq, hash }, text: `${line.seq} ${clear} ${hash} ${sealed}\n` }
}

/** A line as it was read from a file. It opens only if every character is as it was written. */
export type RawLine = {
  /** 0 where the line has another form. */
  readonly seq: number
  readonly locks: readonly ClearLock[]
  readonly hash: string
  /** Opens the line at the first call. Null where it does not open. */
  readonly text: () => string | null
  /** Parses the line. Null where it does not open or has another number inside. Most lines are only chained. */
  readonly line: () => JournalLine | null
}

const form = /^(\d{1,15}) (\.|[-+:,R0-9A-Za-z]+) ([0-9a-f]{64}) ([A-Za-z0-9+/]+={0,2})$/

function readRawLine({ id, key }: RecordJournal, lying: string): RawLine {
  const [, number = '', clear = '', hash = '', sealed = ''] = form.exec(lying) ?? []
  const seq = Number(number)
  let opened: string | null | undefined
  function text(): string | null {
    if (opened !== undefined) return opened
    const bytes = Buffer.from(sealed, 'base64')
    const isWhole = number !== '' && key !== null && bytes.toString('base64') === sealed
    opened = isWhole ? unseal(key, bytes, place(id, seq, clear, hash)) : null
    return opened
  }
  return { seq, locks: readLocks(number === '' ? lying : clear), hash, text, line: () => parse(seq, text()) }
}

function parse(seq: number, text: string | null): JournalLine | null {
  const parsed = text === null ? null : attemptWork(() => journalLineSchema.parse(JSON.parse(text)))
  return parsed?.ok === true && parsed.value.seq === seq ? parsed.value : null
}

function* rawLines(journal: RecordJournal, text: string): Generator<RawLine> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from)
    // A last line without its line feed is from a power cut, or damage. It may lack more, so only a whole line opens.
    const of = end < 0 ? { ...journal, key: null } : journal
    yield readRawLine(of, text.slice(from, end < 0 ? text.length : end))
    from = end < 0 ? text.length : end + 1
  }
}

/** Returns the numbers of a journal's files, smallest first. Throws what the disk throws. */
export function filesOf(files: RecordFiles, journal: string): readonly number[] {
  return segmentsIn(files.names()).get(journal) ?? []
}

/** All lines of a file that the disk does not give, as where a sector is bad or a folder is in its place. */
export const unreadable: RawLine = { seq: 0, locks: [], hash: '', text: () => null, line: () => null }

/** Reads the lines of one file; `unreadable` alone where the disk does not give it. Throws where it may be tried again (`isHeld`). */
export function linesOf(files: RecordFiles, journal: RecordJournal, file: number): Iterable<RawLine> {
  try {
    return rawLines(journal, files.read(segmentName(journal.id, file)))
  } catch (error) {
    if (isHeld(error)) throw error
    return [unreadable]
  }
}

/** The same; no lines where another program holds the file for good. */
export function givenLines(files: RecordFiles, journal: RecordJournal, file: number): Iterable<RawLine> {
  const read = attemptWork(() => linesOf(files, journal, file))
  return read.ok ? read.value : []
}

/** How often a held file is tried again in the background: about five minutes of the pace that verify-behind.ts goes on at. */
const maxTries = 6000

/**
 * Reads the lines of one file in the background: yields each time another program holds the file. One that cannot be read has
 * no lines; null where it is held for minutes. The verification reports both (verify-behind.ts).
 * @param unreadTries how often one that the disk does not give is tried again
 */
export function* linesBehind(
  files: RecordFiles,
  journal: RecordJournal,
  file: number,
  unreadTries = 0,
): Generator<'held', Iterable<RawLine> | null> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    try {
      return rawLines(journal, files.readNow(segmentName(journal.id, file)))
    } catch (error) {
      if (!isHeld(error) && tries >= unreadTries) return []
    }
    yield 'held'
  }
  return null
}

/** Reads one line of a file; null where it is not there or cannot be read. */
export function lineOf(files: RecordFiles, journal: RecordJournal, file: number, seq: number) {
  const read = attemptWork(() => files.read(segmentName(journal.id, file)))
  const text = read.ok ? `\n${read.value}` : ''
  const from = text.indexOf(`\n${seq} `)
  const [raw] = from < 0 ? [] : rawLines(journal, text.slice(from + 1, text.indexOf('\n', from + 1) + 1))
  return raw?.line() ?? null
}

/** The line as a file's first; null where it does not open or is another line. */
export function firstLineOf(raw: RawLine | undefined): FirstLine | null {
  const line = raw?.line() ?? null
  return line !== null && 'first' in line ? line : null
}

/** The head of the chain before a file began. */
export const startOf = ({ seq, first }: FirstLine): Head => ({ seq: seq - 1, hash: first.before })

/** The head of the chain after one more line; null where the line does not follow. */
export function headAfter(chain: Buffer, before: Head, raw: RawLine): Head | null {
  const text = raw.seq === before.seq + 1 ? raw.text() : null
  if (text === null || chainHash(chain, before.hash, text) !== raw.hash) return null
  return { seq: raw.seq, hash: raw.hash }
}
