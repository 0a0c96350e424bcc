/** The refund service over an open journal: what start-up has to settle, and what may be asked of it. */
import { isOnItsWay } from '../../shared/attempt-states'
import type { Fault } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import { exportPieces } from '../journal/export/write-export'
import type { Journal } from '../journal/journal-types'
import { serviceNames } from '../journal/service-registry'
import { workBehind } from '../journal/verify-behind'
import { addressName } from '../service/address'
import { snapshotOf } from '../service/refund-snapshot'
import { acceptLower } from './accept-lower'
import { acknowledgeAlarm, releaseLock } from './alarms-and-locks'
import { attemptView, attentionIn, historyOf, noticesOf, openAttempts } from './attempt-views'
import { decideAttempt } from './decide-attempt'
import { type Issuing, makeIssuing } from './issuing'
import { makeRefundComponents, type RefundComponents } from './refund-components'
import type { RefundDeps, SendingDeps } from './refund-deps'
import type { AttemptHistory, RefundService } from './refund-service'
import type { SeenMeanwhile } from './seen-meanwhile'
import { settleService } from './settle-service'

/** What answers with and without a journal; how it is replaced is open-refund-service.ts's to say. */
export type RefundOperations = Omit<RefundService, 'beginJournal' | 'replaceable'>

/**
 * Refunds over a journal that was opened and verified.
 * @param meanwhile what was seen while there was none.
 */
export function makeRefundsOn(
  deps: SendingDeps,
  journal: Journal,
  meanwhile: SeenMeanwhile,
): RefundOperations {
  // Whatever works on the journal beside the protocol reads, and cannot send.
  const { sender: _, ...reading } = deps
  const components = makeRefundComponents(reading, journal, meanwhile)
  const issuing = makeIssuing(deps, components)
  begin(components, issuing)
  const { isSending } = issuing
  const changed = components.allChanged
  const behind = workBehind({ ...reading, journal: components.journal, isSending, changed })
  return {
    ...readings(components),
    ...personsActs(reading, components),
    ...observing(components),
    refundsOff: components.refundsOff,
    issue: issuing.issue,
    isSending,
    async settled() {
      await issuing.settled()
      await components.headAnchor.keep()
    },
    wake() {
      components.headAnchor.wake()
      issuing.flush()
      components.catchUp()
      components.checks.wake()
      components.allChanged()
    },
    async close() {
      await issuing.settled()
      behind.stop()
      components.stopCatchingUp()
      await components.checks.stop()
      issuing.flush()
      issuing.stop()
      await components.headAnchor.settle()
      journal.close()
    },
  }
}

/** What an earlier run left in the middle was sent and then the power went, or may have been. */
function begin(components: RefundComponents, issuing: Issuing): void {
  const { journal, runs, pendingEvents, clock } = components
  for (const attempt of journal.standing().attempts.values()) runs.note(attempt)
  for (const { intent, state } of journal.undecided()) {
    if (!isOnItsWay(state)) continue
    const written = pendingEvents.append(intent.marker, { kind: 'interrupted', at: clock.now() })
    if (written.ok) components.changed(written.value)
  }
  components.catchUp()
  components.headAnchor.advance()
  issuing.flush()
  components.checks.plan()
}

function readings({ journal, runs, views, standingOf, clock, lateNews }: RefundComponents) {
  return {
    lockOn: (id) => standingOf(id).lock,
    standingOf,
    page(order) {
      const { attempts, next } = journal.page(order)
      const first = order.before === null
      const seen = (all: typeof attempts) => all.map((attempt) => attemptView(attempt, views))
      return {
        open: first ? seen(openAttempts(journal.standing(), runs)) : [],
        notices: first ? noticesOf(journal.standing()) : [],
        attempts: seen(attempts),
        next,
      }
    },
    open: (marker) => historyOf(marker, views),
    exportPieces: (range, format, signer) => exportPieces(journal, range, format, clock.now(), signer),
    journalHead: () => journal.head(),
    services: () => serviceNames(journal.standing().services),
    practiceServices: () => [...journal.standing().services.practice],
    undecidedCount: () => journal.undecided().length,
    attention: () => attentionIn(journal.standing(), runs),
    news: lateNews,
  } satisfies Partial<RefundService>
}

function observing({ journal, services, notes, checks, tell }: RefundComponents) {
  /** A copy from before a lowering says what no longer counts (protocol 2). */
  function isTakenBack(name: string, id: string, savedAt: number): boolean {
    const payment = services.paymentAt(name, id)
    const lowering = payment === null ? null : journal.lowering(payment)
    return lowering !== null && lowering.at >= savedAt
  }

  return {
    // A lookup must not fail because the journal's disk does.
    observe(show) {
      tell(() => notes.note(show))
      checks.plan()
    },
    raiseFromCopy({ record, serviceAddress, savedAt }) {
      const name = addressName(serviceAddress)
      tell(() => {
        if (!isTakenBack(name, record.id, savedAt)) notes.raise(name, snapshotOf(record))
      })
    },
  } satisfies Partial<RefundService>
}

function personsActs({ news, log }: RefundDeps, components: RefundComponents) {
  const { journal, clock, checks, changed, appStateChanged, allChanged, paymentChanged, views } = components

  async function history(marker: string): Promise<Result<AttemptHistory, Fault>> {
    const found = historyOf(marker, views)
    return found === null ? fail({ kind: 'attempt_unknown' }) : succeed(found)
  }

  return {
    async check(marker) {
      const checked = await checks.check(marker)
      return checked.ok ? history(marker) : checked
    },
    async decide(marker, order) {
      const deps = { ...components, decideTimes: components.runs.decideTimes }
      const decided = await decideAttempt(marker, order, deps)
      checks.plan()
      return decided.ok ? history(marker) : decided
    },
    async acceptLower(id, refunded, word) {
      const accepted = await acceptLower(id, refunded, word, {
        ...components,
        opened: components.runs.opened,
      })
      allChanged()
      paymentChanged(id)
      if (!accepted.ok) return accepted
      components.tell(() => news.forgetCopies({ serviceAddress: components.serviceName(), id }))
      return succeed(components.standingOf(id))
    },
    release(line, word) {
      const address = components.serviceName()
      const released = releaseLock(journal, { line, address, at: clock.now() }, word)
      if (released.ok) allChanged()
      return released
    },
    acknowledge(alarm, word) {
      const acknowledged = acknowledgeAlarm(journal, alarm, word, clock.now())
      if (!acknowledged.ok) return acknowledged
      if (acknowledged.value === null) appStateChanged()
      else changed(acknowledged.value)
      return succeed(null)
    },
    slipMade(marker, how) {
      const written = journal.append(marker, { kind: 'slip_made', at: clock.now(), how })
      if (written.ok) changed(written.value)
      else log(`refunds: a slip of ${marker} was not counted: ${written.fault.kind}`)
    },
    acted(act, by) {
      const written = journal.appendTill({ kind: 'acted', at: clock.now(), by, act })
      if (!written.ok) log(`refunds: ${act.act} was not written down: ${written.fault.kind}`)
    },
    notePractice(name) {
      if (journal.standing().services.practice.has(addressName(name))) return
      const written = journal.appendTill({ kind: 'practice_heard', at: clock.now(), address: name })
      if (!written.ok) log(`refunds: that the service is practice was not written: ${written.fault.kind}`)
    },
    settleService(address, of, word) {
      const settled = settleService(address, of, word, { ...components, now: clock.now })
      if (settled.ok) components.catchUp()
      allChanged()
      return settled
    },
  } satisfies Partial<RefundService>
}
