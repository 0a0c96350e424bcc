/**
 * Refunds over an open record: what it works with, made part by part, one refund at a time, and what may be asked of it
 * (types.ts says what each means).
 */
import type { Fault } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import { exportPieces } from '../journal/export/write-export'
import { anchoredJournal, makeHeadAnchor } from '../journal/head-anchor'
import type { Journal } from '../journal/journal-types'
import { workBehind } from '../journal/verify-behind'
import { addressName } from '../service/address'
import { snapshotOf } from '../service/read-answer'
import { makeChecks } from './ask'
import { acceptLower, acknowledgeAlarm, decideAttempt, releaseLock } from './people'
import { makeProbes } from './probes'
import { endOverdueWatches, type Issued, raise, refund, settleLeftovers, take } from './protocol'
import { makeStalePayments } from './stale'
import { makeSignals, makeTeller } from './tell'
import type {
  AttemptHistory,
  IssuedRefund,
  RefundDeps,
  RefundOrder,
  RefundService,
  SendingDeps,
  Till,
} from './types'
import { makePendingEvents, type SeenMeanwhile, writeSeenMeanwhile } from './unwritten'
import { attemptView, attentionIn, historyOf, noticesOf, openAttempts } from './views'

export type OpenRefunds = ReturnType<typeof makeOpenRefunds>

/**
 * Refunds over a record that was opened and verified.
 * @param meanwhile what was seen while there was none.
 */
export function makeOpenRefunds(deps: SendingDeps, journal: Journal, meanwhile: SeenMeanwhile) {
  // Whatever works on the record beside the protocol reads, and cannot send.
  const { sender, ...reading } = deps
  const parts = makeParts(reading, journal, meanwhile)
  const { till, teller, checks, headAnchor, seen } = parts
  const issuing = makeIssuing(sender, parts)
  settleLeftovers(till)
  parts.catchUp()
  headAnchor.advance()
  issuing.flush()
  checks.plan()
  const isSending = issuing.isSending
  const behind = workBehind({ ...reading, journal: till.journal, isSending, changed: teller.allChanged })
  return {
    ...readings(parts),
    ...personsActs(reading, parts),
    ...observing(parts),
    refundsOff: parts.refundsOff,
    issue: issuing.issue,
    isSending,
    /** What was drawn before the record was there shows its locks now. */
    tellAll() {
      for (const attempt of openAttempts(journal.standing(), till)) {
        deps.news.attemptChanged.fire(attemptView(attempt, teller.views))
        deps.news.paymentChanged.fire(teller.standingOf(attempt.intent.id))
      }
    },
    async settled() {
      await issuing.settled()
      await headAnchor.keep()
    },
    wake() {
      headAnchor.wake()
      issuing.flush()
      parts.catchUp()
      checks.wake()
      teller.allChanged()
    },
    async close() {
      await issuing.settled()
      behind.stop()
      seen.stop()
      await checks.stop()
      issuing.flush()
      issuing.stop()
      await headAnchor.settle()
      journal.close()
    },
  }
}

type Parts = ReturnType<typeof makeParts>

/** Each part after all that it needs; what they have to say goes through signals. */
function makeParts(deps: RefundDeps, opened: Journal, meanwhile: SeenMeanwhile) {
  const { clock, log, withheld = () => null } = deps
  const signals = makeSignals()
  const headAnchor = makeHeadAnchor({ ...deps, journal: opened, changed: deps.news.stateChanged.fire })
  const journal = anchoredJournal(opened, headAnchor)
  const till: Till = {
    ...deps,
    journal,
    headAnchor,
    meanwhile,
    pendingEvents: makePendingEvents(journal, log),
    probes: makeProbes(journal),
    stale: makeStalePayments({ journal, clock }),
    tell: signals,
  }
  const checks = makeChecks(till)
  const teller = makeTeller(till, checks, deps.news)
  signals.subscribe(teller)
  const seen = writeSeenMeanwhile(clock, meanwhile, (snapshot) => raise(till, snapshot))

  /** Writes what was seen while there was no journal, and ends watches that lasted too long. */
  function catchUp(): void {
    seen.write()
    endOverdueWatches(till)
  }

  /** Why refunds are off though the record is in order; null while they are on. */
  function refundsOff() {
    if (!till.pendingEvents.isEmpty()) return 'journal_unwritable' as const
    if (headAnchor.isBehind()) return 'no_keychain' as const
    if (!journal.isReady()) return 'journal_opening' as const
    return withheld()
  }

  return { till, headAnchor, checks, teller, seen, catchUp, refundsOff }
}

/** How long the disk is left alone after it did not take a line, in milliseconds. */
const flushAgainAfter = 5000

