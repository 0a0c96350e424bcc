/**
 * What a new journal goes on from where the old one cannot be used: the newest first line that opens, and every line after
 * it that opens (refund-protocol.md 12). It only ever locks more than the old one said, never less. Nothing is written,
 * removed or renamed.
 */
import type { Attempt } from '../../shared/attempt/attempt'
import { isOnItsWay } from '../../shared/attempt/attempt-states'
import type { PaymentEvent } from '../../shared/refund/journal-events'
import { advance, isUndecided } from '../../shared/refund/refund'
import { ofEarlierLines, takeoverPlace } from '../../shared/refund/taken-over'
import { attemptAfter, attemptIn, carriedOn, emptyFold, type Fold, foldFrom, takeIn } from './fold'
import type { HeadEntry } from './journal-keys'
import type { AttemptLine, JournalLine } from './journal-line'
import type { LineAlarm, Standing, TakenOver } from './journal-types'
import type { Draft } from './log'
import type { RecordFiles } from './record-files'
import {
  attemptLockHash,
  type ClearLock,
  filesOf,
  firstLineOf,
  linesOf,
  openLocks,
  paymentLockHash,
  type RawLine,
} from './segment'

export type SalvageSource = {
  readonly files: RecordFiles
  /** The journal that was in force; null when nobody knows. */
  readonly journal: string | null
  /** Null when it is lost: then only what stands in the clear is read. */
  readonly key: Buffer | null
  /** What the keychain knew of it; null when it has nothing that can be read. */
  readonly kept: HeadEntry | null
  /** Called again and again while files are read: it yields to the event loop. */
  readonly yieldToEventLoop: () => Promise<void>
  /** Milliseconds since 1970. */
  readonly now: number
}

export type Salvaged = {
  /** The journals that the new one goes on from, oldest first. */
  readonly earlier: readonly string[]
  /** What needs no line of its own: it is older than any line of the new journal. */
  readonly carried: Carried
  /** What goes on: attempts in the order in which they became what they are, then locks and alarms. */
  readonly lines: readonly Draft[]
  /** `missing`: lines up to the kept head that open nowhere. */
  readonly taken: TakenOver
}

/** What a new record begins with before any line of its own. */
export type Carried = Pick<Fold, 'ran' | 'done' | 'lines'> & Pick<Standing, 'shifts' | 'unread'>

type Lock = Pick<ClearLock, 'marker' | 'lock'>
export const nameOf = ({ marker, lock }: Lock) => `${marker} ${lock}`

/** What was read of a journal. */
type Reading = {
  fold: Fold
  /** Locks in the clear that nothing which opened explains, by marker and hash. */
  locks: Map<string, Lock>
  /** What of these was written behind a gap is not known. */
  readonly doubtful: Set<string>
  earlier: readonly string[]
  /** The numbers of the first line that was looked for and of the last that opened, and how many did. */
  began: number
  last: number
  opened: number
  /** The numbers of lines in older files that open: they are only counted. */
  readonly older: Set<number>
}

