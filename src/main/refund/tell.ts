import type { Attempt } from '../../shared/attempt'
import { type AttemptState, isOnItsWay } from '../../shared/attempt-states'
import type { LateNews } from '../../shared/late-news'
import type { PaymentStanding } from '../../shared/payment-standing'
import { openAlarms } from '../../shared/refund'
import type { Standing } from '../journal/journal-types'
import { attemptWork } from '../system/database'
import { makeSignal } from '../system/signal'
import type { Checks } from './ask'
import type { RefundNews, Signals, Till } from './types'
import { attemptView, attentionIn, standingOf } from './views'

/** What the refund service tells of attempts and payments, and when. */

/** What the parts below say, and whoever has subscribed hears: none of them knows who that is. */
export function makeSignals(): Signals & { readonly subscribe: (to: Signals) => void } {
  let listeners: readonly Signals[] = []
  return {
    changed: (attempt) => listeners.forEach(({ changed }) => void changed(attempt)),
    touched: (attempt) => listeners.forEach(({ touched }) => void touched(attempt)),
    paymentChanged: (id) => listeners.forEach(({ paymentChanged }) => void paymentChanged(id)),
    tried: (written) => listeners.forEach(({ tried }) => void tried(written)),
    subscribe(to) {
      listeners = [...listeners, to]
    },
  }
}

export function makeRefundNews(): RefundNews {
  return {
    attemptChanged: makeSignal(),
    paymentChanged: makeSignal(),
    stateChanged: makeSignal(),
    lowerAccepted: makeSignal(),
  }
}

export function makeTeller(till: Till, checks: Checks, news: RefundNews) {
  const { journal, probes, log } = till
  const views = { till, nextAt: checks.nextAt }
  const told = makeToldStandings((standing) => tell(() => news.paymentChanged.fire(standing)))
  const stateChanged = () => tell(news.stateChanged.fire)
  const attentionNow = () => JSON.stringify(attentionIn(journal.standing(), till))
  let attention = attentionNow()
  const late = makeLateNews(journal.standing)

  /** What others do with the news must not come between a refund and its outcome. */
  function tell(what: () => void): void {
    const done = attemptWork(what)
    if (!done.ok) log(`refunds: the news could not be told: ${done.fault.detail}`)
  }

  /** How much waits for whom, where that is another than was told last. */
  function tellAttention(): void {
    const now = attentionNow()
    if (now !== attention) stateChanged()
    attention = now
  }

  function paymentChanged(id: string): void {
    tell(() => told.tell(standingOf(id, views)))
    tellAttention()
    checks.plan()
  }

  /** Nothing was written, but what only this run knows of the attempt is another. */
  function touched(attempt: Attempt): void {
    tell(() => news.attemptChanged.fire(attemptView(attempt, views)))
    tellAttention()
  }

  return {
    views,
    tell,
    stateChanged,
    paymentChanged,
    touched,
    tried: checks.tried,
    lateNews: late.read,
    /** How a payment stands, for somebody who asks. */
    standingOf(id: string): PaymentStanding {
      const standing = standingOf(id, views)
      told.know(standing)
      return standing
    },
    /** What a line about no attempt, or another address, may have changed. */
    allChanged(): void {
      for (const id of told.ids()) paymentChanged(id)
      stateChanged()
      checks.plan()
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

/** How many payments' last news are remembered. */
const mostTold = 200

/** What the window knows of payments that are locked or stale. */
function makeToldStandings(tell: (standing: PaymentStanding) => void) {
  const known = new Map<string, string>()

  const isFree = ({ lock, stale }: PaymentStanding) => lock === null && stale === null
  const textOf = ({ lock, stale }: PaymentStanding) => JSON.stringify({ lock, stale })

  function know(standing: PaymentStanding): void {
    known.delete(standing.id)
    if (isFree(standing)) return
    known.set(standing.id, textOf(standing))
    const oldest = known.keys().next()
    if (known.size > mostTold && oldest.done !== true) known.delete(oldest.value)
  }

  return {
    /** Somebody has asked, and was answered this. */
    know,
    /** The payments that are known there not to be free. */
    ids: () => [...known.keys()],
    /** Tells how a payment stands, if that is another than is known there; a free one that nobody knows needs no telling. */
    tell(standing: PaymentStanding): void {
      const before = known.get(standing.id)
      if (isFree(standing) ? before === undefined : before === textOf(standing)) return
      know(standing)
      tell(standing)
    },
  }
}

/** What changed about a refund after its cashier has gone on: kept here, so that a window that is not there yet misses none. */

/** How many changes are kept for the window. */
const mostKept = 20

/** How an attempt that had its answer stands now; null where that is no news. An alarm says it better. */
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
  const ofLines = alarms.map(({ line, at, event }) => ({
    at,
    marker: '',
    code: '',
    number: line,
    alarm: event.kind === 'payment_alarmed' ? event.alarm : null,
  }))
  return [...ofAttempts, ...ofLines]
    .sort((one, other) => other.at - one.at)
    .map(({ marker, code, number, alarm }) => ({
      kind: 'alarm',
      key: `${marker}!${number}`,
      marker,
      code,
      alarm,
    }))
}

/** Follows every attempt from how it stands now; to be made before anything is settled. */
export function makeLateNews(standing: () => Standing) {
  const known = new Map<string, AttemptState>()
  for (const [marker, { state }] of standing().attempts) known.set(marker, state)
  let changes: readonly LateNews[] = []

  return {
    /** A line about the attempt was written. */
    note(attempt: Attempt): void {
      const { marker, amount, currency, foundBy } = attempt.intent
      const to = changeOf(known.get(marker), attempt)
      known.set(marker, attempt.state)
      // What was told before is not true any more.
      if (openAlarms(attempt).length > 0) changes = changes.filter((each) => each.marker !== marker)
      if (to === null) return
      const key = `${marker}@${attempt.line}`
      const news: LateNews = {
        kind: 'changed',
        key,
        marker,
        code: foundBy.code,
        hundredths: amount,
        currency,
        to,
      }
      // Only how it stands last is news.
      changes = [news, ...changes.filter((each) => each.marker !== marker)].slice(0, mostKept)
    },
    /** Alarms until they are acknowledged, and then what changed in this run, newest first. */
    read: (): readonly LateNews[] => [...alarmsIn(standing()).slice(0, mostKept), ...changes],
  }
}
