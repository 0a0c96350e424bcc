/** Of all that the old journals say of each attempt, what the new one goes on from (refund-protocol.md 12). Pure. */
import type { Attempt } from '../../../shared/attempt'
import { eventAtStart, isUndecided } from '../../../shared/refund'
import { longestLine } from '../journal-line'
import { type AttemptRecord, type HistoryLine, missingIn, recordOf } from './attempt-record'
import type { OldJournal, ReadableLine } from './old-journal'
import { type RankedJournal, wholeNewest } from './rank-journals'

export type ChosenRecord = {
  readonly record: AttemptRecord
  readonly rank: number
  /** What the new journal goes on from; never *intended* or *sending*. */
  readonly attempt: Attempt
  readonly history: readonly HistoryLine[]
}

type RankedRecord = AttemptRecord & { readonly rank: number }

/** Lines of an attempt of which nobody knows any more what was to be refunded. */
export type Orphan = { readonly journal: OldJournal; readonly lines: readonly ReadableLine[] }

export type Chosen = {
  readonly records: ReadonlyMap<string, ChosenRecord>
  readonly orphans: readonly Orphan[]
}

/**
 * @param now milliseconds since 1970. @param yieldToEventLoop called again and again: there may be hundreds of thousands.
 */
export async function chooseRecords(
  ranked: readonly RankedJournal[],
  now: number,
  yieldToEventLoop: () => Promise<void>,
): Promise<Chosen> {
  const byMarker = new Map<string, RankedRecord[]>()
  const orphans = new Map<string, Orphan>()
  for (const { journal, rank } of [...ranked].reverse()) {
    const { records, orphans: found } = await recordsOf(journal, yieldToEventLoop)
    for (const record of records) {
      const { marker } = record.attempt.intent
      const known = byMarker.get(marker) ?? []
      byMarker.set(marker, [...known, { ...record, rank }])
      await yieldToEventLoop()
    }
    for (const [marker, orphan] of found) if (!orphans.has(marker)) orphans.set(marker, orphan)
  }
  const whole = wholeNewest(ranked)
  const records = new Map<string, ChosenRecord>()
  for (const [marker, found] of byMarker) {
    await yieldToEventLoop()
    orphans.delete(marker)
    const chosen = choose(found, whole)
    records.set(marker, { record: chosen, rank: chosen.rank, ...goOnFrom(chosen, now) })
  }
  return { records, orphans: [...orphans.values()] }
}

async function recordsOf(journal: OldJournal, yieldToEventLoop: () => Promise<void>) {
  const isMissing = missingIn(journal)
  const lines = new Map<string, ReadableLine[]>()
  for (const marker of journal.rows.keys()) lines.set(marker, [])
  for (const line of journal.lines) {
    await yieldToEventLoop()
    if (line.marker === '') continue
    const known = lines.get(line.marker)
    if (known === undefined) lines.set(line.marker, [line])
    else known.push(line)
  }
  const records: AttemptRecord[] = []
  const orphans = new Map<string, Orphan>()
  for (const [marker, own] of lines) {
    await yieldToEventLoop()
    const record = recordOf(journal, own, journal.rows.get(marker) ?? null, isMissing)
    if (record === null) orphans.set(marker, { journal, lines: own })
    else records.push(record)
  }
  return { records, orphans }
}

/** @param found newest journal first, one at least. */
function choose(found: readonly RankedRecord[], whole: OldJournal | null): RankedRecord {
  const [first, ...others] = found
  if (first === undefined) throw new Error('An attempt without a record')
  if (first.journal === whole) return first
  const equals = others.filter(({ rank }) => rank === first.rank)
  // One that never came into force says nothing against one that did.
  const rivals = first.isSure ? equals : others.filter(({ rank }) => rank >= 0 || rank === first.rank)
  if (rivals.every((other) => agrees(first, other))) return longest([first, ...equals])
  const locked = [first, ...rivals].find(({ attempt }) => isUndecided(attempt.state)) ?? first
  return { ...locked, contradicts: true }
}

function agrees(one: RankedRecord, other: RankedRecord): boolean {
  return one.attempt.state === other.attempt.state && one.attempt.intent.id === other.attempt.intent.id
}

function longest(records: readonly RankedRecord[]): RankedRecord {
  return records.reduce((best, each) => (each.history.length > best.history.length ? each : best))
}

/** What was on its way when the old journal ends counts as sent: what came after its last readable line is lost. */
function goOnFrom(
  { attempt, history, contradicts }: AttemptRecord,
  now: number,
): Pick<ChosenRecord, 'attempt' | 'history'> {
  if (contradicts) return { attempt: lockedAgain(attempt, now), history }
  if (eventAtStart(attempt.state, now) === null) return { attempt: fitting(attempt), history }
  return { attempt: { ...fitting(attempt), state: 'unconfirmed', since: now }, history }
}

/** Locked until somebody has looked, whatever the records say of it. */
export function lockedAgain(attempt: Attempt, now: number): Attempt {
  const alarms = [...attempt.alarms, { alarm: 'records_contradict', at: now, acknowledged: null } as const]
  return {
    ...fitting(attempt),
    state: 'unconfirmed',
    since: now,
    refundedLine: null,
    watch: null,
    forPerson: null,
    alarms,
  }
}

/** As much of a refusal's words as a line has room for beside all else. */
const longestRefusal = 2000

/** The line that takes an attempt over holds all of it, so the service's own words may have to be cut. */
function fitting(attempt: Attempt): Attempt {
  const { refusal } = attempt
  if (refusal === null || Buffer.byteLength(JSON.stringify(attempt)) < longestLine - 1024) return attempt
  return { ...attempt, refusal: { ...refusal, message: refusal.message.slice(0, longestRefusal) } }
}
