/** Runs refunds over an open record: makes its parts, sends one refund at a time, and writes what waits for the disk. */

import { fail, type Result, succeed } from '../../shared/base/result'
import type { Fault, RefundsOff } from '../../shared/fault'
import { isWatched } from '../../shared/refund/refund'
import type { Journal } from '../journal/journal'
import { type HeadAnchor, makeHeadAnchor } from '../journal/journal-keys'
import { workBehind } from '../journal/verify-behind'
import { snapshotOf } from '../service/read-answer'
import type { FreshShow } from '../service/show'
import { attemptWork } from '../system/database'
import { makeChecks } from './ask'
import { makePendingEvents, makeProbes, makeStalePayments, type SeenMeanwhile } from './memory'
import { makeServiceTime } from './order'
import { refund, settleLeftovers, take, takeEarlier } from './protocol'
import { attemptView, makeTeller, openAttempts, type Teller } from './tell'
import type { IssuedRefund, RefundDeps, RefundOrder, SavedRecord, SendingDeps, Till } from './types'

/** How long writing pauses after the disk did not take a line. */
const retryFlushMs = 5000
/** A run that is cut off loses no more running time. */
const writeRanEveryMs = 60 * 60 * 1000
/** What was seen meanwhile is written in slices, with a pause for everything else in between. */
const seenPerSlice = 20
const seenPauseMs = 45

export type OpenRefunds = ReturnType<typeof makeOpenRefunds>

/**
 * Refunds over a record that was opened and verified.
 * @param meanwhile what was seen while there was no record.
 */
export function makeOpenRefunds(deps: SendingDeps, opened: Journal, meanwhile: SeenMeanwhile) {
  // Only the protocol gets the port that sends.
  const { sender, withheld = () => null, ...reading } = deps
  const till = makeTill(reading, opened, meanwhile)
  const { journal, clock, headAnchor, pendingEvents, tell } = till
  const checks = makeChecks(till)
  tell.due.on(checks.plan)
  let sending: Promise<unknown> | null = null
  let people: Promise<unknown> = Promise.resolve()
  let callOffFlush: () => void = () => undefined
  let callOffSeen: () => void = () => undefined
  let callOffRan: () => void = () => undefined
  let isClosing = false

  /** Writes what the disk did not take, and tries again later. */
  function flush(): void {
    callOffFlush()
    pendingEvents.flush()
    if (!pendingEvents.isEmpty() && !isClosing) callOffFlush = clock.after(retryFlushMs, flush)
  }

  /**
   * Writes what was seen earlier, in the background: a list for an outage may have brought thousands. A show of a payment
   * writes its own first (`take`). What the disk does not take waits for the next call, an hour at most.
   */
  function writeSeen(): void {
    callOffSeen()
    if (writeSome() && meanwhile.count() > 0) callOffSeen = clock.after(seenPauseMs, writeSeen)
  }

  /** Writes one slice. Returns whether there was any and the disk took it. */
  function writeSome(): boolean {
    const some = meanwhile.take(seenPerSlice)
    const rest = meanwhile.count()
    for (const earlier of some) takeEarlier(till, earlier)
    return some.length > 0 && meanwhile.count() === rest
  }

  function countRan(): void {
    callOffRan = clock.after(writeRanEveryMs, () => {
      writeRan(till)
      catchUp()
      countRan()
    })
  }

  function catchUp(): void {
    flush()
    writeSeen()
  }

  /** Why refunds are off though the record is in order; null while they are on. */
  function refundsOff(): RefundsOff | null {
    if (!pendingEvents.isEmpty()) return 'journal_unwritable'
    if (headAnchor.isBehind()) return 'no_keychain'
    return journal.isReady() ? withheld() : 'journal_opening'
  }

  async function send(order: RefundOrder): Promise<Result<IssuedRefund, Fault>> {
    // Keychain and disk may answer again by now, and a cashier is waiting.
    catchUp()
    if (headAnchor.isBehind()) await headAnchor.keep()
    const why = refundsOff()
    if (why !== null) return fail({ kind: 'refunds_off', why })
    const issued = await refund(till, sender, order)
    if (!issued.ok) return issued
    const { attempt, record } = issued.value
    // A record of another payment is no answer to this refund, and is not shown.
    const isOwn = record?.id === attempt.intent.id
    return succeed({ attempt: attemptView(attempt, till), record: isOwn ? record : null })
  }

  settleLeftovers(till)
  catchUp()
  headAnchor.advance()
  checks.plan()
  countRan()
  const isSending = () => sending !== null
  const stopBehind = workBehind({ journal, clock, isSending, changed: tell.recordRead })
  return {
    till,
    refundsOff,
    isSending,
    async issue(order: RefundOrder): Promise<Result<IssuedRefund, Fault>> {
      // Set before anything is awaited: a hundred clicks are one refund.
      if (sending !== null) return fail({ kind: 'refund_in_progress' })
      const work = send(order)
      sending = work
      tell.stateChanged()
      try {
        return await work
      } finally {
        sending = null
        tell.stateChanged()
        flush()
      }
    },
    observe(show: FreshShow): boolean {
      const taken = attemptWork(() => take(till, show))
      if (!taken.ok) till.log(`refunds: a show was not judged: ${taken.fault.detail}`)
      return taken.ok && taken.value.facts.lowerFor !== null && till.stale.of(show.record.id) === null
    },
    raiseFromCopy({ record, savedAt }: SavedRecord): void {
      takeEarlier(till, { snapshot: snapshotOf(record), savedAt })
    },
    /** Makes closing wait for work that a person asked for. */
    during<T>(work: Promise<T>): Promise<T> {
      people = Promise.allSettled([people, work])
      return work
    },
    /** Announces locks to a window that was drawn before the record was open. */
    tellAll(): void {
      for (const attempt of openAttempts(journal.standing(), till)) {
        tell.touched(attempt)
        tell.paymentChanged(attempt.intent.id)
      }
    },
    /** Resolves when no refund is being sent and the record's head is in the keychain. */
    async settled(): Promise<void> {
      await sending?.catch(() => undefined)
      await headAnchor.keep()
    },
    /** The connection came back, the PC woke up, or address or keychain may have changed. */
    wake(): void {
      headAnchor.wake()
      catchUp()
      checks.wake()
      tell.allChanged()
    },
    async close(): Promise<void> {
      await sending?.catch(() => undefined)
      isClosing = true
      stopBehind()
      callOffSeen()
      callOffRan()
      await checks.stop()
      await people
      flush()
      // What stays unwritten now is lost.
      while (writeSome());
      writeRan(till)
      await headAnchor.settle()
      journal.close()
    },
  }
}

