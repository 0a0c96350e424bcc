/** A former `journal.db` as a journal of today's format would say the same. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { Attempt, AttemptEvent, Check, Intent, Snapshot } from '../../../shared/attempt'
import { comparableTime } from '../../../shared/high-water'
import type { HighWater } from '../../../shared/journal-events'
import { leadingMarker } from '../../../shared/marker'
import { isUndecided } from '../../../shared/refund'
import { unreachable } from '../../../shared/result'
import { beginWatch } from '../../../shared/watch'
import { addressName } from '../../payments/address-name'
import { type JournalLine, lineText } from '../journal-line'
import type { OldJournal, ReadableLine } from '../takeover/old-journal'
import type { FormerAttempt, FormerAttemptLine, FormerEvent, FormerIntent, FormerLine } from './former-line'
import { advanceFormer } from './former-refund'
import type { FormerJournal } from './read-former'

/** The number of the service that an address names. */
export type NumberOf = (address: string) => number

/**
 * Former journals knew services by their addresses alone: each gets a number where it first stands.
 * @param known the numbers that a journal of today's format has given, by normalised address.
 * @param yieldToEventLoop called again and again: there may be hundreds of thousands of lines.
 */
export async function numberServices(
  journals: readonly FormerJournal[],
  known: ReadonlyMap<string, number>,
  yieldToEventLoop: () => Promise<void>,
): Promise<NumberOf> {
  const numbers = new Map(known)
  let highest = Math.max(0, ...known.values())
  // Few addresses stand in very many lines.
  const met = new Set<string>()
  for (const journal of journals) {
    for (const { serviceAddress } of intentsOf(journal)) {
      await yieldToEventLoop()
      if (met.has(serviceAddress)) continue
      met.add(serviceAddress)
      const name = addressName(serviceAddress)
      if (name === '' || numbers.has(name)) continue
      highest += 1
      numbers.set(name, highest)
    }
  }
  // A till whose keychain was silent wrote no address; nothing was sent there.
  return (address) => numbers.get(addressName(address)) ?? 1
}

function* intentsOf({ lines, rows }: FormerJournal): Generator<FormerIntent> {
  for (const { line } of lines) {
    if ('event' in line && line.event.kind === 'intended') yield line.event.intent
  }
  for (const { intent } of rows) yield intent
}

/** @param yieldToEventLoop called again and again: there may be hundreds of thousands of lines. */
export async function convertFormer(
  journal: FormerJournal,
  numberOf: NumberOf,
  yieldToEventLoop: () => Promise<void>,
): Promise<OldJournal> {
  const lines: ReadableLine[] = []
  const byMarker = new Map<string, FormerAttemptLine[]>()
  const seen = new Map<string, number>()
  for (const { line } of journal.lines) {
    await yieldToEventLoop()
    if ('beginning' in line) {
      lines.push({ seq: 1, marker: '', text: lineText(convertBeginning(line.beginning, journal.lines)) })
      continue
    }
    const { seq, marker } = line
    const own = byMarker.get(marker)
    if (own === undefined) byMarker.set(marker, [line])
    else own.push(line)
    const event = convertEvent(line.event, seen.get(marker) ?? 0, numberOf)
    lines.push({ seq, marker, text: lineText({ seq, marker, event }) })
    const refunded = refundedIn(event)
    if (refunded !== null) seen.set(marker, refunded)
  }
  const newer: Attempt[] = []
  for (const row of journal.rows) {
    await yieldToEventLoop()
    newer.push(...newerThanLines(row, byMarker.get(row.intent.marker) ?? [], numberOf))
  }
  return {
    name: journal.name,
    files: journal.files,
    lines,
    rows: new Map(newer.map((attempt) => [attempt.intent.marker, attempt])),
    highWater: [],
    former: { indexes: null, values: await convertHighWater(journal, yieldToEventLoop) },
    lastLine: lines.at(-1)?.seq ?? 0,
    openLocks: [],
    isFormer: true,
    head: journal.head === null ? null : { head: journal.head, locks: [], services: 0 },
  }
}

async function convertHighWater(
  { highWater }: FormerJournal,
  yieldToEventLoop: () => Promise<void>,
): Promise<ReadonlyMap<string, HighWater>> {
  const values = new Map<string, HighWater>()
  for (const [payment, value] of highWater) {
    await yieldToEventLoop()
    values.set(payment, comparable(value))
  }
  return values
}

