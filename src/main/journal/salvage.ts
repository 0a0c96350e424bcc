/**
 * Reads what a new journal goes on from when the old one cannot be used: the newest first line that opens, and every later
 * line that opens (refund-protocol.md 12). The result locks at least what the old journal locked. Nothing is written,
 * removed or renamed.
 */
import type { Attempt } from '../../shared/attempt/attempt'
import { isOnItsWay } from '../../shared/attempt/attempt-states'
import { advance, isUndecided, ofEarlierLines, takeoverPlace } from '../../shared/refund/refund'
import { clearLocks, followLocks, type Lock, lockedUnread, nameOf } from './clear-locks'
import { attemptAfter, attemptIn, carriedOn, emptyFold, type Fold, foldFrom, takeIn } from './fold'
import type { HeadEntry } from './journal-keys'
import { type AttemptLine, chainKey, type JournalLine } from './journal-line'
import type { LineAlarm, Standing, TakenOver } from './journal-types'
import type { Draft } from './log'
import type { RecordFiles } from './record-files'
import {
  attemptLockHash,
  filesOf,
  firstLineOf,
  givenLines,
  headAfter,
  linesOf,
  openLocks,
  paymentLockHash,
  type RawLine,
  type RecordJournal,
  unreadable,
} from './segment'

export type SalvageSource = {
  readonly files: RecordFiles
  /** The journal that was in force; null when unknown. */
  readonly journal: string | null
  /** Null when it is lost: then only the unsealed locks are read. */
  readonly key: Buffer | null
  /** The keychain's head entry; null when it has none that can be read. */
  readonly kept: HeadEntry | null
  /** The journal that the credentials name, with the locks that the keychain has of it; null, or none, where they name none. */
  readonly noted?: { readonly id: string; readonly kept: HeadEntry | null } | null
  /** Called repeatedly while files are read, to yield to the event loop. */
  readonly yieldToEventLoop: () => Promise<void>
  /** Milliseconds since 1970. */
  readonly now: number
}

export type Salvaged = {
  /** The journals that the new one goes on from, oldest first. */
  readonly earlier: readonly string[]
  /** The number of the newest file that each of these had, as far as the old journal knew: its own, and what it had noted. */
  readonly ends: readonly number[]
  /** What needs no line of its own, because it is older than any line of the new journal. */
  readonly carried: Carried
  /** The lines to go on with: practice services, attempts in the order of `takeoverPlace`, then locks and alarms. */
  readonly lines: readonly Draft[]
  /** `missing`: lines up to the kept head that open nowhere. */
  readonly taken: TakenOver
}

/** What a new record has in memory before any line of its own. */
export type Carried = Pick<Fold, 'ran' | 'done' | 'lines'> & Pick<Standing, 'shifts' | 'unread'>

/** A journal as far as it was read. */
type Reading = {
  fold: Fold
  /** Unsealed locks that no line which opened explains, by marker and hash. */
  locks: Map<string, Lock>
  /** Markers of attempts that were open at a gap, whose lines there are unknown. */
  readonly doubtful: Set<string>
  earlier: readonly string[]
  ends: readonly number[]
  /** The number of the newest first line that opens, 1 where none does, and of the last line that opened. */
  began: number
  last: number
  /** The hash of each line that opened and was not given up, by number, and the attempt that was undecided before it. */
  readonly opened: Map<number, { readonly hash: string; readonly held: Attempt | null }>
  /** How many files the disk did not give. Each has a line at the least. */
  hidden: number
  /** The numbers of older lines that open. They are only counted. */
  readonly older: Set<number>
}

