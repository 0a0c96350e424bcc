/** What the window is shown of attempts and payments, beside what the journal holds (payment-standing.ts). */
import type { Attempt } from '../../shared/attempt'
import { maySettleByItself, meaningOf } from '../../shared/attempt-states'
import type { LineNotice } from '../../shared/contract'
import { asDecidable, mayDecide } from '../../shared/decide-rules'
import type { Attention } from '../../shared/late-news'
import { markersIn } from '../../shared/marker'
import type { AttemptView, Lock } from '../../shared/payment-standing'
import { isUndecided, openAlarms } from '../../shared/refund'
import type { Journal, LineAlarm, PaymentLock, Standing } from '../journal/journal-types'
import { locksToRelease } from '../journal/standing'
import type { Clock } from '../scheduling/clock'
import type { AttemptRuns } from './attempt-runs'
import type { AttemptHistory } from './refund-service'

export type ViewDeps = {
  readonly journal: Pick<Journal, 'attempt' | 'lines'>
  readonly runs: AttemptRuns
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  /** When an attempt is asked about next, as a moment of the monotonic clock. */
  readonly nextAt: (attempt: Attempt) => number | null
}

/** A moment of the monotonic clock as the wall clock would say it now. */
function wallTime(moment: number, clock: ViewDeps['clock']): string {
  return new Date(clock.now() + moment - clock.monotonic()).toISOString()
}

export function attemptView(attempt: Attempt, { runs, clock, nextAt }: ViewDeps): AttemptView {
  const next = nextAt(attempt)
  const { lastShow, quiet } = runs.shown(attempt)
  return {
    ...attempt,
    nextCheckAt: next === null ? null : wallTime(next, clock),
    lastCheck: lastShow === null ? null : { at: wallTime(lastShow.at, clock), failed: lastShow.failed },
    quiet,
  }
}

export function historyOf(marker: string, deps: ViewDeps): AttemptHistory | null {
  const attempt = deps.journal.attempt(marker)
  if (attempt === null) return null
  const may = mayDecide(attempt, deps.runs.decideTimes(attempt))
  const now = deps.clock.now()
  return {
    attempt: attemptView(attempt, deps),
    events: deps.journal.lines(marker).map(({ event }) => event),
    decidable: {
      refunded: asDecidable(may.refunded, now),
      notRefunded: asDecidable(may.notRefunded, now),
    },
  }
}

export function lockView(lock: Attempt | PaymentLock, deps: ViewDeps): Lock {
  if ('intent' in lock) return { kind: 'attempt', attempt: attemptView(lock, deps) }
  const { line } = lock
  const moment = (time: number) => new Date(time).toISOString()
  return lock.kind === 'unread'
    ? { kind: 'unread', line, marker: lock.marker, since: lock.since === null ? null : moment(lock.since) }
    : { kind: 'lowering_returned', line, refunded: lock.refunded, since: moment(lock.at) }
}

/** What an open attempt waits for, in the order in which somebody should look. */
const waits = ['alarm', 'person', 'check', 'moment', 'nothing'] as const

function waitsFor(attempt: Attempt, runs: AttemptRuns): (typeof waits)[number] {
  const { state, forPerson } = attempt
  if (openAlarms(attempt).length > 0) return 'alarm'
  if (!isUndecided(state)) return 'nothing'
  const mayBeDecided = mayDecide(attempt, runs.decideTimes(attempt)).refunded.kind === 'now'
  // What the next check may settle waits for nobody, unless it has been asked about for long enough.
  const isTheirs = mayBeDecided && (meaningOf(state).decided === 'late' || !maySettleByItself(state))
  if (forPerson !== null || isTheirs) return 'person'
  return meaningOf(state).asked === 'at_intervals' ? 'check' : 'moment'
}

/** Alarms nobody has acknowledged, then what waits for a person, then what is being checked; each newest first. */
export function openAttempts(
  { attempts }: Pick<Standing, 'attempts'>,
  runs: AttemptRuns,
): readonly Attempt[] {
  const all = [...attempts.values()].reverse().map((attempt) => ({ attempt, wait: waitsFor(attempt, runs) }))
  return waits
    .filter((wait) => wait !== 'nothing')
    .flatMap((wait) => all.filter((each) => each.wait === wait).map(({ attempt }) => attempt))
}

/** Alarms, and locks that nobody has released anywhere, that stand by no attempt; newest first. */
export function noticesOf(standing: Standing): readonly LineNotice[] {
  return [...standing.alarms.map(alarmNotice), ...locksToRelease(standing).map(lockNotice)].sort(
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

function alarmNotice({ line, at, event }: LineAlarm): LineNotice {
  const all = { ...saysNothing, line, at: new Date(at).toISOString() }
  if (event.kind === 'payment_alarmed') return { ...all, what: event.alarm, id: event.id }
  // The line has them in a sentence of its own, for those who read the journal without the program.
  return { ...all, what: event.kind, lines: event.lines, lost: markersIn(event.detail) }
}

function lockNotice(lock: PaymentLock): LineNotice {
  const { line } = lock
  const all = { ...saysNothing, line, at: new Date(lock.at).toISOString(), locks: true }
  if (lock.kind === 'unread') return { ...all, what: 'locked_unread', marker: lock.marker }
  return { ...all, what: 'lowering_returned', id: lock.id, refunded: lock.refunded }
}

/** How many attempts, alarms and locks wait, and for whom. */
export function attentionIn(standing: Standing, runs: AttemptRuns): Attention {
  const found = [...standing.attempts.values()].map((attempt) => waitsFor(attempt, runs))
  const count = (wait: (typeof waits)[number]) => found.filter((each) => each === wait).length
  return {
    alarms: count('alarm') + standing.alarms.length,
    waitingForPerson: count('person') + locksToRelease(standing).length,
    checking: count('check'),
  }
}
