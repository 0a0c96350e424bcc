/** What the window is shown of attempts and payments, beside what the journal holds (payment-standing.ts). */

import type { Attention } from '../../shared/attempt/alarms'
import type { Attempt } from '../../shared/attempt/attempt'
import { maySettleByItself, meaningOf } from '../../shared/attempt/attempt-states'
import { markersIn } from '../../shared/attempt/marker'
import type { AttemptView, Lock, LockedBy, PaymentStanding } from '../../shared/attempt/payment-standing'
import type { ActivityOrder, ActivityPage, LineNotice } from '../../shared/contract/contract'
import { asDecidable, mayDecide } from '../../shared/refund/decide-rules'
import { isUndecided, openAlarms } from '../../shared/refund/refund'
import type { LineAlarm, PaymentLock, Standing } from '../journal/journal-types'
import { nextAt } from './ask'
import { type AttemptHistory, isHere, type Known } from './types'

/** So many milliseconds from now, as the wall clock says it. */
const wallTime = ({ clock }: Known, from: number) => new Date(clock.now() + from).toISOString()

export function attemptView(attempt: Attempt, known: Known): AttemptView {
  const { clock, probes } = known
  const next = nextAt(known, attempt)
  const { lastShow, quiet, forPerson } = probes.shown(attempt)
  return {
    ...attempt,
    forPerson: isUndecided(attempt.state) ? forPerson : attempt.forPerson,
    elsewhere: !isHere(known, attempt),
    nextCheckAt: next === null ? null : wallTime(known, next - clock.monotonic()),
    lastCheck: lastShow && { at: wallTime(known, lastShow.at - probes.ran()), failed: lastShow.failed },
    quiet,
  }
}

/** All that is known of an attempt; null of one that nobody knows. */
export function historyOf(marker: string, known: Known): AttemptHistory | null {
  const { journal, probes, clock } = known
  const attempt = journal.attempt(marker)
  if (attempt === null) return null
  const may = mayDecide(attempt, probes.decideTimes(attempt))
  return {
    attempt: attemptView(attempt, known),
    events: journal.lines(marker).map(({ event }) => event),
    decidable: {
      refunded: asDecidable(may.refunded, clock.now()),
      notRefunded: asDecidable(may.notRefunded, clock.now()),
    },
  }
}

/** How a payment stands. */
export function standingIn(id: string, known: Known): PaymentStanding {
  const { journal, stale } = known
  const lock = journal.lockOn(id)
  return { id, lock: lock && lockView(lock, known), stale: stale.view(id) }
}

function lockView(lock: Attempt | PaymentLock, known: Known): Lock {
  if ('intent' in lock) return { kind: 'attempt', attempt: attemptView(lock, known) }
  const { line, event } = lock
  if (event.kind === 'locked_unread') return { kind: 'unread', line, marker: event.marker }
  const { kind, refunded, at } = event
  return { kind, line, refunded, since: new Date(at).toISOString() }
}

/** A page of what this till did, newest first; with the first one what is open, whatever was asked for. */
export function pageOf(order: ActivityOrder, known: Known): ActivityPage {
  const { journal } = known
  const { attempts, next } = journal.page(order)
  const isFirst = order.before === null
  const view = (attempt: Attempt) => attemptView(attempt, known)
  return {
    open: isFirst ? openAttempts(journal.standing(), known).map(view) : [],
    notices: isFirst ? noticesOf(journal.standing()) : [],
    attempts: attempts.map(view),
    next,
  }
}

/** What an open attempt waits for, in the order in which somebody should look. */
const waits = ['alarm', 'person', 'check', 'moment', 'nothing'] as const

/** What a wait depends on beside the attempt. */
type Waits = Pick<Known, 'probes' | 'serviceName'>

function waitsFor(attempt: Attempt, till: Waits): (typeof waits)[number] {
  const { state } = attempt
  const { probes } = till
  const { forPerson } = probes.shown(attempt)
  if (openAlarms(attempt).length > 0) return 'alarm'
  if (!isUndecided(state)) return 'nothing'
  const mayBeDecided = mayDecide(attempt, probes.decideTimes(attempt)).refunded.kind === 'now'
  // What the next check may settle waits for nobody, unless it has been asked about for long enough.
  const maySettle = maySettleByItself(state) && isHere(till, attempt)
  const isTheirs = mayBeDecided && (meaningOf(state).decided === 'late' || !maySettle)
  if (forPerson !== null || isTheirs) return 'person'
  return meaningOf(state).asked === 'at_intervals' ? 'check' : 'moment'
}

/** Alarms nobody has acknowledged, then what waits for a person, then what is being checked; each newest first. */
export function openAttempts({ attempts }: Pick<Standing, 'attempts'>, till: Waits): readonly Attempt[] {
  const all = [...attempts.values()].reverse().map((attempt) => ({ attempt, wait: waitsFor(attempt, till) }))
  return waits
    .filter((wait) => wait !== 'nothing')
    .flatMap((wait) => all.filter((each) => each.wait === wait).map(({ attempt }) => attempt))
}

/** Alarms, and locks that nobody has released, that stand by no attempt; newest first. */
function noticesOf(standing: Standing): readonly LineNotice[] {
  return [...standing.alarms.map(alarmNotice), ...standing.locks.map(lockNotice)].sort(
    (one, other) => other.line - one.line,
  )
}

const saysNothing = {
  marker: '',
  id: '',
  lines: 0,
  lost: [],
  refunded: null,
  locks: false,
  acknowledged: false,
} as const

function alarmNotice({ line, event }: LineAlarm): LineNotice {
  const all = { ...saysNothing, line, at: new Date(event.at).toISOString() }
  if (event.kind === 'payment_alarmed') return { ...all, what: event.alarm, id: event.id }
  // The line has them in a sentence of its own, for those who read the journal without the program.
  return { ...all, what: event.kind, lines: event.lines, lost: markersIn(event.detail) }
}

function lockNotice({ line, event }: PaymentLock): LineNotice {
  const all = { ...saysNothing, line, at: new Date(event.at).toISOString(), locks: true }
  if (event.kind === 'locked_unread') return { ...all, what: event.kind, marker: event.marker }
  return {
    ...all,
    what: event.kind,
    id: event.id,
    refunded: { hundredths: event.refunded, currency: event.currency },
  }
}

/** How many attempts, alarms and locks wait, and for whom. */
export function attentionIn(standing: Standing, till: Waits): Attention {
  const found = [...standing.attempts.values()].map((attempt) => waitsFor(attempt, till))
  const count = (wait: (typeof waits)[number]) => found.filter((each) => each === wait).length
  return {
    alarms: count('alarm') + standing.alarms.length,
    waitingForPerson: count('person') + standing.locks.length,
    checking: count('check'),
  }
}

/** What a list of payments says of a lock. */
export function lockedBy(lock: Lock | null): LockedBy {
  return lock?.kind === 'attempt' ? lock.attempt.state : (lock?.kind ?? null)
}