/** Rejects with what the disk throws. */
export async function salvage(source: SalvageSource): Promise<Salvaged> {
  const { journal, kept, now } = source
  const reading = await readJournal(source)
  const { fold, last, began, opened, earlier, older } = reading
  const { standing } = fold
  /** What is missing since the first line that carries all that stood open then: only that may hide a lock. */
  const gap = kept === null ? null : Math.max(kept.head.seq, last) - began + 1 - opened
  const missing = gap === null ? null : gap + began - 1 - [...older].filter((seq) => seq < began).length
  settleClear(reading, now)
  const unread = unreadLocks(reading, kept, gap)
  const { attempts, carried } = goingOn(fold, last, now)
  const undecided = attempts.filter(({ state }) => isUndecided(state)).length
  return {
    earlier: [...earlier, ...(journal === null ? [] : [journal])],
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

export const lockedUnread = ({ marker, lock }: Lock, at: number): PaymentEvent => ({
  kind: 'locked_unread',
  ...{ at, lock, marker },
})

/** What a journal's lines say in the clear: of one without a key, and of one that this till knows nothing of. */
export function clearLocks(files: RecordFiles, id: string): readonly Lock[] {
  const journal = { id, key: null }
  const numbers = filesOf(files, id)
  const begins = numbers.findLast((number) => {
    const [raw] = linesOf(files, journal, number)
    return raw !== undefined && raw.hash !== ''
  })
  const locks = new Map<string, Lock>()
  for (const number of numbers.filter((each) => each >= (begins ?? 0))) {
    for (const { locks: each } of linesOf(files, journal, number)) {
      for (const lock of each) {
        if (lock.locks) locks.set(nameOf(lock), lock)
        else locks.delete(nameOf(lock))
      }
    }
  }
  return [...locks.values()]
}

async function readJournal(source: SalvageSource): Promise<Reading> {
  const { files, journal, key, now, yieldToEventLoop } = source
  const reading: Reading = {
    ...{ fold: emptyFold(), locks: new Map(), doubtful: new Set(), earlier: [] },
    ...{ began: 1, last: 0, opened: 0, older: new Set() },
  }
  if (journal === null) return reading
  const own = { id: journal, key }
  const numbers = filesOf(files, journal)
  const begins = numbers.findLast((number) => {
    const [raw] = linesOf(files, own, number)
    return firstLineOf(raw)?.first.file === number
  })
  for (const number of numbers) {
    for (const raw of linesOf(files, own, number)) {
      await yieldToEventLoop()
      const line = raw.line()
      if (number < (begins ?? numbers.at(-1) ?? 0)) {
        if (line !== null) reading.older.add(raw.seq)
      } else if (line === null) readClear(reading, raw)
      // Not a copy of what was read already.
      else if (line.seq > reading.last) readLine(reading, raw, line, now)
    }
  }
  // A key that opens nothing is as good as none.
  if (reading.opened === 0) {
    reading.locks = new Map(clearLocks(files, journal).map((lock) => [nameOf(lock), lock]))
  }
  return reading
}

/** From here on nobody knows what was written of whatever stands open. */
function doubtAll({ fold, doubtful }: Reading): void {
  for (const marker of fold.standing.attempts.keys()) doubtful.add(marker)
}

/** A line that does not open. Only what opens may unlock. */
function readClear(reading: Reading, raw: RawLine): void {
  doubtAll(reading)
  for (const lock of raw.locks) if (lock.locks) reading.locks.set(nameOf(lock), lock)
}

function readLine(reading: Reading, raw: RawLine, line: JournalLine, now: number): void {
  const { seq } = line
  if ('first' in line) {
    reading.fold = foldFrom(line)
    reading.locks.clear()
    reading.doubtful.clear()
    if (reading.opened === 0) reading.began = seq
    Object.assign(reading, { earlier: line.first.earlier, opened: reading.opened + 1, last: seq })
    return
  }
  if (seq > reading.last + 1) doubtAll(reading)
  Object.assign(reading, { opened: reading.opened + 1, last: seq })
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
    // What settles it may rest on lines that are lost; a person has looked.
    if (event.kind === 'decided') doubtful.delete(marker)
    const isDoubted = doubtful.has(marker) && !isUndecided(next.value.state)
    const attempt = isDoubted ? lockedAgain(next.value, now) : next.value
    takeIn(fold, line, attempt)
    locks.delete(nameOf({ marker, lock: attemptLockHash(attempt) }))
  } else if (before !== null) takeIn(fold, line, lockedAgain(before, now))
  else {
    // The line that says what was to be refunded is lost.
    for (const lock of raw.locks) {
      if (lock.locks) locks.set(nameOf(lock), lock)
      else locks.delete(nameOf(lock))
    }
  }
}

/** A person only ever decides what is unconfirmed: the line that made it so may be lost. */
function stepAfter(fold: Fold, line: AttemptLine, before: Attempt | null) {
  const next = attemptAfter(fold, line)
  if (next.ok || before === null || line.event.kind !== 'decided') return next
  return advance({ ...before, state: 'unconfirmed' }, line.event, line.seq)
}

/** What opened explains its own lock in the clear; an attempt that the clear part says is undecided stays so. */
function settleClear({ fold, locks }: Reading, now: number): void {
  const known = new Set(fold.standing.locks.map(paymentLockHash))
  for (const [name, { marker, lock }] of locks) {
    const attempt = attemptIn(fold, marker)
    const isOwn = attempt !== null && attemptLockHash(attempt) === lock
    if (isOwn && !isUndecided(attempt.state)) {
      const event = { kind: 'interrupted', at: attempt.since } as const
      takeIn(fold, { seq: attempt.line, marker, event }, lockedAgain(attempt, now))
    }
    if (isOwn || known.has(lock)) locks.delete(name)
  }
}

/**
 * One line that settles an attempt, and one with which the next one on its payment begins: where so many are missing, the
 * lock that the keychain knows is perhaps the other's.
 */
const linesOfAnother = 2

function unreadLocks({ fold, locks }: Reading, kept: HeadEntry | null, missing: number | null) {
  const unread: Lock[] = [...locks.values()]
  if (kept === null || missing === 0) return unread
  const mayHide = missing === null || missing >= linesOfAnother
  const known = new Set(openLocks(fold.standing).map(({ lock }) => lock))
  for (const lock of kept.locks) {
    if (unread.some((each) => each.lock === lock)) continue
    if (mayHide || !known.has(lock)) unread.push({ marker: '', lock })
  }
  return unread
}

/** `carried` has when the sums became unknown: the same alarm in another record is no new loss. */
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
 * What may have been sent counts as sent. What was done lately, and shifts that nobody has closed, are older than any line of
 * the new journal: numbers of its lines become 0 and below. The running time goes on, so that a new record ends no limit.
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

/** Locked until somebody has looked, whatever the lines say of it. */
function lockedAgain(attempt: Attempt, now: number): Attempt {
  const alarms = [...attempt.alarms, { alarm: 'records_contradict', at: now, acknowledged: null } as const]
  const open = { state: 'unconfirmed', since: now, refundedLine: null, watch: null, forPerson: null } as const
  return { ...attempt, ...open, alarms }
}
