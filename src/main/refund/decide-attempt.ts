/** A person's word about an attempt, after a show at that moment (refund-protocol.md 9). Sends no refund. */
import type { Attempt, DecisionOrder } from '../../shared/attempt'
import { checkCodes } from '../../shared/check-schedule'
import { type DecideTimes, type DecidingShow, takeDecision } from '../../shared/decide-rules'
import type { Fault } from '../../shared/fault'
import { fail, type Result } from '../../shared/result'
import type { Journal, Payment } from '../journal/journal-types'
import type { Clock } from '../scheduling/clock'
import type { TransactionReader } from '../service/show'
import { askPayment } from './ask-payment'
import type { ConnectedService } from './connected-service'
import { isFresh } from './fresh-moment'
import { writeFault } from './journal-faults'
import type { NotedShow, ShowNotes } from './note-show'

export type DecideDeps = {
  readonly journal: Pick<Journal, 'attempt' | 'append' | 'highWater'>
  readonly payments: TransactionReader
  readonly services: Pick<ConnectedService, 'isHere' | 'paymentHere'>
  readonly notes: ShowNotes
  readonly decideTimes: (attempt: Attempt) => DecideTimes
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly changed: (attempt: Attempt) => void
}

/** The caller has checked the PIN. */
export async function decideAttempt(
  marker: string,
  order: DecisionOrder,
  deps: DecideDeps,
): Promise<Result<Attempt, Fault>> {
  const { journal } = deps
  const before = journal.attempt(marker)
  if (before === null) return fail({ kind: 'attempt_unknown' })
  // What no show can change is said at once.
  const early = takeDecision(before, order, deps.decideTimes(before), null, highWaterOf(before, deps))
  if (!early.ok && early.fault.kind !== 'decision_needs_show') return early
  const show = deps.services.isHere(before) ? await showOf(before, deps) : null
  const attempt = journal.attempt(marker)
  if (attempt === null) return fail({ kind: 'attempt_unknown' })
  // The show had something new to say: the person has not seen it yet.
  if (attempt.line !== before.line) return fail({ kind: 'decision_outdated' })
  const decision = takeDecision(attempt, order, deps.decideTimes(attempt), show, highWaterOf(attempt, deps))
  if (!decision.ok) return decision
  const at = deps.clock.now()
  const written = journal.append(marker, { kind: 'decided', at, decision: decision.value })
  if (!written.ok) return fail(writeFault(written.fault, { kind: 'attempt_not_open' }))
  deps.changed(written.value)
  return written
}

/** A show of the attempt's payment, taken note of as any other; null when none could be had. */
async function showOf({ intent }: Attempt, deps: DecideDeps): Promise<DecidingShow | null> {
  let noted: NotedShow | null = null
  const asked = { wall: deps.clock.now(), monotonic: deps.clock.monotonic() }
  await askPayment(deps.payments, intent.id, checkCodes(intent), (show) => {
    const one = deps.notes.note(show, show.record.id === intent.id)
    if (show.record.id === intent.id) noted = one
  })
  // A PC that slept in between: what the show said is of another hour.
  return isFresh(asked, deps.clock) ? noted : null
}

function highWaterOf({ intent }: Attempt, { journal, services }: DecideDeps): number {
  const own: Payment = { services: [intent.service], id: intent.id }
  const known = [own, services.paymentHere(intent.id)].map((each) => journal.highWater(each, intent.currency))
  return Math.max(intent.base, ...known.map((each) => each?.refunded ?? 0))
}
