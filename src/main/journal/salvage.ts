/**
 * What a new journal goes on from where the old one cannot be used: the newest first line that opens, and every line after
 * it that opens (refund-protocol.md 12). It only ever locks more than the old one said, never less. Nothing is written,
 * removed or renamed.
 */
import type { Attempt } from '../../shared/attempt'
import { isOnItsWay } from '../../shared/attempt-states'
import type { PaymentEvent, TillEvent } from '../../shared/journal-events'
import { advance, isUndecided } from '../../shared/refund'
import { takeoverPlace } from '../../shared/taken-over'
import { attemptAfter, attemptIn, carriedOn, emptyFold, type Fold, foldFrom, takeIn } from './fold'
import type { HeadEntry } from './journal-keys'
import { type JournalLine, lockHash, longestLine } from './journal-line'
import type { PaymentLock } from './journal-types'
import type { RecordFiles } from './record-files'
import { lockDigits, parseLine, type RawLine, rawLines, segmentName, segmentsIn } from './segment'

export type SalvageSource = {
  readonly files: RecordFiles
  /** The journal that was in force; null when nobody knows. */
  readonly journal: string | null
  /** Null when it is lost: then only what stands in the clear is read. */
  readonly keyOf: (journal: string) => Buffer | null
  /** What the keychain knew of it; null when it has nothing that can be read. */
  readonly kept: HeadEntry | null
  /** Milliseconds since 1970. */
  readonly now: number
  /** Called again and again: there may be a million lines. */
  readonly yieldToEventLoop: () => Promise<void>
}

export type Salvaged = {
  /** The journals that were read, oldest first. */
  readonly earlier: readonly string[]
  /** In the order in which they became what they are. */
  readonly attempts: readonly Attempt[]
  readonly services: readonly TillEvent[]
  readonly payments: readonly PaymentEvent[]
  readonly alarms: readonly TillEvent[]
  /** How many payments stay locked though nobody can read why. */
  readonly unread: number
  /** Lines up to the kept head that did not open; null when nobody knows how many there were. */
  readonly missing: number | null
}

type Unread = Extract<PaymentEvent, { kind: 'locked_unread' }>

/** What was read of one journal. */
type Reading = {
  fold: Fold
  /** Locks in the clear that nothing which opened explains: the hash, by marker and hash. */
  readonly locks: Map<string, { readonly marker: string; readonly lock: string }>
  /** Attempts of which some lines opened, but not the one that says what was to be refunded: when the first was written. */
  readonly orphans: Map<string, number>
  readonly markers: Set<string>
  /** Hashes of what was settled or released, with the number of the line. */
  readonly ended: Map<string, number>
  earlier: readonly string[]
  /** The last line that opened, how many did, and the same since the first line that the fold began with. */
  last: number
  opened: number
  began: number
  openedSince: number
}

const shortLock = (service: number, id: string) => lockHash(service, id).slice(0, lockDigits)
const lockOfAttempt = ({ intent }: Attempt) => shortLock(intent.service, intent.id)

export async function salvage(source: SalvageSource): Promise<Salvaged> {
  const { files, journal, kept, now } = source
  const segments = segmentsIn(files.names())
  const own = await readJournal(source, journal ?? '')
  const known = Math.max(kept?.head.seq ?? 0, own.last)
  const missing = kept === null ? null : known - own.opened
  const missingSince = kept === null ? null : known - own.began + 1 - own.openedSince
  settleClear(own, now)
  const strangers = [...segments.keys()].filter((id) => id !== journal && !own.earlier.includes(id))
  const unread = unreadLocks(own, kept, missingSince)
  for (const id of strangers) {
    const other = await readJournal(source, id)
    for (const each of locksLeft(other)) {
      if (!own.markers.has(each.marker) && !unread.some(({ lock }) => lock === each.lock)) unread.push(each)
    }
  }
  const { standing } = own.fold
  const services = Math.max(1, standing.services.highest, kept?.services ?? defaultServices)
  const told = [...notRead(missing, now), ...orphaned(own, now)]
  return {
    earlier: [...own.earlier, ...strangers, ...(journal === null ? [] : [journal])],
    attempts: attemptsOf(own.fold, now),
    services: servicesOf(own.fold, now),
    payments: [
      ...standing.locks.flatMap(writtenLock),
      ...unread.map(
        ({ marker, lock }): Unread => ({
          kind: 'locked_unread',
          at: now,
          lock,
          marker,
          since: null,
          services,
        }),
      ),
    ],
    alarms: [...standing.alarms.map(({ event }) => event), ...told],
    unread: unread.length,
    missing,
  }
}