/** Reads the old journal. Rejects where a file that may lock something is held by another program. */
export async function salvage(source: SalvageSource): Promise<Salvaged> {
  const { journal, kept, now } = source
  const reading = await readJournal(source)
  const { fold, last, began, opened, earlier, ends, older } = reading
  // The keychain knows another line of that number.
  if (kept !== null && opened.get(kept.head.seq)?.hash !== kept.head.hash) giveUp(reading, kept.head.seq, now)
  const { standing } = fold
  /** How many lines are missing since the first line that carries all that was open: only these may hide a lock. */
  const gap =
    kept === null ? null : Math.max(Math.max(kept.head.seq, last) - began + 1 - opened.size, reading.hidden)
  settleClear(reading, now)
  const known = [...earlier, ...(journal === null ? [] : [journal])]
  const gone = goneRecord(source, known)
  // All lines of a record without files are missing.
  const lost = gone === null ? 0 : (gone.kept?.head.seq ?? null)
  const missing = gap === null || lost === null ? null : gap + began - 1 - older.size + lost
  const own = unreadLocks(reading, kept, gap)
  const locked = new Set([...own, ...openLocks(standing)].map(({ lock }) => lock))
  const unread = [
    ...own,
    ...(gone?.kept?.locks ?? []).filter((lock) => !locked.has(lock)).map((lock) => ({ marker: '', lock })),
  ]
  const { attempts, carried } = goingOn(fold, last, now)
  const undecided = attempts.filter(({ state }) => isUndecided(state)).length
  return {
    earlier: [...(gone === null ? [] : [gone.id]), ...known],
    ends: [
      ...(gone === null ? [] : [0]),
      ...ends,
      ...(journal === null ? [] : [filesOf(source.files, journal).at(-1) ?? 0]),
    ],
    carried,
    lines: [
      ...[...standing.practice].map(
        (address): Draft => ({ till: { kind: 'practice_heard', at: now, address } }),
      ),
      ...attempts.map(
        (attempt): Draft => ({
          marker: attempt.intent.marker,
          event: { kind: 'taken_over', at: now, attempt },
        }),
      ),
      ...standing.locks.map(({ event }): Draft => ({ payment: event })),
      ...unread.map((lock): Draft => ({ payment: lockedUnread(lock, now) })),
      ...standing.alarms.map(toldAgain),
      ...notRead(missing, now),
    ],
    taken: { attempts: attempts.length, undecided, unread: unread.length, missing },
  }
}

async function readJournal(source: SalvageSource): Promise<Reading> {
  const { files, journal, key, now, yieldToEventLoop } = source
  const reading: Reading = {
    ...{ fold: emptyFold(), locks: new Map(), doubtful: new Set(), earlier: [], ends: [] },
    ...{ began: 1, last: 0, opened: new Map(), hidden: 0, older: new Set() },
  }
  if (journal === null) return reading
  const own = { id: journal, key }
  const chain = key === null ? null : chainKey(key)
  // Without a key no line opens.
  const numbers = key === null ? [] : filesOf(files, journal)
  const { number: from, seq: began } = await newestFirstLine(source, own, numbers)
  reading.began = began
  for (const number of numbers.filter((each) => each >= from)) {
    for (const raw of linesOf(files, own, number)) {
      await yieldToEventLoop()
      const line = raw.line()
      const read = reading.opened.get(raw.seq)
      if (line === null) readClear(reading, raw)
      else if (line.seq < began) reading.older.add(line.seq)
      else if (line.seq > reading.last) readLine(reading, raw, line, chain, now)
      // Its file lies behind a later one, so that it is unknown what followed: it may only lock.
      else if (read === undefined) readClear(reading, raw)
      // Skip a copy of what was read already. One that differs shows that what was read had been given up.
      else if (read.hash !== raw.hash) giveUp(reading, line.seq, now)
    }
  }
  // A file before that one has older lines, or lines that were given up, unless it was moved: what nothing else has locks.
  for (const number of numbers.filter((each) => each < from)) {
    for (const raw of givenLines(files, own, number)) {
      await yieldToEventLoop()
      if (raw.seq < began) {
        if (raw.line() !== null) reading.older.add(raw.seq)
      } else if (!reading.opened.has(raw.seq)) readClear(reading, raw)
    }
  }
  // Treat a key that opens nothing as a lost key.
  if (reading.last === 0) {
    reading.locks = new Map(clearLocks(files, journal).map((lock) => [nameOf(lock), lock]))
  }
  return reading
}

/**
 * Returns the number of the newest first line that opens, and of the file that it lies in, whichever that is. Where none opens,
 * all is read from the first line on.
 */