/** A former journal said nothing of how far its takeover went: it is whole when no line is missing. */
function convertBeginning(
  beginning: Extract<FormerLine, { beginning: unknown }>['beginning'],
  lines: FormerJournal['lines'],
): JournalLine {
  const { at, supervisor, why, setAside, oldHead, attempts, whole } = beginning
  const last = lines.at(-1)?.line.seq ?? 1
  const known = last === lines.length ? { after: null, last } : {}
  const missing = whole ? 0 : null
  return {
    seq: 1,
    beginning: {
      at,
      by: { supervisor, why },
      ...known,
      files: [...setAside],
      oldHead,
      attempts,
      unread: 0,
      missing,
    },
  }
}

function comparable({ refunded, updatedAt }: { readonly refunded: number; readonly updatedAt: string }) {
  return { refunded: Math.max(0, refunded), updatedAt: comparableTime.test(updatedAt) ? updatedAt : '' }
}

function convertIntent({ mark, ...intent }: FormerIntent, numberOf: NumberOf): Intent {
  return {
    ...intent,
    // Today's journal locks by it, so it is never empty; the former program refunded nothing without one.
    id: intent.id === '' ? intent.marker : intent.id,
    customId: intent.foundBy.kind === 'custom_id' ? intent.foundBy.code : '',
    base: mark,
    service: numberOf(intent.serviceAddress),
  }
}

/** @param seen hundredths that the attempt's own lines last said were refunded: what a person then decided by. */
function convertEvent(event: FormerEvent, seen: number, numberOf: NumberOf): AttemptEvent {
  switch (event.kind) {
    case 'intended':
      return { ...event, intent: convertIntent(event.intent, numberOf) }
    case 'sending':
    case 'cancelled':
    case 'interrupted':
      return event
    case 'answered': {
      const { answer, verdict, at, raw } = event
      const { nothingMoved: _, ...kept } = verdict
      if (answer.kind !== 'record') return { kind: 'answered', at, answer, verdict: kept, raw }
      const { kind, httpStatus, glance: snapshot } = answer
      return { kind: 'answered', at, answer: { kind, httpStatus, snapshot }, verdict: kept, raw }
    }
    case 'looked': {
      const { nothingMoved: _, ...verdict } = event.verdict
      return { kind: 'checked', at: event.at, check: convertLook(event.look), verdict, raw: event.raw }
    }
    case 'decided':
      return { ...event, decision: { ...event.decision, portal: false, refunded: seen } }
    case 'alarmed':
      return { ...event, snapshot: null }
    default:
      return unreachable(event)
  }
}

function convertLook(look: Extract<FormerEvent, { kind: 'looked' }>['look']): Check {
  if (look.kind === 'no_record') return look
  return look.stale ? { kind: 'no_record', detail: 'stale_answer' } : { kind: 'seen', snapshot: look.glance }
}

function refundedIn(event: AttemptEvent): number | null {
  const known = (snapshot: Snapshot) => (snapshot.refunded === null ? null : Math.max(0, snapshot.refunded))
  if (event.kind === 'intended') return event.intent.base
  if (event.kind === 'answered') return event.answer.kind === 'record' ? known(event.answer.snapshot) : null
  if (event.kind === 'checked') return event.check.kind === 'seen' ? known(event.check.snapshot) : null
  return null
}

/**
 * The row, when it is not what the readable lines once added up to: then it was written after lines that are lost. A
 * former row says no line's number, so it gets the one after the last of its attempt that opens.
 */
function newerThanLines(
  row: FormerAttempt,
  lines: readonly FormerAttemptLine[],
  numberOf: NumberOf,
): readonly Attempt[] {
  let attempt: FormerAttempt | null = null
  for (const { event } of lines) {
    const next: FormerAttempt | null = advanceFormer(attempt, event)
    if (next === null) break
    attempt = next
    if (isDeepStrictEqual(attempt, row)) return []
  }
  return [convertRow(row, (lines.at(-1)?.seq ?? 0) + 1, numberOf)]
}

function convertRow(row: FormerAttempt, line: number, numberOf: NumberOf): Attempt {
  const { state, since, createdAt, forPerson, refusal } = row
  const intent = convertIntent(row.intent, numberOf)
  const marker = leadingMarker(intent.before.remark)
  const isWatched = state === 'refused' || row.decision !== null
  return {
    intent,
    state,
    createdAt,
    since,
    line,
    refundedLine: state === 'refunded' ? line : null,
    alarms: row.alarm === null ? [] : [{ alarm: row.alarm, at: since, acknowledged: null }],
    forPerson,
    refusal,
    decision: row.decision === null ? null : { ...row.decision, portal: false, refunded: intent.base },
    watch: isWatched && !isUndecided(state) ? beginWatch(since, line, intent.base) : null,
    seen: { refunded: intent.base, highest: intent.base, markers: marker === null ? [] : [marker] },
    slips: 0,
  }
}