/** Where the keychain has lost how many services there were, a lock is tried against so many. */
export const defaultServices = 8

/** The locks of a journal that was never in force here, or is not any more: nobody knows what was done with it. */
export async function locksOfStranger(source: SalvageSource, journal: string) {
  return locksLeft(await readJournal(source, journal))
}

function locksLeft({ fold, locks }: Reading): readonly { readonly marker: string; readonly lock: string }[] {
  const attempts = [...fold.standing.attempts.values()]
    .filter(({ state }) => isUndecided(state))
    .map((attempt) => ({ marker: attempt.intent.marker, lock: lockOfAttempt(attempt) }))
  return [...attempts, ...fold.standing.locks.map(clearOf), ...locks.values()]
}

const clearOf = (lock: PaymentLock) =>
  lock.kind === 'unread'
    ? { marker: lock.marker, lock: lock.lock.slice(0, lockDigits) }
    : { marker: '', lock: shortLock(lock.service, lock.id) }

async function readJournal(
  { files, keyOf, now, yieldToEventLoop }: SalvageSource,
  journal: string,
): Promise<Reading> {
  const reading: Reading = {
    fold: emptyFold(),
    locks: new Map(),
    orphans: new Map(),
    markers: new Set(),
    ended: new Map(),
    earlier: [],
    ...{ last: 0, opened: 0, began: 1, openedSince: 0 },
  }
  const key = journal === '' ? null : keyOf(journal)
  const lines = (number: number) => rawLines(journal, key, files.read(segmentName(journal, number)))
  const ordered = await inOrder(segmentsIn(files.names()).get(journal) ?? [], lines, yieldToEventLoop)
  const doubtful = new Set<string>()
  // A key that opens nothing is as good as none.
  const keyIsLost = ordered.every(({ seq }) => seq === 0)
  for (const { number, until } of ordered) {
    let isFirst = true
    for (const raw of lines(number)) {
      await yieldToEventLoop()
      const line = parseLine(raw.seq, raw.open())
      if (line === null) readClear(reading, doubtful, raw, keyIsLost, isFirst)
      else if (line.seq < until) readLine(reading, doubtful, raw, line, number, now)
      isFirst = false
    }
  }
  return reading
}

type OrderedFile = { readonly number: number; readonly seq: number; readonly until: number }

/** By the first line of each that opens: somebody may have changed their names. `until`: where the next one begins. */
async function inOrder(
  numbers: readonly number[],
  linesOf: (number: number) => Iterable<RawLine>,
  yieldToEventLoop: () => Promise<void>,
): Promise<readonly OrderedFile[]> {
  const found: { readonly number: number; readonly seq: number; readonly begins: number | null }[] = []
  let seq = 0
  for (const number of numbers) {
    let begins: number | null = null
    for (const raw of linesOf(number)) {
      await yieldToEventLoop()
      const line = parseLine(raw.seq, raw.open())
      if (line === null) continue
      seq = line.seq
      begins = 'first' in line && line.first.file === number ? line.seq : null
      break
    }
    found.push({ number, seq, begins })
  }
  return found
    .map(({ number, seq: own }, place) => {
      const later = found.slice(place + 1).flatMap(({ begins }) => begins ?? [])
      return { number, seq: own, until: Math.min(Number.POSITIVE_INFINITY, ...later) }
    })
    .sort((one, other) => one.seq - other.seq || one.number - other.number)
}