async function newestFirstLine(
  { files, yieldToEventLoop }: SalvageSource,
  journal: RecordJournal,
  numbers: readonly number[],
): Promise<{ readonly number: number; readonly seq: number }> {
  let found = { number: 0, seq: 1 }
  let newest = 0
  for (const number of numbers) {
    await yieldToEventLoop()
    const [raw] = givenLines(files, journal, number)
    const line = firstLineOf(raw)
    if (line === null || line.first.file <= newest) continue
    found = { number, seq: line.seq }
    newest = line.first.file
  }
  return found
}

/** Marks all that is open as doubtful: what the missing lines said of it is unknown. */
function doubtAll({ fold, doubtful }: Reading): void {
  for (const marker of fold.standing.attempts.keys()) doubtful.add(marker)
}

/** Reads the locks of a line that does not open. Only a line that opens may unlock. */
function readClear(reading: Reading, raw: RawLine): void {
  doubtAll(reading)
  if (raw === unreadable) reading.hidden += 1
  for (const lock of raw.locks) if (lock.locks) reading.locks.set(nameOf(lock), lock)
}

/**
 * Takes back a line that was written but never counted, as another of its number or the one after it shows: the file was
 * given up before it was known to be on the disk, and memory went on without it. What it settled is locked again.
 */
function giveUp(reading: Reading, seq: number, now: number): void {
  const { fold, opened } = reading
  const attempt = attemptIn(fold, opened.get(seq)?.held?.intent.marker ?? '')
  if (attempt !== null && !isUndecided(attempt.state)) lockAgain(fold, attempt, now)
  opened.delete(seq)
  doubtAll(reading)
}

function readLine(
  reading: Reading,
  raw: RawLine,
  line: JournalLine,
  chain: Buffer | null,
  now: number,
): void {
  const { seq } = line
  const { last, opened } = reading
  const before = 'event' in line ? attemptIn(reading.fold, line.marker) : null
  const head = { seq: last, hash: opened.get(last)?.hash ?? '' }
  const follows = chain !== null && headAfter(chain, head, raw) !== null
  if ('first' in line) {
    reading.fold = foldFrom(line)
    reading.locks.clear()
    reading.doubtful.clear()
    reading.earlier = line.first.earlier
    reading.ends = line.first.ends
  } else if (!follows) giveUp(reading, seq - 1, now)
  opened.set(seq, { hash: raw.hash, held: before !== null && isUndecided(before.state) ? before : null })
  reading.last = seq
  if ('first' in line) return
  if ('event' in line) {
    readEvent(reading, raw, line, now)
    return
  }
  takeIn(reading.fold, line, null)
}

function readEvent(reading: Reading, raw: RawLine, line: AttemptLine, now: number): void {
  const { fold, locks, doubtful } = reading
  const { marker, event } = line
  const before = attemptIn(fold, marker) ?? line.of ?? null
  const next = stepAfter(fold, line, before)
  if (next.ok && next.value !== null) {
    // What settles it may rest on lost lines, unless a person has looked.
    if (event.kind === 'decided') doubtful.delete(marker)
    const isDoubted = doubtful.has(marker) && !isUndecided(next.value.state)
    const attempt = isDoubted ? lockedAgain(next.value, now) : next.value
    takeIn(fold, line, attempt)
    locks.delete(nameOf({ marker, lock: attemptLockHash(attempt) }))
  } else if (before !== null) takeIn(fold, line, lockedAgain(before, now))
  // The line with the intent is lost.
  else followLocks(locks, raw)
}

/** The attempt after a line. A decision also follows any attempt, because the line that made it unconfirmed may be lost. */
function stepAfter(fold: Fold, line: AttemptLine, before: Attempt | null) {
  const next = attemptAfter(fold, line)
  if (next.ok || before === null || line.event.kind !== 'decided') return next
  return advance({ ...before, state: 'unconfirmed' }, line.event, line.seq, line.ran)
}

