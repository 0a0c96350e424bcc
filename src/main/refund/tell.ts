/** What the window is shown of attempts and payments, beside what the journal holds (payment-standing.ts), and when it is told. */
import { type Attention, type LateNews, lateStates } from '../../shared/attempt/alarms'
import type { Attempt } from '../../shared/attempt/attempt'
import {
  type AttemptState,
  isOnItsWay,
  maySettleByItself,
  meaningOf,
} from '../../shared/attempt/attempt-states'
import { markersIn } from '../../shared/attempt/marker'
import type { AttemptView, Lock, LockedBy, PaymentStanding } from '../../shared/attempt/payment-standing'
import type { ActivityOrder, ActivityPage, LineNotice } from '../../shared/contract/contract'
import { asDecidable, mayDecide } from '../../shared/refund/decide-rules'
import { isUndecided, openAlarms } from '../../shared/refund/refund'
import type { LineAlarm, PaymentLock, Standing } from '../journal/journal-types'
import { attemptWork } from '../system/database'
import { makeSignal } from '../system/signal'
import { nextAt } from './ask'
import { type AttemptHistory, isHere, type Known } from './types'

export type RefundNews = ReturnType<typeof makeRefundNews>

/** Makes the signals of the refund service. They are made before it is opened, so that none is missed. */
export function makeRefundNews() {
  return {
    /** Every attempt that changed. */
    attemptChanged: makeSignal<AttemptView>(),
    /** A payment's lock or staleness changed. */
    paymentChanged: makeSignal<PaymentStanding>(),
    /** `refundsOff`, `undecidedCount` … may answer otherwise than before. */
    stateChanged: makeSignal(),
    /** A lower value was accepted, so saved copies of that payment are outdated (protocol 2). */
    lowerAccepted: makeSignal<{ readonly id: string }>(),
    /** What was read of the record before may lack lines that can be read now. */
    recordRead: makeSignal(),
  }
}

export type Teller = ReturnType<typeof makeTeller>

export function makeTeller(known: Known, news: RefundNews) {
  const { journal, probes, log } = known
  /** When the service is to be asked may have changed. */
  const due = makeSignal()
  const late = makeLateNews(journal.standing)
  /** What the window was told last of each payment that is locked or stale. */
  const held = new Map<string, string>()
  const attentionNow = () => JSON.stringify(attentionIn(journal.standing(), known))
  let attention = attentionNow()

  /** A listener that throws must not come between a refund and its outcome. */
  function tell(what: () => void): void {
    const done = attemptWork(what)
    if (!done.ok) log(`refunds: the news could not be told: ${done.fault.detail}`)
  }

  const stateChanged = () => tell(news.stateChanged.fire)

  /** Announces how much waits for whom, where that has changed. */
  function tellAttention(): void {
    const now = attentionNow()
    if (now !== attention) stateChanged()
    attention = now
  }

  /** How a payment stands; remembered as told. */
  function standingOf(id: string): PaymentStanding {
    const standing = standingIn(id, known)
    if (standing.lock === null && standing.stale === null) held.delete(id)
    else held.set(id, JSON.stringify(standing))
    return standing
  }

  /** The payment's lock or staleness may have changed. */
  function paymentChanged(id: string): void {
    tell(() => {
      const before = held.get(id)
      const standing = standingOf(id)
      if (held.get(id) !== before) news.paymentChanged.fire(standing)
    })
    tellAttention()
    due.fire()
  }

  /** What only this run knows of the attempt has changed; nothing was written. */
  function touched(attempt: Attempt): void {
    tell(() => news.attemptChanged.fire(attemptView(attempt, known)))
    tellAttention()
  }

  /** A line about no attempt, or another address, may have changed anything. */
  function allChanged(): void {
    for (const id of [...held.keys()]) paymentChanged(id)
    stateChanged()
    due.fire()
  }

  return {
    due,
    stateChanged,
    standingOf,
    paymentChanged,
    touched,
    lateNews: late.read,
    /** A lower value was accepted, so copies that say more are outdated. */
    copiesOutdated: (id: string) => tell(() => news.lowerAccepted.fire({ id })),
    allChanged,
    /** The background work came further. */
    recordRead(): void {
      allChanged()
      tell(news.recordRead.fire)
    },
    /** A line about the attempt was written. */
    changed(attempt: Attempt): void {
      probes.note(attempt)
      late.note(attempt)
      touched(attempt)
      paymentChanged(attempt.intent.id)
      stateChanged()
    },
  }
}

/** How many changes are kept for a window that is not there yet. */
const maxNews = 20

/** How an answered attempt stands now; null where that is no news, or an alarm says it. */
function changeOf(before: AttemptState | undefined, now: Attempt): (typeof lateStates)[number] | null {
  const { state } = now
  if (before === undefined || before === state || isOnItsWay(before) || openAlarms(now).length > 0)
    return null
  if (state === 'refused') return 'not_refunded'
  return lateStates.find((late) => late === state) ?? null
}

function alarmsIn({ attempts, alarms }: Standing): readonly LateNews[] {
  const ofAttempts = [...attempts.values()].flatMap((attempt) => {
    const { marker, foundBy } = attempt.intent
    return openAlarms(attempt).map(({ number, alarm, at }): LateNews => {
      return { kind: 'alarm', key: `${marker}!${number}`, at, marker, code: foundBy.code, alarm }
    })
  })
  const ofLines = alarms.map(({ line, event }): LateNews => {
    const alarm = event.kind === 'payment_alarmed' ? event.alarm : null
    return { kind: 'alarm', key: `!${line}`, at: event.at, marker: '', code: '', alarm }
  })
  return [...ofAttempts, ...ofLines].sort((one, other) => other.at - one.at)
}

/**
 * Keeps what changed about refunds whose cashier has gone on, so that a window that is not there yet misses none. Made
 * before anything is settled.
 */
function makeLateNews(standing: () => Standing) {
  const known = new Map<string, AttemptState>()
  for (const [marker, { state }] of standing().attempts) known.set(marker, state)
  let changes: readonly LateNews[] = []

  return {
    /** A line about the attempt was written. */
    note(attempt: Attempt): void {
      const { marker, amount, currency, foundBy } = attempt.intent
      const to = changeOf(known.get(marker), attempt)
      known.set(marker, attempt.state)
      // What was told before is outdated.
      if (openAlarms(attempt).length > 0) changes = changes.filter((each) => each.marker !== marker)
      if (to === null) return
      const news: LateNews = {
        kind: 'changed',
        key: `${marker}@${attempt.line}`,
        ...{ at: attempt.since, marker, code: foundBy.code, hundredths: amount, currency, to },
      }
      // Only the last state is news.
      changes = [news, ...changes.filter((each) => each.marker !== marker)].slice(0, maxNews)
    },
    /** Alarms that nobody has acknowledged, then what changed in this run; each newest first. */
    read: (): readonly LateNews[] => [...alarmsIn(standing()).slice(0, maxNews), ...changes],
  }
}

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
    reading: !journal.isReadSince(order.from ?? 0),
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

const saysNothing = { marker: '', id: '', lines: 0, lost: [], refunded: null, locks: false } as const

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