/**
 * Writes how long the till has run where a watch waits for running time: what passes after the last line of a run is not
 * counted (protocol 10).
 */
function writeRan({ journal, clock, log }: Till): void {
  if (![...journal.standing().attempts.values()].some(isWatched)) return
  const written = journal.appendTill({ kind: 'ran', at: clock.now() })
  if (!written.ok) log(`refunds: the running time was not written: ${written.fault.kind}`)
}

/** Makes the parts, each after those that it needs. */
function makeTill(deps: RefundDeps, opened: Journal, meanwhile: SeenMeanwhile): Till {
  const { news, clock, log } = deps
  const known = {
    ...deps,
    journal: opened,
    probes: makeProbes(opened),
    stale: makeStalePayments({ journal: opened, clock }),
    serviceTime: makeServiceTime(clock),
  }
  const headAnchor = makeHeadAnchor({ ...known, changed: news.stateChanged.fire })
  const tell = makeTeller(known, news)
  const followed = followJournal(opened, headAnchor, tell)
  const pendingEvents = makePendingEvents(followed.journal, log)
  return { ...known, ...followed, meanwhile, headAnchor, tell, pendingEvents }
}

/** Wraps the journal: announces each line that it takes, and brings its head to the keychain (refund-protocol.md 11). */
function followJournal(journal: Journal, headAnchor: HeadAnchor, tell: Teller) {
  let refused = 0

  function after<T, F extends { readonly kind: string }>(
    written: Result<T, F>,
    then: (value: T) => void,
  ): Result<T, F> {
    if (!written.ok) {
      if (written.fault.kind === 'unwritable') refused += 1
      return written
    }
    headAnchor.advance()
    then(written.value)
    return written
  }

  const followed: Journal = {
    ...journal,
    append: (marker, event) => after(journal.append(marker, event), tell.changed),
    appendPayment: (event) => after(journal.appendPayment(event), tell.allChanged),
    appendTill: (event) => after(journal.appendTill(event), tell.allChanged),
    workBehind(milliseconds) {
      const before = journal.head().seq
      const more = journal.workBehind(milliseconds)
      if (journal.head().seq !== before) headAnchor.advance()
      return more
    },
  }
  return { journal: followed, refusedLines: () => refused }
}