/** A line that does not open: from here on nobody knows what was written of whatever stands open. */
function readClear(
  { fold, locks }: Reading,
  doubtful: Set<string>,
  raw: RawLine,
  keyIsLost: boolean,
  isFirst: boolean,
): void {
  for (const marker of fold.standing.attempts.keys()) doubtful.add(marker)
  if (keyIsLost && isFirst) locks.clear()
  for (const { locks: isLocked, marker, lock } of raw.locks) {
    // Without the key nothing shows who wrote it; with it, only what opens may unlock.
    if (isLocked) locks.set(`${marker} ${lock}`, { marker, lock })
    else if (keyIsLost) locks.delete(`${marker} ${lock}`)
  }
}

function readLine(
  reading: Reading,
  doubtful: Set<string>,
  raw: RawLine,
  line: JournalLine,
  file: number,
  now: number,
): void {
  const { seq } = line
  // A copy of what was read already.
  if (seq <= reading.last) return
  if ('first' in line && (line.first.file === file || seq === reading.last + 1)) {
    reading.fold = foldFrom(line)
    reading.earlier = line.first.earlier
    reading.locks.clear()
    doubtful.clear()
    for (const { attempt } of line.first.open.attempts) reading.markers.add(attempt.intent.marker)
    Object.assign(reading, { began: seq, openedSince: 1, opened: reading.opened + 1, last: seq })
    return
  }
  if (seq > reading.last + 1) for (const marker of reading.fold.standing.attempts.keys()) doubtful.add(marker)
  Object.assign(reading, { opened: reading.opened + 1, openedSince: reading.openedSince + 1, last: seq })
  if ('event' in line) readEvent(reading, doubtful, raw, line, now)
  else {
    const before = reading.fold.standing.locks
    takeIn(reading.fold, line, null)
    for (const lock of before) {
      if (!reading.fold.standing.locks.includes(lock)) reading.ended.set(clearOf(lock).lock, seq)
    }
  }
}

function readEvent(
  { fold, locks, orphans, markers, ended }: Reading,
  doubtful: Set<string>,
  raw: RawLine,
  line: Extract<JournalLine, { event: unknown }>,
  now: number,
): void {
  const { marker, event, seq } = line
  const before = attemptIn(fold, marker) ?? line.of ?? null
  const next = stepAfter(fold, line, before)
  if (next.ok && next.value !== null) {
    // What settles it may rest on lines that are lost; a person has looked.
    if (event.kind === 'decided') doubtful.delete(marker)
    const isDoubted = doubtful.has(marker) && !isUndecided(next.value.state)
    const attempt = isDoubted ? lockedAgain(next.value, now) : next.value
    takeIn(fold, line, attempt)
    markers.add(marker)
    locks.delete(`${marker} ${lockOfAttempt(attempt)}`)
    if (!isUndecided(attempt.state)) ended.set(lockOfAttempt(attempt), seq)
    return
  }
  if (before !== null) {
    takeIn(fold, line, lockedAgain(before, now))
    return
  }
  orphans.set(marker, orphans.get(marker) ?? event.at)
  for (const { locks: isLocked, lock } of raw.locks) {
    if (isLocked) locks.set(`${marker} ${lock}`, { marker, lock })
    else locks.delete(`${marker} ${lock}`)
  }
}

/** A person only ever decides what is unconfirmed: the line that made it so may be lost. */
function stepAfter(fold: Fold, line: Extract<JournalLine, { event: unknown }>, before: Attempt | null) {
  const next = attemptAfter(fold, line)
  if (next.ok || before === null || line.event.kind !== 'decided') return next
  return advance({ ...before, state: 'unconfirmed' }, line.event, line.seq)
}

/** What opened explains its own lock in the clear; an attempt that the clear part says is undecided stays so. */
function settleClear({ fold, locks }: Reading, now: number): void {
  const known = fold.standing.locks.map((lock) => clearOf(lock).lock)
  for (const [name, { marker, lock }] of locks) {
    if (known.includes(lock)) locks.delete(name)
    const attempt = attemptIn(fold, marker)
    if (attempt === null || lockOfAttempt(attempt) !== lock) continue
    if (!isUndecided(attempt.state)) put(fold, lockedAgain(attempt, now))
    locks.delete(name)
  }
}

function put(fold: Fold, attempt: Attempt): void {
  const { marker } = attempt.intent
  const line = { seq: attempt.line, marker, event: { kind: 'sending', at: attempt.since } } as const
  takeIn(fold, line, attempt)
}