/** Drops the unsealed locks that a known attempt or lock explains. A settled attempt with such a lock is locked again. */
function settleClear({ fold, locks }: Reading, now: number): void {
  const known = new Set(fold.standing.locks.map(paymentLockHash))
  for (const [name, { marker, lock }] of locks) {
    const attempt = attemptIn(fold, marker)
    const isOwn = attempt !== null && attemptLockHash(attempt) === lock
    if (isOwn && !isUndecided(attempt.state)) lockAgain(fold, attempt, now)
    if (isOwn || known.has(lock)) locks.delete(name)
  }
}

/**
 * From so many missing lines on, the lock that the keychain knows may be another attempt's: one line settles an attempt, and
 * one begins the next on its payment.
 */
const minLinesOfAnother = 2

function unreadLocks({ fold, locks }: Reading, kept: HeadEntry | null, missing: number | null) {
  const unread: Lock[] = [...locks.values()]
  if (kept === null || missing === 0) return unread
  const mayHide = missing === null || missing >= minLinesOfAnother
  const known = new Set(openLocks(fold.standing).map(({ lock }) => lock))
  for (const lock of kept.locks) {
    if (unread.some((each) => each.lock === lock)) continue
    if (mayHide || !known.has(lock)) unread.push({ marker: '', lock })
  }
  return unread
}

/** The journal that the credentials name, where it has no files, so that none of its lines is known. */
function goneRecord({ files, noted = null }: SalvageSource, known: readonly string[]) {
  return noted === null || known.includes(noted.id) || filesOf(files, noted.id).length > 0 ? null : noted
}

/** Repeats an alarm in the new record. It is no new loss: `carried` has when the sums became unknown. */
function toldAgain({ event }: LineAlarm): Draft {
  return { till: event.kind === 'could_not_be_read' ? { ...event, sumsUnknown: false } : event }
}

function notRead(missing: number | null, at: number): readonly Draft[] {
  if (missing === 0) return []
  const detail =
    missing === null
      ? 'Nobody knows how many lines there were.'
      : `${missing} lines of the record of refunds before this one could not be read.`
  return [{ till: { kind: 'could_not_be_read', at, lines: missing ?? 0, sumsUnknown: true, detail } }]
}

/**
 * Returns what goes on. What may have been sent counts as sent. Recent refunds and open shifts are older than any line of the
 * new journal, so their line numbers become 0 and below. The running time goes on, so that a new record ends no limit.
 */
function goingOn(fold: Fold, last: number, now: number) {
  const { open, fold: next } = carriedOn(fold, now)
  const attempts = [...open.attempts, ...open.beside]
    .sort((one, other) => takeoverPlace(one) - takeoverPlace(other))
    .map((attempt) => ofEarlierLines(attempt, last))
    .map(
      (attempt): Attempt =>
        isOnItsWay(attempt.state) ? { ...attempt, state: 'unconfirmed', since: now } : attempt,
    )
  const done = [...next.done.values()].map(({ told, line, ...each }) => ({
    ...each,
    line: line - last,
    told: { ...told, line: told.line - last },
  }))
  return {
    attempts,
    carried: {
      ran: fold.ran,
      shifts: open.shifts.map((shift) => ({ ...shift, line: shift.line - last })),
      unread: open.unread,
      done: new Map(done.map((each) => [each.marker, each])),
      lines: next.lines.map((each) => ({ ...each, line: each.line - last })),
    },
  }
}

function lockAgain(fold: Fold, attempt: Attempt, now: number): void {
  const event = { kind: 'interrupted', at: attempt.since } as const
  takeIn(
    fold,
    { seq: attempt.line, ran: fold.ran, marker: attempt.intent.marker, event },
    lockedAgain(attempt, now),
  )
}

/** Makes an attempt unconfirmed, whatever its lines say, with the alarm `records_contradict`. */
function lockedAgain(attempt: Attempt, now: number): Attempt {
  const alarms = [...attempt.alarms, { alarm: 'records_contradict', at: now, acknowledged: null } as const]
  const open = { state: 'unconfirmed', since: now, refundedLine: null, watch: null, forPerson: null } as const
  return { ...attempt, ...open, alarms }
}
