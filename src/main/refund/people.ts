/**
 * What a person says, each the same way: what may be said now, a show at that moment, one line (refund-protocol.md 2, 9
 * and 12). Whoever calls has checked the PIN. Nothing here sends a refund.
 */
import type { Attempt, DecisionOrder } from '../../shared/attempt'
import { checkCodes } from '../../shared/check-schedule'
import { type DecidingShow, takeDecision } from '../../shared/decide-rules'
import type { Fault } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import type { Journal, JournalFault } from '../journal/journal-types'
import { askPayment, type Checks } from './ask'
import { isFresh } from './order'
import { type Taken, take, writeDecided, writeLowered } from './protocol'
import type { PersonsWord, RefundService, Till } from './types'

export async function decideAttempt(
  till: Till,
  marker: string,
  order: DecisionOrder,
): Promise<Result<Attempt, Fault>> {
  const { journal, probes } = till
  const before = journal.attempt(marker)
  if (before === null) return fail({ kind: 'attempt_unknown' })
  // What no show can change is said at once.
  const early = takeDecision(before, order, probes.decideTimes(before), null, highWaterOf(till, before))
  if (!early.ok && early.fault.kind !== 'decision_needs_show') return early
  const show = await showOf(till, before)
  const attempt = journal.attempt(marker)
  if (attempt === null) return fail({ kind: 'attempt_unknown' })
  // The show had something new to say: the person has not seen it yet.
  if (attempt.line !== before.line) return fail({ kind: 'decision_outdated' })
  const decision = takeDecision(attempt, order, probes.decideTimes(attempt), show, highWaterOf(till, attempt))
  if (!decision.ok) return decision
  const written = writeDecided(till, marker, decision.value)
  return written.ok ? written : fail(writeFault(written.fault, { kind: 'attempt_not_open' }))
}

/** A show of the attempt's payment, taken note of as any other; null when none could be had. */
async function showOf(till: Till, { intent }: Attempt): Promise<DecidingShow | null> {
  let taken: Taken | null = null
  const asked = { wall: till.clock.now(), monotonic: till.clock.monotonic() }
  await askPayment(till.payments, intent.id, checkCodes(intent), (show) => {
    const one = take(till, show, show.record.id === intent.id)
    if (show.record.id === intent.id) taken = one
  })
  // A PC that slept in between: what the show said is of another hour.
  return isFresh(asked, till.clock) ? taken : null
}

function highWaterOf({ journal }: Till, { intent }: Attempt): number {
  return Math.max(intent.base, journal.highWater(intent.id, intent.currency) ?? 0)
}

/**
 * Accepts that less was refunded than before. The service is asked once more: what it says now must be what the person saw.
 * @param refunded what the person saw and accepts, in hundredths.
 */
export async function acceptLower(
  till: Till,
  checks: Pick<Checks, 'ask'>,
  id: string,
  refunded: number,
  by: PersonsWord,
): Promise<Result<null, Fault>> {
  const no = fail({ kind: 'lowering_not_possible' } as const)
  const { stale, journal, clock } = till
  const before = stale.of(id)
  if (before === null) return no
  const asked = { wall: clock.now(), monotonic: clock.monotonic() }
  const answer = await checks.ask(id, before.codes)
  if (!isFresh(asked, clock)) return no
  const view = stale.view(id)
  if (answer.kind === 'nothing' || view === null || view.now !== refunded || view.accept !== 'now') return no
  const from = journal.highWater(id)
  if (from === null || from <= refunded) return no
  const written = writeLowered(till, { id, from, to: refunded }, by)
  return written.ok ? succeed(null) : fail(writeFault(written.fault, no.fault))
}

type Alarm = Parameters<RefundService['acknowledge']>[0]

/** Ends one alarm, never a lock; the caller has checked the PIN. Answers the attempt, null for an alarm of none. */
export function acknowledgeAlarm(
  journal: Pick<Journal, 'append' | 'appendTill' | 'standing'>,
  alarm: Alarm,
  { supervisor: by, note }: { readonly supervisor: string; readonly note: string },
  at: number,
): Result<Attempt | null, Fault> {
  const unknown = { kind: 'alarm_unknown' } as const
  if (alarm.of === 'attempt') {
    const event = { kind: 'acknowledged', at, alarm: alarm.number, by, note } as const
    const written = journal.append(alarm.marker, event)
    return written.ok ? written : fail(writeFault(written.fault, unknown))
  }
  const { line } = alarm
  if (!journal.standing().alarms.some((each) => each.line === line)) return fail(unknown)
  const written = journal.appendTill({ kind: 'alarm_acknowledged', at, line, by, note })
  return written.ok ? succeed(null) : fail(writeFault(written.fault, unknown))
}

/** Ends a lock that no attempt holds; the caller has checked the PIN. @param line the number of the line that made it. */
export function releaseLock(
  journal: Pick<Journal, 'appendPayment' | 'standing'>,
  line: number,
  at: number,
  { supervisor, why, saw }: PersonsWord & { readonly saw: string },
): Result<null, Fault> {
  const unknown = { kind: 'attempt_unknown' } as const
  if (!journal.standing().locks.some((each) => each.line === line)) return fail(unknown)
  const written = journal.appendPayment({ kind: 'released', at, line, supervisor, saw, why })
  return written.ok ? succeed(null) : fail(writeFault(written.fault, unknown))
}

/**
 * What a line that was not taken means for whoever wanted it written.
 * @param otherwise when the journal is in order and the line is not allowed.
 */
export function writeFault(fault: JournalFault, otherwise: Fault): Fault {
  switch (fault.kind) {
    case 'unwritable':
      return { kind: 'journal_unwritable', detail: fault.detail }
    case 'too_long':
      return { kind: 'journal_unwritable', detail: 'The line is longer than a line may be' }
    default:
      return otherwise
  }
}