/** One refund at a time, and what the disk did not take tried again. */
function makeIssuing(sender: SendingDeps['sender'], parts: Parts) {
  const { till, headAnchor, teller } = parts
  const { pendingEvents } = till
  let sending: Promise<unknown> | null = null
  let callOff: () => void = () => undefined
  let stopped = false

  function flush(): void {
    for (const attempt of pendingEvents.flush()) teller.changed(attempt)
    callOff()
    if (!pendingEvents.isEmpty() && !stopped) callOff = till.clock.after(flushAgainAfter, flush)
  }

  /** Keychain and disk may answer again by now: a cashier who waits is the best reason to ask. */
  async function run(order: RefundOrder): Promise<Result<Issued, Fault>> {
    flush()
    parts.catchUp()
    if (headAnchor.isBehind()) await headAnchor.keep()
    const off = parts.refundsOff()
    return off === null ? refund(till, sender, order) : fail({ kind: 'refunds_off', why: off })
  }

  /** A record of another id is no answer to this refund, so nobody is shown it. */
  function shown({ attempt, record }: Issued): IssuedRefund {
    const own = record?.id === attempt.intent.id ? record : null
    return { attempt: attemptView(attempt, teller.views), record: own }
  }

  return {
    async issue(order: RefundOrder): Promise<Result<IssuedRefund, Fault>> {
      // Set before anything is awaited: a hundred clicks are one refund.
      if (sending !== null) return fail({ kind: 'refund_in_progress' })
      const work = run(order)
      sending = work
      teller.stateChanged()
      try {
        const issued = await work
        return issued.ok ? succeed(shown(issued.value)) : issued
      } finally {
        sending = null
        teller.stateChanged()
        flush()
      }
    },
    isSending: () => sending !== null,
    flush,
    async settled() {
      await sending?.catch(() => undefined)
    },
    stop() {
      stopped = true
      callOff()
    },
  }
}

function readings({ till, teller }: Parts) {
  const { journal, clock } = till
  const { views, standingOf } = teller
  return {
    standingOf,
    page(order) {
      const { attempts, next } = journal.page(order)
      const first = order.before === null
      const seen = (all: typeof attempts) => all.map((attempt) => attemptView(attempt, views))
      return {
        open: first ? seen(openAttempts(journal.standing(), till)) : [],
        notices: first ? noticesOf(journal.standing()) : [],
        attempts: seen(attempts),
        next,
      }
    },
    open: (marker) => historyOf(marker, views),
    exportPieces: (range, format, signer) => exportPieces(journal, range, format, clock.now(), signer),
    journalHead: () => journal.head(),
    practiceServices: () => [...journal.standing().practice],
    undecidedCount: () => journal.undecided().length,
    attention: () => attentionIn(journal.standing(), till),
    news: teller.lateNews,
  } satisfies Partial<RefundService>
}

function observing({ till, checks, teller }: Parts) {
  /** A copy from before a lowering says what no longer counts (protocol 2). */
  function isTakenBack(id: string, savedAt: number): boolean {
    const lowering = till.journal.lowering(id)
    return lowering !== null && lowering.at >= savedAt
  }

  return {
    // A lookup must not fail because the journal's disk does.
    observe(show) {
      teller.tell(() => void take(till, show))
      checks.plan()
    },
    raiseFromCopy({ record, savedAt }) {
      teller.tell(() => {
        if (!isTakenBack(record.id, savedAt)) raise(till, snapshotOf(record))
      })
    },
  } satisfies Partial<RefundService>
}

function personsActs({ news, log }: RefundDeps, { till, checks, teller }: Parts) {
  const { journal, clock } = till
  const { changed, stateChanged, allChanged, paymentChanged, views } = teller

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
      const decided = await decideAttempt(till, marker, order)
      checks.plan()
      return decided.ok ? history(marker) : decided
    },
    async acceptLower(id, refunded, word) {
      const accepted = await acceptLower(till, checks, id, refunded, word)
      allChanged()
      paymentChanged(id)
      if (!accepted.ok) return accepted
      teller.tell(() => news.lowerAccepted.fire({ id }))
      return succeed(teller.standingOf(id))
    },
    release(line, word) {
      const released = releaseLock(journal, line, clock.now(), word)
      if (released.ok) allChanged()
      return released
    },
    acknowledge(alarm, word) {
      const acknowledged = acknowledgeAlarm(journal, alarm, word, clock.now())
      if (!acknowledged.ok) return acknowledged
      if (acknowledged.value === null) stateChanged()
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
      if (journal.standing().practice.has(addressName(name))) return
      const written = journal.appendTill({ kind: 'practice_heard', at: clock.now(), address: name })
      if (!written.ok) log(`refunds: that the service is practice was not written: ${written.fault.kind}`)
    },
  } satisfies Partial<RefundService>
}
