/**
 * Reads an exported journal as the data that it is (docs/refund-protocol.md), with nothing of the program: lines, what
 * they say about attempts, and whether one may follow the other.
 */
import { isLegalStep } from './states'

type Json = Readonly<Record<string, unknown>>

/** One line: its number and hash, and the event of an attempt, a payment or the till. Or all that could not be read. */
export type JournalLine = {
  readonly seq: number
  readonly last: number
  readonly hash: string
  /** '' when the line is about no attempt. */
  readonly marker: string
  readonly kind: string
  readonly event: Json
}

/** An attempt as its lines tell it. */
export type ToldAttempt = {
  readonly marker: string
  readonly id: string
  readonly amount: number
  readonly base: number
  readonly state: string
  readonly byPerson: boolean
  readonly lines: number
  readonly alarms: number
}

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN
}

function readLine(entry: unknown): JournalLine {
  const { line, hash, unread } = object(entry)
  if (unread !== undefined) {
    const { first, last } = object(unread)
    return { seq: number(first), last: number(last), hash: '', marker: '', kind: 'unread', event: {} }
  }
  const told = object(line)
  const event = object(told.event ?? told.payment ?? told.till ?? told.beginning ?? told.first)
  const kind =
    told.beginning !== undefined ? 'beginning' : told.first !== undefined ? 'first' : text(event.kind)
  const seq = number(told.seq)
  return { seq, last: seq, hash: text(hash), marker: text(told.marker), kind, event }
}

/** Throws for text that is no export. */
export function readExportedLines(exported: string): readonly JournalLine[] {
  const { lines } = object(JSON.parse(exported))
  if (!Array.isArray(lines)) throw new Error('An export without lines')
  return lines.map(readLine)
}

/** The state that a line leads to; null for one that says nothing of it. */
function stateIn({ kind, event }: JournalLine): string | null {
  switch (kind) {
    case 'sending':
      return kind
    case 'interrupted':
      return 'unconfirmed'
    case 'answered':
    case 'checked':
      return text(object(event.verdict).to)
    case 'decided':
      return text(object(event.decision).to)
    case 'taken_over':
      return text(object(event.attempt).state)
    default:
      return null
  }
}

function alarmsAfter(before: number, { kind, event }: JournalLine): number {
  if (kind === 'alarmed') return before + 1
  if (kind === 'taken_over') {
    const { alarms } = object(event.attempt)
    return Array.isArray(alarms) ? alarms.length : 0
  }
  return before + (typeof object(event.verdict).alarm === 'string' ? 1 : 0)
}

function intentOf({ kind, event }: JournalLine): Json | null {
  if (kind === 'sending') return object(event.intent)
  return kind === 'taken_over' ? object(object(event.attempt).intent) : null
}

function next(before: ToldAttempt | null, line: JournalLine): ToldAttempt {
  const intent = intentOf(line)
  const takenOver = object(line.event.attempt)
  const decidedBefore = line.kind === 'taken_over' && object(takenOver).decision !== null
  return {
    marker: line.marker,
    id: before?.id ?? text(intent?.id),
    amount: before?.amount ?? number(intent?.amount),
    base: before?.base ?? number(intent?.base),
    state: stateIn(line) ?? before?.state ?? '',
    byPerson: (before?.byPerson ?? false) || line.kind === 'decided' || decidedBefore,
    lines: (before?.lines ?? 0) + 1,
    alarms: alarmsAfter(before?.alarms ?? 0, line),
  }
}

/** What a first line says stands open. */
function openIn({ event, seq }: JournalLine): readonly ToldAttempt[] {
  const { attempts } = object(event.open)
  if (!Array.isArray(attempts)) throw new Error('A first line without what stands open')
  return attempts.map((attempt) => {
    const marker = text(object(object(attempt).intent).marker)
    return next(null, { seq, last: seq, hash: '', marker, kind: 'taken_over', event: { attempt } })
  })
}

/** Folds the lines; `faults` has a sentence for each that cannot follow the one before. */
export function foldLines(lines: readonly JournalLine[]): {
  readonly attempts: ReadonlyMap<string, ToldAttempt>
  readonly faults: readonly string[]
} {
  const attempts = new Map<string, ToldAttempt>()
  const faults: string[] = []
  /** Told of before lines that could not be read: nobody knows how it stands, until a line says. */
  const doubted = new Map<string, ToldAttempt>()
  let afterGap = false
  let expected = lines[0]?.seq ?? 1
  for (const line of lines) {
    if (line.seq !== expected) faults.push(`line ${line.seq} stands where ${expected} should`)
    expected = line.last + 1
    if (line.kind === 'unread') {
      afterGap = true
      for (const [marker, told] of attempts) doubted.set(marker, told)
      attempts.clear()
    }
    if (line.kind === 'first' && afterGap) {
      for (const told of openIn(line)) attempts.set(told.marker, told)
      doubted.clear()
    }
    if (line.marker === '') continue
    const known = attempts.get(line.marker)
    const before = known ?? doubted.get(line.marker) ?? null
    if (before === null && afterGap && intentOf(line) === null) continue
    const after = next(before, line)
    if (
      (known !== undefined || before === null) &&
      !isLegalStep(before?.state ?? null, line.kind, after.state)
    ) {
      faults.push(`${line.marker}: ${line.kind} leads from ${before?.state ?? 'nothing'} to ${after.state}`)
    }
    const base = number(intentOf(line)?.base)
    if (before !== null && !Number.isNaN(base) && base !== before.base) {
      faults.push(`${line.marker}: its base changed from ${before.base} to ${base}`)
    }
    if (known === undefined && stateIn(line) === null) {
      doubted.set(line.marker, after)
      continue
    }
    attempts.set(line.marker, after)
    doubted.delete(line.marker)
  }
  return { attempts, faults }
}

/** Whether a line says that something of an earlier journal could not be read. */
export function tellsOfLoss({ kind, event }: JournalLine): boolean {
  if (kind === 'unread' || kind === 'could_not_be_read' || kind === 'locked_unread') return true
  return kind === 'beginning' && event.missing !== 0
}

/** Whether a journal began with all that the keychain knew of the one before it. */
export function tookOverAllThatWasKept({ kind, event }: JournalLine): boolean {
  if (kind !== 'beginning' || event.missing !== 0) return false
  const kept = Number(String(event.oldHead ?? '').split(':')[0])
  return kept > 0 && kept <= Number(event.last)
}