/**
 * One line that settles an attempt, and two with which the next one on its payment begins: where so many are missing, the
 * lock that the keychain knows is perhaps the other's.
 */
const linesOfAnother = 3

function unreadLocks({ fold, locks, ended }: Reading, kept: HeadEntry | null, missing: number | null) {
  const unread = [...locks.values()]
  if (kept === null || missing === 0) return unread
  const mayHide = missing === null || missing >= linesOfAnother
  const known = new Set([
    ...[...fold.standing.attempts.values()].filter(({ state }) => isUndecided(state)).map(lockOfAttempt),
    ...fold.standing.locks.map((lock) => clearOf(lock).lock),
  ])
  for (const lock of kept.locks) {
    const isEnded = (ended.get(lock) ?? 0) > kept.head.seq
    if (unread.some((each) => each.lock === lock)) continue
    if (mayHide || !(known.has(lock) || isEnded)) unread.push({ marker: '', lock })
  }
  return unread
}

function notRead(missing: number | null, now: number): readonly TillEvent[] {
  if (missing === 0) return []
  const detail =
    missing === null
      ? 'Nobody knows how many lines there were.'
      : `${missing} lines of the record of refunds before this one could not be read.`
  return [{ kind: 'could_not_be_read', at: now, lines: missing ?? 0, detail }]
}

/** How many refunds one alarm tells of: a line has an end. */
const maxToldAtOnce = 40

function orphaned({ orphans }: Reading, now: number): readonly TillEvent[] {
  const told = [...orphans].map(([marker, at]) => `${marker} of ${new Date(at).toISOString()}`)
  const alarms: TillEvent[] = []
  for (let from = 0; from < told.length; from += maxToldAtOnce) {
    const detail = `What was to be refunded is lost: ${told.slice(from, from + maxToldAtOnce).join(', ')}`
    alarms.push({ kind: 'could_not_be_read', at: now, lines: 0, detail })
  }
  return alarms
}

/** What may have been sent counts as sent. */
function attemptsOf(fold: Fold, now: number): readonly Attempt[] {
  const { open } = carriedOn(fold)
  return [...open.attempts, ...open.beside]
    .map(({ attempt }) => attempt)
    .sort((one, other) => takeoverPlace(one) - takeoverPlace(other))
    .map((attempt) =>
      fitting(isOnItsWay(attempt.state) ? { ...attempt, state: 'unconfirmed', since: now } : attempt),
    )
}

/** Locked until somebody has looked, whatever the lines say of it. */
function lockedAgain(attempt: Attempt, now: number): Attempt {
  const alarms = [...attempt.alarms, { alarm: 'records_contradict', at: now, acknowledged: null } as const]
  return {
    ...attempt,
    state: 'unconfirmed',
    since: now,
    refundedLine: null,
    watch: null,
    forPerson: null,
    alarms,
  }
}

/** As much of a refusal's words as a line has room for beside all else. */
const maxRefusal = 2000

function fitting(attempt: Attempt): Attempt {
  const { refusal } = attempt
  if (refusal === null || Buffer.byteLength(JSON.stringify(attempt)) < longestLine - 1024) return attempt
  return { ...attempt, refusal: { ...refusal, message: refusal.message.slice(0, maxRefusal) } }
}

function servicesOf({ standing }: Fold, at: number): readonly TillEvent[] {
  const { names, practice } = standing.services
  const named = [...names].flatMap(([address, numbers]) =>
    numbers.map(
      (service): TillEvent => ({ kind: 'service_named', at, service, address, why: 'taken_over', by: null }),
    ),
  )
  return [...named, ...[...practice].map((address): TillEvent => ({ kind: 'practice_heard', at, address }))]
}

function writtenLock(lock: PaymentLock): readonly PaymentEvent[] {
  if (lock.kind === 'lowering_returned') {
    const { kind, at, service, id, refunded } = lock
    return [{ kind, at, service, id, refunded }]
  }
  const { at, marker, since, services, lock: hash } = lock
  return [{ kind: 'locked_unread', at, lock: hash, marker, since, services }]
}
