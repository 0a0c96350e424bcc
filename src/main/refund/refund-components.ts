/** What works on an open journal, put together: each learns of the others here and nowhere else. */

import { anchoredJournal, makeHeadAnchor } from '../journal/head-anchor'
import type { Journal } from '../journal/journal-types'
import { makeAnnouncer } from './announce-refunds'
import { makeAttemptRuns } from './attempt-runs'
import type { ViewDeps } from './attempt-views'
import { makeConnectedService } from './connected-service'
import { makeShowJudge } from './judge-show'
import { makeLineBudget } from './line-budget'
import { makeShowNotes } from './note-show'
import { makePendingEvents } from './pending-events'
import type { RefundDeps } from './refund-deps'
import { type Checks, makeChecks } from './run-checks'
import type { SeenMeanwhile } from './seen-meanwhile'
import { makeStalePayments } from './stale-payments'
import { writeSeenMeanwhile } from './write-seen-meanwhile'

export type RefundComponents = ReturnType<typeof makeRefundComponents>

export function makeRefundComponents(deps: RefundDeps, opened: Journal, meanwhile: SeenMeanwhile) {
  const { clock, log, serviceName, withheld = () => null } = deps
  const headAnchor = makeHeadAnchor({ ...deps, journal: opened, changed: () => news.appStateChanged() })
  const journal = anchoredJournal(opened, headAnchor)
  const pendingEvents = makePendingEvents(journal, log)
  const services = makeConnectedService({ ...deps, journal, now: clock.now })
  const runs = makeAttemptRuns(clock)
  const stale = makeStalePayments({ journal, clock, log })
  const views: ViewDeps = { journal, runs, clock, nextAt: (attempt) => checks.nextAt(attempt) }
  const plan = () => checks.plan()
  const news = makeAnnouncer({ ...deps, journal, services, runs, stale, views, plan })
  const tried = (written: boolean) => checks.tried(written)
  const budget = makeLineBudget(clock)
  const judge = makeShowJudge({ ...news, journal, runs, budget, clock, tried, log })
  const notes = makeShowNotes({ ...news, journal, services, stale, judge, meanwhile, clock, log })
  const checks: Checks = makeChecks({ ...deps, journal, services, runs, stale, judge, notes })

  const seen = writeSeenMeanwhile({ clock, meanwhile, raise: notes.raise })

  /** Gives a new address its number, and writes what was seen while it had none, or the disk had no room. */
  function catchUp(): void {
    services.nameAddress()
    seen.write()
  }

  /** Why refunds are off though the journal is in order; null while they are on. */
  function refundsOff() {
    if (!pendingEvents.isEmpty()) return 'journal_unwritable' as const
    if (headAnchor.isBehind()) return 'no_keychain' as const
    if (!journal.isReady()) return 'journal_opening' as const
    return withheld() ?? (services.isUnsettled() ? ('service_unsettled' as const) : null)
  }

  const { payments } = deps
  return {
    ...{ journal, headAnchor, pendingEvents, services, runs, stale, notes, checks, views, meanwhile },
    ...{ ...news, clock, payments, serviceName, catchUp, refundsOff, stopCatchingUp: seen.stop },
  }
}
