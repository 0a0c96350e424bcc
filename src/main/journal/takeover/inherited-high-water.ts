/** The high-water values that a new journal begins with, lowerings in their order (refund-protocol.md 2 and 12). Pure. */
import type { Attempt } from '../../../shared/attempt'
import { raise, raiseByEvent, raiseTo } from '../../../shared/high-water'
import type { HighWater } from '../../../shared/journal-events'
import type { GivenHighWater } from '../journal-file'
import type { HighWaterRow } from '../journal-rows'
import type { Carried } from './carried-lines'
import type { ChosenRecord } from './choose-records'
import type { RankedJournal } from './rank-journals'

/** The last time that a payment's value was lowered: what was seen before counts no more. */
type Place = { readonly rank: number; readonly seq: number }

type Row = { readonly row: HighWaterRow; readonly rank: number }

/** @param yieldToEventLoop called again and again: there may be a million of them. */
export async function inheritedHighWater(
  journals: readonly RankedJournal[],
  records: Iterable<ChosenRecord>,
  carried: readonly Carried[],
  yieldToEventLoop: () => Promise<void>,
): Promise<readonly GivenHighWater[]> {
  const lowered = lastLowerings(carried)
  const rows = new Map<string, Row[]>()
  for (const { journal, rank } of journals) {
    for (const row of journal.highWater) {
      await yieldToEventLoop()
      const name = nameOf(row)
      const place = lowered.get(name)
      const isOlder = place !== undefined && !isAfter({ rank, seq: (row.lowering ?? 0) + 0.5 }, place)
      if (!isOlder) push(rows, name, { row, rank })
    }
  }
  const values = new Map<string, GivenHighWater>()
  for (const [name, found] of rows) {
    await yieldToEventLoop()
    values.set(name, newestOf(found))
  }
  for (const record of records) {
    await yieldToEventLoop()
    const { service, id, currency } = record.attempt.intent
    const name = nameOf({ service, id })
    const known = values.get(name)
    const raised = raisedBy(record, known?.highWater ?? null, lowered.get(name) ?? null)
    if (raised !== null)
      values.set(name, { service, id, currency: known?.currency || currency, highWater: raised })
  }
  return [...values.values()]
}

function nameOf({ service, id }: { readonly service: number; readonly id: string }): string {
  return `${service} ${id}`
}

function isAfter(one: Place, other: Place): boolean {
  return one.rank > other.rank || (one.rank === other.rank && one.seq > other.seq)
}

function push<T>(groups: Map<string, T[]>, name: string, value: T): void {
  const known = groups.get(name)
  if (known === undefined) groups.set(name, [value])
  else known.push(value)
}

function lastLowerings(carried: readonly Carried[]): ReadonlyMap<string, Place> {
  const lowered = new Map<string, Place>()
  for (const { content, rank, seq } of carried) {
    if ('payment' in content && content.payment.kind === 'lowered') {
      lowered.set(nameOf(content.payment), { rank, seq })
    }
  }
  return lowered
}

/** Of several rows of one payment those that rest on the newest lowering, the highest of them. */
function newestOf(rows: readonly Row[]): GivenHighWater {
  const best = rows.reduce((one, other) => (isAfter(placeOf(other), placeOf(one)) ? other : one))
  const same = rows.filter((row) => !isAfter(placeOf(best), placeOf(row))).map(({ row }) => row)
  const { service, id, currency } = best.row
  return { service, id, currency, highWater: same.reduce<HighWater>(higherOf, best.row) }
}

function placeOf({ row: { lowering }, rank }: Row): Place {
  return { rank: lowering === null ? -2 : rank, seq: lowering ?? 0 }
}

function higherOf(one: HighWater, other: HighWater): HighWater {
  return {
    refunded: Math.max(one.refunded, other.refunded),
    updatedAt: other.updatedAt > one.updatedAt ? other.updatedAt : one.updatedAt,
  }
}

/** What an attempt itself says of its payment, since the payment was last lowered. */
function raisedBy(
  { attempt, history, rank, record }: ChosenRecord,
  known: HighWater | null,
  lowered: Place | null,
): HighWater | null {
  const since = lowered === null ? history : history.filter(({ seq }) => isAfter({ rank, seq }, lowered))
  const start = lowered === null ? raiseByIntent(known, attempt) : known
  const raised = since.reduce<HighWater | null>(
    (value, { event }) => raiseByEvent(value, event, attempt.intent),
    start,
  )
  return lowered !== null || record.isWhole ? raised : raiseBySeen(raised, attempt)
}

function raiseByIntent(known: HighWater | null, { intent }: Attempt): HighWater | null {
  return raise(raiseTo(known, intent.base), intent.before)
}

/** What was seen in lines that are lost. An answer that contradicted itself was seen too: it raises nothing (protocol 2). */
function raiseBySeen(known: HighWater | null, { intent, seen }: Attempt): HighWater | null {
  const { amount } = intent.before
  return amount !== null && seen.highest > amount ? known : raiseTo(known, seen.highest)
}
