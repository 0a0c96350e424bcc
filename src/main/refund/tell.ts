/** Announces changes of attempts and payments. */

import type { LateNews } from '../../shared/attempt/alarms'
import type { Attempt } from '../../shared/attempt/attempt'
import { type AttemptState, isOnItsWay } from '../../shared/attempt/attempt-states'
import type { PaymentStanding } from '../../shared/attempt/payment-standing'
import { openAlarms } from '../../shared/refund/refund'
import type { Standing } from '../journal/journal-types'
import { attemptWork } from '../system/database'
import { makeSignal } from '../system/signal'
import type { Known, RefundNews } from './types'
import { attemptView, attentionIn, standingIn } from './views'

export function makeRefundNews(): RefundNews {
  return {
    attemptChanged: makeSignal(),
    paymentChanged: makeSignal(),
    stateChanged: makeSignal(),
    lowerAccepted: makeSignal(),
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

  return {
    due,
    stateChanged,
    standingOf,
    paymentChanged,
    touched,
    lateNews: late.read,
    /** A lower value was accepted, so copies that say more are outdated. */
    copiesOutdated: (id: string) => tell(() => news.lowerAccepted.fire({ id })),
    /** A line about no attempt, or another address, may have changed anything. */
    allChanged(): void {
      for (const id of [...held.keys()]) paymentChanged(id)
      stateChanged()
      due.fire()
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
function changeOf(
  before: AttemptState | undefined,
  now: Attempt,
): Extract<LateNews, { kind: 'changed' }>['to'] | null {
  const { state } = now
  if (before === undefined || before === state || isOnItsWay(before) || openAlarms(now).length > 0)
    return null
  switch (state) {
    case 'refunded':
    case 'not_refunded':
    case 'refunded_probably':
    case 'unconfirmed':
      return state
    case 'refused':
      return 'not_refunded'
    default:
      return null
  }
}

function alarmsIn({ attempts, alarms }: Standing): readonly LateNews[] {
  const ofAttempts = [...attempts.values()].flatMap((attempt) =>
    openAlarms(attempt).map(({ number, alarm, at }) => ({
      at,
      marker: attempt.intent.marker,
      code: attempt.intent.foundBy.code,
      number,
      alarm,
    })),
  )
  const ofLines = alarms.map(({ line, event }) => ({
    at: event.at,
    marker: '',
    code: '',
    number: line,
    alarm: event.kind === 'payment_alarmed' ? event.alarm : null,
  }))
  return [...ofAttempts, ...ofLines]
    .sort((one, other) => other.at - one.at)
    .map(({ at, marker, code, number, alarm }) => ({
      kind: 'alarm',
      key: `${marker}!${number}`,
      at,
      marker,
      code,
      alarm,
    }))
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
      const key = `${marker}@${attempt.line}`
      const news: LateNews = {
        kind: 'changed',
        key,
        at: attempt.since,
        marker,
        code: foundBy.code,
        hundredths: amount,
        currency,
        to,
      }
      // Only the last state is news.
      changes = [news, ...changes.filter((each) => each.marker !== marker)].slice(0, maxNews)
    },
    /** Alarms that nobody has acknowledged, then what changed in this run; each newest first. */
    read: (): readonly LateNews[] => [...alarmsIn(standing()).slice(0, maxNews), ...changes],
  }
}
