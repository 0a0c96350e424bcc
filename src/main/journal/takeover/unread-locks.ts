/**
 * What cannot be opened still locks (refund-protocol.md 12): the locks that stand unsealed in an old journal or in the
 * keychain and that nothing which was taken over explains. Pure.
 */
import type { AttemptEvent } from '../../../shared/attempt'
import type { PaymentEvent, TillEvent } from '../../../shared/journal-events'
import { isUndecided } from '../../../shared/refund'
import { lockDigits } from '../head-entry'
import { lockHash } from '../journal-line'
import type { Carried } from './carried-lines'
import { type ChosenRecord, lockedAgain, type Orphan } from './choose-records'
import { eventOf, missingLines } from './old-journal'
import { isOrphan, type RankedJournal } from './rank-journals'

type Unread = Extract<PaymentEvent, { kind: 'locked_unread' }>
type NotRead = Extract<TillEvent, { kind: 'could_not_be_read' }>

export type UnreadLocks = {
  /** As they were chosen, but for those that something readable says are still open: locked again. */
  readonly records: ReadonlyMap<string, ChosenRecord>
  readonly locks: readonly Unread[]
  /** Refunds of which not even the payment is known. */
  readonly alarms: readonly NotRead[]
}

export type UnreadDeps = {
  /** The journals whose locks count, newest last. */
  readonly journals: readonly RankedJournal[]
  readonly records: ReadonlyMap<string, ChosenRecord>
  readonly orphans: readonly Orphan[]
  readonly carried: readonly Carried[]
  /** The highest number of a service that is known. */
  readonly services: number
  readonly now: number
}

export function unreadLocks(deps: UnreadDeps): UnreadLocks {
  const records = new Map(deps.records)
  const explained = explainedBy(deps)
  const locks: Unread[] = []
  const lockUnread = (lock: Omit<Unread, 'kind' | 'at' | 'services'>, services: number) => {
    locks.push({
      kind: 'locked_unread',
      at: deps.now,
      ...lock,
      services: Math.max(1, services, deps.services),
    })
    explained.add(lock.lock)
  }
  const add = (lock: Omit<Unread, 'kind' | 'at' | 'services'>, services: number) => {
    if (!explained.has(lock.lock)) lockUnread(lock, services)
  }
  for (const ranked of deps.journals) {
    const { openLocks, head } = ranked.journal
    for (const { marker, lock, service, at } of openLocks) {
      const own = records.get(marker)
      const isItsOwn = own !== undefined && lockOf(own.attempt) === lock
      if (!isItsOwn) add({ lock, marker, since: at }, service)
      else if (!isUndecided(own.attempt.state) && own.rank <= ranked.rank) {
        records.set(marker, { ...own, attempt: lockedAgain(own.attempt, deps.now) })
        explained.add(lock)
      }
    }
    const settled = settledSince(ranked, records)
    for (const lock of head?.locks ?? []) {
      const isSettled = settled.some((whole) => whole.startsWith(lock))
      const unread = { lock, marker: '', since: null }
      if (
        !isOrphan(ranked) &&
        mayHideARefund(ranked.journal) &&
        !locks.some((other) => other.lock.startsWith(lock))
      )
        lockUnread(unread, head?.services ?? 0)
      else if (!isSettled) add(unread, head?.services ?? 0)
    }
  }
  const alarms = orphanLocks(deps, add)
  return { records, locks, alarms }
}

/** Hashes that something in the new journal stands for: asked for by a whole one, or by the beginning of one. */
type Explained = { readonly has: (lock: string) => boolean; readonly add: (lock: string) => void }

