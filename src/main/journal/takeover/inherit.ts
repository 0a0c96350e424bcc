/** What of old journals stands in the new one. Pure: it only ever locks more than the old ones said, never less. */

import type { PaymentEvent, TillEvent } from '../../../shared/journal-events'
import { isUndecided } from '../../../shared/refund'
import { takeoverPlace } from '../../../shared/taken-over'
import { lockDigits, mostLocks } from '../head-entry'
import type { GivenHighWater } from '../journal-file'
import { lockHash } from '../journal-line'
import type { ServiceNamed } from '../service-registry'
import type { HistoryLine } from './attempt-record'
import { type Carried, carryLines, tellingJournals } from './carried-lines'
import { type ChosenRecord, chooseRecords } from './choose-records'
import { inheritedHighWater } from './inherited-high-water'
import { missingLines, type OldFile, type OldJournal } from './old-journal'
import { isOrphan, type RankedJournal, rankJournals } from './rank-journals'
import { sortYielding } from './sort-yielding'
import { unreadLocks } from './unread-locks'

export type Inheritance = {
  readonly after: string | null
  readonly files: readonly OldFile[]
  readonly oldHead: OldJournal['head']
  readonly records: readonly ChosenRecord[]
  readonly services: readonly ServiceNamed[]
  readonly carried: readonly Carried[]
  /** New lines, after all that was carried on. */
  readonly locks: readonly Extract<PaymentEvent, { kind: 'locked_unread' }>[]
  readonly alarms: readonly Extract<TillEvent, { kind: 'could_not_be_read' }>[]
  readonly highWater: readonly GivenHighWater[]
  readonly missing: number | null
}

export type InheritDeps = {
  readonly journals: readonly OldJournal[]
  /** The name of the journal that was in force last; null when nobody knows. */
  readonly inForce: string | null
  readonly now: number
  /** Called again and again: there may be hundreds of thousands of refunds. */
  readonly yieldToEventLoop: () => Promise<void>
}

export async function inherit(deps: InheritDeps): Promise<Inheritance> {
  const { journals, inForce, now } = deps
  const ranked = rankJournals(journals, inForce)
  const telling = tellingJournals(ranked)
  const chosen = await chooseRecords(ranked, now, deps.yieldToEventLoop)
  const attempts = [...chosen.records.values()].map(({ attempt }) => attempt)
  const { lines: carried, services } = carryLines(ranked, attempts)
  const highest = highestService(deps, services)
  // What an orphan locked and nobody knows more of stays locked: it may have been in force.
  const locking = ranked.filter((each) => isOrphan(each) || telling.includes(each))
  const unread = unreadLocks({ ...chosen, journals: locking, carried, services: highest, now })
  const last = journals.find(({ name }) => name === inForce) ?? null
  const missing = last === null || ranked.some(isUnreadOrphan) ? null : missingLines(last)
  const records = [...unread.records.values()]
  return {
    after: inForce,
    files: journals.flatMap(({ files }) => files),
    oldHead: last?.head ?? null,
    records,
    services,
    carried,
    locks: unread.locks,
    alarms: [...notRead(missing, now), ...unread.alarms],
    highWater: await inheritedHighWater(telling, records, carried, deps.yieldToEventLoop),
    missing,
  }
}

/** Nobody knows whether it was ever in force, and what was done then. */
function isUnreadOrphan(ranked: RankedJournal): boolean {
  const { files, lines } = ranked.journal
  return isOrphan(ranked) && files.length > 0 && lines.length === 0
}

function highestService({ journals }: InheritDeps, services: readonly ServiceNamed[]): number {
  const heads = journals.map(({ head }) => head?.services ?? 0)
  return Math.max(0, ...heads, ...services.map(({ service }) => service))
}

function notRead(missing: number | null, now: number): Inheritance['alarms'] {
  if (missing === 0) return []
  const detail =
    missing === null
      ? 'Nobody knows how many lines there were.'
      : `${missing} lines of the record of refunds before this one could not be read.`
  return [{ kind: 'could_not_be_read', at: now, lines: missing ?? 0, detail }]
}

/** One line of the new journal: of an attempt, what an attempt goes on from, or one that is carried on. */
export type OrderedLine =
  | { readonly history: HistoryLine; readonly of: ChosenRecord }
  | { readonly takenOver: ChosenRecord }
  | { readonly carried: Carried }

type Placed = { readonly rank: number; readonly place: number; readonly line: OrderedLine }

/**
 * All lines in their old order, because what an answer raises and a lowering takes back depends on it. What an attempt
 * goes on from stands where it became what it is (taken-over.ts, `takeoverPlace`), and its own lines before that.
 */
export async function inOldOrder(
  { records, carried }: Pick<Inheritance, 'records' | 'carried'>,
  yieldToEventLoop: () => Promise<void>,
): Promise<readonly OrderedLine[]> {
  const lines: Placed[] = carried.map((each) => ({
    rank: each.rank,
    place: each.seq,
    line: { carried: each },
  }))
  for (const record of records) {
    await yieldToEventLoop()
    const { rank } = record
    const last = takeoverPlace(record.record.attempt)
    for (const history of record.history) {
      lines.push({ rank, place: Math.min(history.seq, last), line: { history, of: record } })
    }
    // After its last line, and before whatever came next.
    lines.push({ rank, place: last + 0.5, line: { takenOver: record } })
  }
  const ordered = await sortYielding(
    lines,
    (one, other) => one.rank - other.rank || one.place - other.place,
    yieldToEventLoop,
  )
  return ordered.map(({ line }) => line)
}

/** The newest locks as the keychain keeps them. */
export function headLocks({ records, carried, locks }: Inheritance): readonly string[] {
  const attempts = records
    .filter(({ attempt }) => isUndecided(attempt.state))
    .map(({ attempt: { intent, createdAt } }) => ({
      at: createdAt,
      lock: lockHash(intent.service, intent.id),
    }))
  const released = new Set(carried.flatMap(({ ends, content }) => (isWholeRelease(content) ? [ends] : [])))
  const others = [
    ...carried.flatMap(({ key, content }) =>
      'payment' in content && !released.has(key) ? [content.payment] : [],
    ),
    ...locks,
  ]
  const all = [...attempts, ...others.flatMap(lockOf)].sort((one, other) => other.at - one.at)
  return [...new Set(all.map(({ lock }) => lock.slice(0, lockDigits)))].slice(0, mostLocks)
}

/** One at a single service leaves the lock at all others. */
function isWholeRelease(content: Carried['content']): boolean {
  return 'payment' in content && content.payment.kind === 'released' && content.payment.address === undefined
}

function lockOf(event: PaymentEvent): readonly { readonly at: number; readonly lock: string }[] {
  if (event.kind === 'locked_unread') return [{ at: event.since ?? event.at, lock: event.lock }]
  return event.kind === 'lowering_returned' ? [{ at: event.at, lock: lockHash(event.service, event.id) }] : []
}
