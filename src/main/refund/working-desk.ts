/** The refund desk over an open journal: what start-up has to settle, and the three that work on it. */
import type { Attempt, AttemptEvent } from '../../shared/attempt'
import type { Fault } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import { attemptWork } from '../database/open-database'
import { glanceOf } from '../payments/glance'
import type { PaymentService } from '../payments/payment-service'
import type { Clock } from './clock'
import { exportRange } from './export-journal'
import { makeHeadKeeper } from './head-keeper'
import { issueRefund, lockOn } from './issue-refund'
import type { Journal } from './journal'
import type { JournalKeys } from './journal-keys'
import { makeReconciler } from './reconcile'
import type { AttemptHistory, IssuedRefund, RefundDesk, RefundOrder } from './refund-desk'
import { makeUnwritten, type Unwritten } from './unwritten'

export type RefundDeskParts = {
  /** Where journal.db is, or will be. */
  readonly folder: string
  readonly keys: JournalKeys
  readonly payments: PaymentService
  readonly clock: Clock
  readonly randomBytes: (count: number) => Uint8Array
  readonly deviceId: () => string
  readonly serviceAddress: () => string
  /** Called with every attempt that changed. */
  readonly attemptChanged: (attempt: Attempt) => void
  /** Called when `refundsOff`, `undecidedCount` or `isSending` may answer otherwise than before. */
  readonly deskChanged: () => void
  readonly log: (line: string) => void
}

/** How long the disk is left alone after it did not take a line, in milliseconds. */
const retryAfter = 5000

/** What an earlier run left in the middle: never sent, or sent and then the power went. */
function settleLeftovers(journal: Journal, unwritten: Unwritten, now: () => number): void {
  for (const { intent, state } of journal.undecided()) {
    const at = now()
    if (state === 'intended')
      unwritten.append(intent.marker, { kind: 'cancelled', at, why: 'found_at_start' })
    if (state === 'sending') unwritten.append(intent.marker, { kind: 'interrupted', at })
  }
}

/** The desk over a journal that was opened and verified: it settles what start-up has to, and is ready. */
export function makeWorkingDesk(parts: RefundDeskParts, journal: Journal): Omit<RefundDesk, 'beginJournal'> {
  const { clock, log } = parts
  const unwritten = makeUnwritten(journal, log)
  const keeper = makeHeadKeeper(journal, parts.keys, log)
  let sending: Promise<unknown> | null = null
  let callOffFlush: () => void = () => undefined

  /** What others do with the news must not come between a refund and its outcome. */
  function tell(news: () => void): void {
    const told = attemptWork(news)
    if (!told.ok) log(`refund desk: the news could not be told: ${told.fault.detail}`)
  }

  function changed(attempt: Attempt): void {
    keeper.advance()
    tell(() => parts.attemptChanged(attempt))
    tell(parts.deskChanged)
  }

  const reconciler = makeReconciler({ ...parts, journal, changed })

  /** The disk may take now what it did not take before. */
  function flush(): void {
    for (const attempt of unwritten.flush()) changed(attempt)
    callOffFlush()
    if (!unwritten.isEmpty()) callOffFlush = clock.after(retryAfter, flush)
    reconciler.plan()
  }

  async function issue(order: RefundOrder): Promise<Result<IssuedRefund, Fault>> {
    if (sending !== null) return fail({ kind: 'refund_in_progress' })
    for (const attempt of unwritten.flush()) changed(attempt)
    if (!unwritten.isEmpty()) return fail({ kind: 'refunds_off', why: 'journal_unwritable' })
    // Set before anything is awaited: a hundred clicks are one refund.
    const work = issueRefund(order, { ...parts, journal, unwritten, now: clock.now, changed })
    sending = work
    tell(parts.deskChanged)
    try {
      return await work
    } finally {
      sending = null
      tell(parts.deskChanged)
      flush()
    }
  }

  settleLeftovers(journal, unwritten, clock.now)
  keeper.advance()
  flush()

  return {
    refundsOff: () => (unwritten.isEmpty() ? null : 'journal_unwritable'),
    issue,
    observe: reconciler.observe,
    raiseMark(record) {
      const raised = journal.raiseMark(glanceOf(record))
      if (!raised.ok) log(`refund desk: mark not raised: ${raised.fault.kind}`)
    },
    lockOn: (id) => lockOn(journal, id),
    list: journal.list,
    open: (marker) => historyOf(journal, marker),
    async look(marker) {
      const looked = await reconciler.look(marker)
      if (!looked.ok) return looked
      const history = historyOf(journal, marker)
      return history === null ? fail({ kind: 'attempt_unknown' }) : succeed(history)
    },
    decide(marker, decision) {
      const decided = decide(journal, marker, { kind: 'decided', at: clock.now(), decision })
      if (decided.ok) changed(decided.value)
      reconciler.plan()
      return decided
    },
    exportRange: (range, format) => exportRange(journal, range, format, clock.now()),
    undecidedCount: () => journal.undecided().length,
    isSending: () => sending !== null,
    async settled() {
      await sending?.catch(() => undefined)
      await keeper.settled()
    },
    wake: reconciler.wake,
    async close() {
      await sending?.catch(() => undefined)
      await reconciler.stop()
      flush()
      callOffFlush()
      await keeper.settled()
      journal.close()
    },
  }
}

function historyOf(journal: Journal, marker: string): AttemptHistory | null {
  const attempt = journal.attempt(marker)
  return attempt === null ? null : { attempt, events: journal.lines(marker).map((line) => line.event) }
}

function decide(
  journal: Journal,
  marker: string,
  event: Extract<AttemptEvent, { kind: 'decided' }>,
): Result<Attempt, Fault> {
  const written = journal.append(marker, event)
  if (written.ok) return written
  if (written.fault.kind === 'unwritable') {
    return fail({ kind: 'journal_unwritable', detail: written.fault.detail })
  }
  return fail({ kind: journal.attempt(marker) === null ? 'attempt_unknown' : 'attempt_not_open' })
}