function explainedBy({ records, carried }: UnreadDeps): Explained {
  const whole = new Set<string>()
  const begun = new Set<string>()
  const add = (lock: string) => {
    whole.add(lock)
    begun.add(lock.slice(0, lockDigits))
  }
  for (const { attempt } of records.values()) if (isUndecided(attempt.state)) add(lockOf(attempt))
  // Also where somebody has released it: the same evidence does not lock again.
  for (const { content } of carried) {
    if (!('payment' in content)) continue
    if (content.payment.kind === 'locked_unread') add(content.payment.lock)
    if (content.payment.kind === 'lowering_returned')
      add(lockHash(content.payment.service, content.payment.id))
  }
  return {
    add,
    // A lock that is known by its beginning alone stands for the whole hash too, and the other way round.
    has: (lock) =>
      whole.has(lock) ||
      whole.has(lock.slice(0, lockDigits)) ||
      (lock.length === lockDigits && begun.has(lock)),
  }
}

/** One that settles an attempt, and the two with which the next one on its payment begins. */
const linesOfAnother = 3

/**
 * Whether the lines that are missing may have settled an attempt that is read as undecided, and begun another on the same
 * payment: then the lock that the keychain knows is perhaps the other's, and the attempt that is read explains nothing.
 */
function mayHideARefund(journal: RankedJournal['journal']): boolean {
  const missing = missingLines(journal)
  return missing === null || missing >= linesOfAnother
}

function lockOf({ intent }: { readonly intent: { readonly service: number; readonly id: string } }): string {
  return lockHash(intent.service, intent.id)
}

/** The locks of attempts that were settled after the head which the keychain keeps of a journal, or in a newer one. */
function settledSince(
  { journal, rank }: RankedJournal,
  records: ReadonlyMap<string, ChosenRecord>,
): readonly string[] {
  const kept = journal.head?.head.seq ?? 0
  const since = new Set(journal.lines.filter(({ seq }) => seq > kept).map(({ marker }) => marker))
  return [...records.values()].flatMap(({ attempt, rank: own }) =>
    own > rank || since.has(attempt.intent.marker) ? [lockOf(attempt)] : [],
  )
}

/** How many refunds one alarm tells of: a line has an end. */
const toldAtOnce = 40

/** Refunds of which some lines opened, but not the one that says what was to be refunded. */
function orphanLocks(
  { orphans, services, now }: UnreadDeps,
  add: (lock: Omit<Unread, 'kind' | 'at' | 'services'>, services: number) => void,
): readonly NotRead[] {
  const told: string[] = []
  for (const { lines } of orphans) {
    const events = lines.map(eventOf)
    const [first] = events
    if (first === undefined) continue
    const marker = lines[0]?.marker ?? ''
    // Whichever service it was: a lock by its id alone is tried against each of them.
    for (const id of isSettled(events) ? [] : paymentsIn(events)) {
      add({ lock: lockHash(1, id), marker, since: first.at }, services)
    }
    told.push(`${marker} of ${new Date(first.at).toISOString()}`)
  }
  const alarms: NotRead[] = []
  for (let from = 0; from < told.length; from += toldAtOnce) {
    const detail = `What was to be refunded is lost: ${told.slice(from, from + toldAtOnce).join(', ')}`
    alarms.push({ kind: 'could_not_be_read', at: now, lines: 0, detail })
  }
  return alarms
}

/** Whatever payments its answers and shows were about: nobody knows which of them is the one. */
function paymentsIn(events: readonly AttemptEvent[]): ReadonlySet<string> {
  const ids = events.flatMap((event) => {
    if (event.kind === 'answered') return event.answer.kind === 'record' ? [event.answer.snapshot.id] : []
    return event.kind === 'checked' && event.check.kind === 'seen' ? [event.check.snapshot.id] : []
  })
  return new Set(ids.filter((id) => id !== ''))
}

/** Whether the last readable line left it settled. What is lost behind it may have said otherwise, but nothing says so. */
function isSettled(events: readonly AttemptEvent[]): boolean {
  // A slip says nothing of the money.
  const last = events.findLast(({ kind }) => kind !== 'slip_made')
  if (last === undefined) return false
  if (last.kind === 'answered' || last.kind === 'checked') return !isUndecided(last.verdict.to)
  return !['intended', 'sending', 'interrupted', 'alarmed', 'acknowledged'].includes(last.kind)
}
