/**
 * What a person decides, each in the same steps: check that it is allowed now, ask for a show, write one line
 * (refund-protocol.md 2, 9 and 12). The caller has checked the PIN. Nothing here sends a refund.
 */
import type { Attempt, DecisionOrder } from '../../shared/attempt/attempt'
import { fail, type Result, succeed } from '../../shared/base/result'
import type { ParsedInput } from '../../shared/contract/contract'
import type { Fault } from '../../shared/fault'
import { checkCodes } from '../../shared/refund/check-schedule'
import { takeDecision } from '../../shared/refund/decide-rules'
import type { JournalFault, PersonsWord } from '../journal/journal-types'
import { askPayment } from './ask'
import { isFresh, seenNotWritten } from './order'
import { type Taken, writeDecided, writeLowered, writeReleased } from './protocol'
import type { Till } from './types'

/** Asks the service about an attempt now. */
export async function checkNow(till: Till, marker: string): Promise<Result<unknown, Fault>> {
  const attempt = till.journal.attempt(marker)
  if (attempt === null) return fail({ kind: 'attempt_unknown' })
  return succeed(await askPayment(till, attempt.intent.id, checkCodes(attempt.intent)))
}

/** Records that an attempt was refunded, or was not, after a show at this moment. */
export async function decide(
  till: Till,
  marker: string,
  order: DecisionOrder,
): Promise<Result<unknown, Fault>> {
  const { journal, probes } = till
  const before = journal.attempt(marker)
  if (before === null) return fail({ kind: 'attempt_unknown' })
  // A refusal that no show can change is answered at once.
  const early = takeDecision(before, order, probes.decideTimes(before), null, highWaterOf(till, before))
  if (!early.ok && early.fault.kind !== 'decision_needs_show') return early
  const { intent } = before
  const show = await showNow(till, intent.id, checkCodes(intent))
  if (!show.ok) return show
  const attempt = journal.attempt(marker)
  if (attempt === null) return fail({ kind: 'attempt_unknown' })
  // The show brought something new that the person has not seen.
  if (attempt.line !== before.line) return fail({ kind: 'decision_outdated' })
  const times = probes.decideTimes(attempt)
  const decision = takeDecision(attempt, order, times, show.value, highWaterOf(till, attempt))
  return decision.ok ? written(writeDecided(till, marker, decision.value), 'attempt_not_open') : decision
}

/**
 * What the service shows of a payment now; null when it shows nothing, or the PC slept in between. Fails while something that
 * was seen of the payment is not on the disk: it may be more.
 */
async function showNow(
  till: Till,
  id: string,
  codes: Parameters<typeof askPayment>[2],
): Promise<Result<Taken | null, Fault>> {
  const asked = { wall: till.clock.now(), monotonic: till.clock.monotonic() }
  const { taken } = await askPayment(till, id, codes)
  if (till.meanwhile.has(id)) return fail(seenNotWritten)
  return succeed(isFresh(asked, till.clock) ? taken : null)
}

function highWaterOf({ journal }: Till, { intent }: Attempt): number {
  return Math.max(intent.base, journal.highWater(intent.id, intent.currency) ?? 0)
}

/**
 * Accepts that less was refunded than before. The service is asked once more, and must say what the person saw.
 * @param refunded what the person saw and accepts, in hundredths.
 */
export async function acceptLower(
  till: Till,
  id: string,
  refunded: number,
  word: PersonsWord,
): Promise<Result<unknown, Fault>> {
  const no = fail({ kind: 'lowering_not_possible' } as const)
  const before = till.stale.of(id)
  if (before === null) return no
  const shown = await showNow(till, id, before.codes)
  if (!shown.ok) return shown
  const show = shown.value
  // What a cache has kept for long says nothing about now.
  if (show === null || (show.facts.lowerFor ?? 0) === 0) return no
  const view = till.stale.view(id)
  if (view === null || view.now !== refunded || view.accept !== 'now') return no
  const from = till.journal.highWater(id, show.snapshot.currency)
  if (from === null || from <= refunded) return no
  const lowered = written(writeLowered(till, { id, from, to: refunded }, word), 'lowering_not_possible')
  till.tell.paymentChanged(id)
  if (lowered.ok) till.tell.copiesOutdated(id)
  return lowered
}

export type Alarm = ParsedInput<'activity:acknowledge'>['alarm']

/** Ends one alarm, never a lock. */
export function acknowledge(
  { journal, clock }: Till,
  alarm: Alarm,
  { supervisor: by, note }: { readonly supervisor: string; readonly note: string },
) {
  const at = clock.now()
  if (alarm.of === 'attempt') {
    const event = { kind: 'acknowledged', at, alarm: alarm.number, by, note } as const
    return written(journal.append(alarm.marker, event), 'alarm_unknown')
  }
  const { line } = alarm
  const isOpen = journal.standing().alarms.some((each) => each.line === line)
  if (!isOpen) return fail({ kind: 'alarm_unknown' } as const)
  return written(journal.appendTill({ kind: 'alarm_acknowledged', at, line, by, note }), 'alarm_unknown')
}

/** Ends a lock that no attempt holds. @param line the number of the line that made it. */
export function release(till: Till, line: number, word: PersonsWord & { readonly saw: string }) {
  const isOpen = till.journal.standing().locks.some((each) => each.line === line)
  return isOpen
    ? written(writeReleased(till, line, word), 'attempt_unknown')
    : fail({ kind: 'attempt_unknown' } as const)
}

/**
 * Turns a refused line into the fault that the caller shows.
 * @param otherwise the fault where the journal is in order and the line is not allowed.
 */
function written(
  line: Result<unknown, JournalFault>,
  otherwise: 'attempt_not_open' | 'attempt_unknown' | 'alarm_unknown' | 'lowering_not_possible',
): Result<null, Fault> {
  if (line.ok) return succeed(null)
  switch (line.fault.kind) {
    case 'unwritable':
      return fail({ kind: 'journal_unwritable', detail: line.fault.detail })
    case 'too_long':
      return fail({ kind: 'journal_unwritable', detail: 'The line is longer than a line may be' })
    default:
      return fail({ kind: otherwise })
  }
}
