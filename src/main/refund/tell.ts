/** What the refund service tells of attempts and payments, and when. */
import type { Attempt } from '../../shared/attempt'
import type { PaymentStanding } from '../../shared/payment-standing'
import { attemptWork } from '../system/database'
import type { Checks } from './ask'
import { makeLateNews } from './late-news'
import type { Signals, Till } from './parts'
import type { RefundNews } from './refund-service'
import { attemptView, attentionIn, standingOf } from './views'

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

export function makeTeller(till: Till, checks: Checks, news: RefundNews) {
  const { journal, probes, log } = till
  const views = { till, nextAt: checks.nextAt }
  const told = makeToldStandings((standing) => tell(() => news.paymentChanged(standing)))
  const appStateChanged = () => tell(news.appStateChanged)
  const attentionNow = () => JSON.stringify(attentionIn(journal.standing(), till))
  let attention = attentionNow()
  const late = makeLateNews(journal.standing)

  /** What others do with the news must not come between a refund and its outcome. */
  function tell(what: () => void): void {
    const done = attemptWork(what)
    if (!done.ok) log(`refunds: the news could not be told: ${done.fault.detail}`)
  }

  function paymentChanged(id: string): void {
    tell(() => told.tell(standingOf(id, views)))
    checks.plan()
  }

  /** Nothing was written, but what only this run knows of the attempt is another. */
  function touched(attempt: Attempt): void {
    tell(() => news.attemptChanged(attemptView(attempt, views)))
    const now = attentionNow()
    if (now !== attention) appStateChanged()
    attention = now
  }

  return {
    views,
    tell,
    appStateChanged,
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
      appStateChanged()
      checks.plan()
    },
    /** A line about the attempt was written. */
    changed(attempt: Attempt): void {
      probes.note(attempt)
      late.note(attempt)
      touched(attempt)
      paymentChanged(attempt.intent.id)
      appStateChanged()
    },
  }
}

/** How many payments' last news are remembered. */
const mostTold = 200

type ToldStandings = {
  /** Tells how a payment stands, if that is another than is known there; a free one that nobody knows needs no telling. */
  readonly tell: (standing: PaymentStanding) => void
  /** Somebody has asked, and was answered this. */
  readonly know: (standing: PaymentStanding) => void
  /** The payments that are known there not to be free. */
  readonly ids: () => readonly string[]
}

/** What the window knows of payments that are locked or stale. */
function makeToldStandings(tell: (standing: PaymentStanding) => void): ToldStandings {
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
    know,
    ids: () => [...known.keys()],
    tell(standing) {
      const before = known.get(standing.id)
      if (isFree(standing) ? before === undefined : before === textOf(standing)) return
      know(standing)
      tell(standing)
    },
  }
}
