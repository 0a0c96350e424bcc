/** What the refund service tells of attempts and payments, and when. */
import type { Attempt } from '../../shared/attempt'
import type { PaymentStanding } from '../../shared/payment-standing'
import { attemptWork } from '../database/open-database'
import type { Journal } from '../journal/journal-types'
import type { AttemptRuns } from './attempt-runs'
import { attemptView, attentionIn, lockView, type ViewDeps } from './attempt-views'
import type { ConnectedService } from './connected-service'
import { makeLateNews } from './late-news'
import type { RefundNews } from './refund-service'
import type { StalePayments } from './stale-payments'
import { staleView } from './stale-view'

export type AnnouncerDeps = {
  readonly journal: Journal
  readonly services: ConnectedService
  readonly runs: AttemptRuns
  readonly stale: StalePayments
  readonly views: ViewDeps
  readonly news: RefundNews
  /** The stored address by its name. */
  readonly serviceName: () => string
  /** Plans the next check. */
  readonly plan: () => void
  readonly log: (line: string) => void
}

export function makeAnnouncer(deps: AnnouncerDeps) {
  const { journal, runs, news, views } = deps
  const told = makeToldStandings((standing) => tell(() => news.paymentChanged(standing)))
  const appStateChanged = () => tell(news.appStateChanged)
  const attentionNow = () => JSON.stringify(attentionIn(journal.standing(), runs))
  let attention = attentionNow()
  const late = makeLateNews(journal.standing)

  /** What others do with the news must not come between a refund and its outcome. */
  function tell(what: () => void): void {
    const done = attemptWork(what)
    if (!done.ok) deps.log(`refunds: the news could not be told: ${done.fault.detail}`)
  }

  function paymentChanged(id: string): void {
    tell(() => told.tell(standingOf(id, deps)))
    deps.plan()
  }

  /** Nothing was written, but what only this run knows of the attempt is another. */
  function touched(attempt: Attempt): void {
    tell(() => news.attemptChanged(attemptView(attempt, views)))
    const now = attentionNow()
    if (now !== attention) appStateChanged()
    attention = now
  }

  return {
    tell,
    appStateChanged,
    paymentChanged,
    touched,
    lateNews: late.read,
    /** How a payment stands, for somebody who asks. */
    standingOf(id: string): PaymentStanding {
      const standing = standingOf(id, deps)
      told.know(standing)
      return standing
    },
    /** What a line about no attempt, or another address, may have changed. */
    allChanged(): void {
      for (const id of told.ids()) paymentChanged(id)
      appStateChanged()
      deps.plan()
    },
    /** A line about the attempt was written. */
    changed(attempt: Attempt): void {
      runs.note(attempt)
      late.note(attempt)
      touched(attempt)
      paymentChanged(attempt.intent.id)
      appStateChanged()
    },
  }
}

function standingOf(id: string, deps: AnnouncerDeps): PaymentStanding {
  const { journal, services, stale, views } = deps
  const lock = journal.lockOn(services.paymentHere(id))
  const payment = services.paymentAt(deps.serviceName(), id)
  const episode = payment === null ? null : stale.episode(payment)
  const isStale = payment !== null && episode !== null
  return {
    id,
    lock: lock === null ? null : lockView(lock, views),
    stale: isStale
      ? staleView(payment, episode, { journal, clock: views.clock, opened: deps.runs.opened })
      : null,
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
