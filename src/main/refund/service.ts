/**
 * Everything that the rest of main may ask about refunds. Owns the record and the only way to send a refund: opens the
 * record, retries when an obstacle has gone, begins a new one, and answers while there is none (refund-protocol.md 11).
 */

import { type Attention, type LateNews, noAttention } from '../../shared/attempt/alarms'
import type { DecisionOrder, SlipWay } from '../../shared/attempt/attempt'
import type { PaymentStanding } from '../../shared/attempt/payment-standing'
import { fail, type Result, succeed } from '../../shared/base/result'
import type { ActivityOrder, ActivityPage } from '../../shared/contract/contract'
import type { Fault, FaultOf, RefundsOff } from '../../shared/fault'
import type { PersonRef } from '../../shared/people/people'
import type { RuleName } from '../../shared/people/rules'
import type { Sheet, Shift } from '../../shared/refund/day'
import type { Act } from '../../shared/refund/journal-events'
import type { ExportSigner } from '../journal/export/export-keys'
import { type ExportPiece, type ExportRange, exportPieces } from '../journal/export/write-export'
import type { Journal } from '../journal/journal'
import type { Head } from '../journal/journal-line'
import type { JournalFault, OpeningFault, PersonsWord, TakenOver } from '../journal/journal-types'
import { addressName } from '../service/address'
import { snapshotOf } from '../service/read-answer'
import type { FreshShow } from '../service/show'
import { inTime, late } from '../system/clock'
import { makeTurns } from '../system/signal'
import { addUpShift, type Beside, readNoes, readSheets, sheetOf, shiftOf } from './day'
import { makeSeenMeanwhile } from './memory'
import { makeOpenRefunds, type OpenRefunds } from './open-refunds'
import { checkRules } from './order'
import { type Alarm, acceptLower, acknowledge, checkNow, decide, release } from './people'
import { attentionIn, historyOf, pageOf } from './tell'
import type { AttemptHistory, IssuedRefund, RefundOrder, SavedRecord, SendingDeps, Till } from './types'

/** How long to wait before opening is tried again (refund-protocol.md 11). */
const reopenAfterMs = 60 * 1000
/** How long a cashier waits for opening at *Confirm*. It goes on behind. */
const atConfirmMs = 10 * 1000
/** What may pass without a person: a keychain is unlocked, a disk has room again. */
const passing: readonly RefundsOff[] = ['no_keychain', 'journal_unwritable']

type Closed = { readonly at: 'off' } & Pick<OpeningFault, 'why' | 'replaceable'>
type State = { readonly at: 'on'; readonly refunds: OpenRefunds } | Closed

const opening: Closed = { at: 'off', why: 'journal_opening', replaceable: null }

export type RefundService = Awaited<ReturnType<typeof openRefundService>>

/**
 * Returns a service in any case. One whose journal could not be opened keeps refunds off and says why; it tries again at
 * `wake`, at *Confirm*, and after a while, where keychain or disk failed (protocol 11). What is seen meanwhile is kept, and
 * raises the high-water values then.
 * @param patience milliseconds after which the service is returned although its journal is still being checked, with
 * refunds off until that is done.
 */
export async function openRefundService(deps: SendingDeps, patience = Number.POSITIVE_INFINITY) {
  const { clock, log, news, journals } = deps
  const meanwhile = makeSeenMeanwhile()
  const turns = makeTurns()
  let state: State = opening
  let closed = false
  let callOffRetry: () => void = () => undefined

  async function open(): Promise<void> {
    const opened = await journals.open()
    if (!opened.ok) {
      state = { at: 'off', ...opened.fault }
      return
    }
    const refunds = makeOpenRefunds(deps, opened.value, meanwhile)
    state = { at: 'on', refunds }
    refunds.tellAll()
  }

  async function openAgain(): Promise<void> {
    await open()
    news.stateChanged.fire()
  }

  const mayPass = () => !closed && state.at === 'off' && passing.includes(state.why)

  /** Replaces the planned retry; plans none where it cannot help. */
  function planRetry(): void {
    callOffRetry()
    callOffRetry = mayPass() ? clock.after(reopenAfterMs, () => void tryAgain()) : () => undefined
  }

  /** Runs one after the other: a second opening would find the journal held by the first. */
  function alone<T>(work: () => Promise<T>): Promise<T> {
    const done = turns.inTurn(work).finally(planRetry)
    done.catch((error: unknown) => log(`refunds: ${String(error)}`))
    return done
  }

  /** Resolves after a try, or at once where trying cannot help. */
  async function tryAgain(): Promise<void> {
    if (!turns.isBusy() && mayPass()) await alone(openAgain).catch(() => undefined)
  }

  /** A bug in opening must not leave a till that says "in a moment" for ever. */
  function openingFailed(): void {
    state = { ...opening, why: 'journal_unwritable' }
    news.stateChanged.fire()
    planRetry()
  }

  const first = alone(open)
  if ((await inTime(first, patience, clock)) === late) {
    void first.then(() => news.stateChanged.fire()).catch(openingFailed)
  }
  const off = (): Off =>
    fail({ kind: 'refunds_off', why: state.at === 'off' ? state.why : 'journal_opening' })
  const on: WithRefunds = (use, otherwise) => (state.at === 'on' ? use(state.refunds) : otherwise)
  const replaceable = () => (state.at === 'off' ? state.replaceable : null)
  return {
    ...readings(on, off),
    ...people(on, off),
    ...notes(on, off, log),
    /** Why refunds are off on this till; null while they are on. */
    refundsOff: () => (state.at === 'off' ? state.why : state.refunds.refundsOff()),
    /** How a new record may be begun; null where none is needed (protocol 12). */
    replaceable,
    /** Sends one refund. Ok: an attempt was written down, whatever its state. */
    async issue(order: RefundOrder): Promise<Result<IssuedRefund, Fault>> {
      if ((await inTime(tryAgain(), atConfirmMs, clock)) === late) return off()
      // After closing, its answer would find no journal to be written to.
      return state.at === 'on' && !closed ? state.refunds.issue(order) : off()
    },
    /**
     * Judges a show that was made for a lookup, which must not fail because the record's disk does. Returns whether it is
     * only older than what is known, which no standing says.
     */
    observe(show: FreshShow): boolean {
      if (state.at === 'on') return state.refunds.observe(show)
      meanwhile.note(snapshotOf(show.record))
      return false
    },
    /** Raises the high-water value by a saved copy, unless a later lowering was accepted (protocol 2). */
    raiseFromCopy(copy: SavedRecord): void {
      if (state.at === 'on') state.refunds.raiseFromCopy(copy)
      else meanwhile.note(snapshotOf(copy.record), copy.savedAt)
    },
    /** The PC slept: no wait that a person ends counts that (protocol 10). Called before `wake`. */
    slept(): void {
      on(({ till: { probes, stale } }) => {
        probes.slept()
        stale.slept()
      }, undefined)
    },
    /** The connection came back, the PC woke up, or address or keychain may have changed: what waits is due now. */
    wake(): void {
      on(({ wake }) => wake(), undefined)
      void tryAgain()
    },
    /**
     * Begins a new record where the old one cannot be used any more; the caller has checked PIN or token. Old files stay
     * as they are, and what can be read of them is taken over. Sends nothing.
     */
    async beginJournal(order: PersonsWord): Promise<Result<TakenOver, Fault>> {
      if (closed || turns.isBusy()) return fail({ kind: 'journal_not_replaceable' })
      return alone(async () => {
        // Nothing is replaced where somebody has put the right file back, or unlocked the keychain.
        if (state.at === 'off') await openAgain()
        if (replaceable() === null) return fail({ kind: 'journal_not_replaceable' })
        const begun = await journals.begin(order)
        if (!begun.ok) return begun
        await openAgain()
        // Opening has locked what an unknown record beside it had open.
        const { unread } = begun.value
        return succeed({ ...begun.value, unread: on(({ till }) => unreadLocks(till.journal), unread) })
      })
    },
    /** Ends the schedule and closes the record. What is seen or done afterwards is not written down. */
    async close(): Promise<void> {
      closed = true
      callOffRetry()
      // An opening under way is closed too.
      await turns.settled()
      await on(({ close }) => close(), undefined)
      // A lookup may end later. A line of it would begin a new file.
      state = opening
    },
  }
}

const unreadLocks = ({ standing }: Journal) =>
  standing().locks.filter(({ event }) => event.kind === 'locked_unread').length

type Off = { readonly ok: false; readonly fault: FaultOf<'refunds_off'> }
/** Uses the open record; returns `otherwise` without one. */
type WithRefunds = <A, B>(use: (refunds: OpenRefunds) => A, otherwise: B) => A | B

/** What is known of attempts and payments: nothing without a record. */
function readings(on: WithRefunds, off: () => Off) {
  return {
    /** What locks a payment, by its internal id, and why the service's last answer about it is not believed yet. */
    standingOf: (id: string): PaymentStanding =>
      on(({ till }) => till.tell.standingOf(id), { id, lock: null, stale: null }),
    /** Applies the store's rules to an order that nobody has confirmed yet. It promises nothing. */
    judge: (order: RefundOrder): Result<readonly RuleName[], Fault> =>
      on(({ till }) => checkRules(till, order, order.shown), off()),
    /** A page of what this till did, newest first (contract.ts, `activity:page`). */
    page: (order: ActivityOrder): ActivityPage =>
      on(({ till }) => pageOf(order, till), {
        open: [],
        notices: [],
        attempts: [],
        next: null,
        reading: false,
      }),
    /** A person's shift; since the start of the day where the record does not have its beginning. */
    shiftOf: (person: PersonRef, startOfDay: number): Shift =>
      on(
        ({ till }) => shiftOf(till.journal.standing().shifts, person, startOfDay),
        shiftOf([], person, startOfDay),
      ),
    /** Who declined a refund in a time span, each time. */
    noes: async (span: ExportRange, giveWay: () => Promise<void>): Promise<readonly PersonRef[]> =>
      on(({ till }) => readNoes(till.journal, span, giveWay), []),
    /** The shifts that were closed in a time span; null while some of its lines are still being read. */
    sheets: async (span: ExportRange, giveWay: () => Promise<void>): Promise<readonly Sheet[] | null> =>
      on(({ till }) => readSheets(till.journal, span, giveWay), []),
    open: (marker: string): AttemptHistory | null => on(({ till }) => historyOf(marker, till), null),
    /** The number and hash of the record's last line; null without a record. */
    journalHead: (): Head | null => on(({ till }) => till.journal.head(), null),
    /**
     * Exports a time range in pieces: as JSON the lines with their hashes, which `verify-journal` can check, as CSV the
     * attempts.
     */
    exportPieces: (
      range: ExportRange,
      format: 'csv' | 'json',
      signer: ExportSigner | null,
      store: string,
    ): Result<Iterable<ExportPiece>, Fault> =>
      on(
        ({ till: { journal, clock } }) => exportPieces(journal, range, format, clock.now(), signer, store),
        off(),
      ),
    /** The names of services that the record knows to be practice. */
    practiceServices: (): readonly string[] => on(({ till }) => [...till.journal.standing().practice], []),
    undecidedCount: (): number => on(({ till }) => till.journal.undecided().length, 0),
    /** How many attempts and lines wait, and for whom. */
    attention: (): Attention => on(({ till }) => attentionIn(till.journal.standing(), till), noAttention),
    /** Changes of refunds whose cashier has gone on. */
    news: (): readonly LateNews[] => on(({ till }) => till.tell.lateNews(), []),
    isSending: (): boolean => on((refunds) => refunds.isSending(), false),
    /** Resolves when no refund is being sent and the record's head is in the keychain. */
    settled: async (): Promise<void> => on((refunds) => refunds.settled(), undefined),
  }
}

/** What a person decides about an attempt, a payment, a lock or an alarm; the caller has checked the PIN. Sends no refund. */
function people(on: WithRefunds, off: () => Off) {
  async function thenHistory(
    marker: string,
    work: (till: Till) => Promise<Result<unknown, Fault>>,
  ): Promise<Result<AttemptHistory, Fault>> {
    const done = await on(({ during, till }) => during(work(till)), off())
    if (!done.ok) return done
    const history = on(({ till }) => historyOf(marker, till), null)
    return history === null ? fail({ kind: 'attempt_unknown' }) : succeed(history)
  }

  return {
    /** Asks the service about one attempt now. */
    check: (marker: string) => thenHistory(marker, (till) => checkNow(till, marker)),
    /** Records whether an attempt was refunded, after a show of this moment. */
    decide: (marker: string, order: DecisionOrder) =>
      thenHistory(marker, (till) => decide(till, marker, order)),
    /** Accepts a lower `refunded` (hundredths) that the person saw. */
    async acceptLower(
      id: string,
      refunded: number,
      word: PersonsWord,
    ): Promise<Result<PaymentStanding, Fault>> {
      const done = await on(({ during, till }) => during(acceptLower(till, id, refunded, word)), off())
      return done.ok ? on(({ till }) => succeed(till.tell.standingOf(id)), off()) : done
    },
    /** Ends a lock that no attempt holds. */
    release: (line: number, word: PersonsWord & { readonly saw: string }): Result<null, Fault> =>
      on(({ till }) => release(till, line, word), off()),
    /** Ends one alarm, never a lock. */
    acknowledge: (
      alarm: Alarm,
      word: { readonly supervisor: string; readonly note: string },
    ): Result<null, Fault> => on(({ till }) => acknowledge(till, alarm, word), off()),
  }
}

/** Lines that decide nothing: one that cannot be written is lost, and logged. Each returns whether it was written. */
function notes(on: WithRefunds, off: () => Off, log: (line: string) => void) {
  function note(what: string, write: (till: Till) => Result<unknown, JournalFault>): boolean {
    const written = on(({ till }) => write(till), fail({ kind: off().fault.why }))
    if (!written.ok) log(`refunds: ${what} was not written down: ${written.fault.kind}`)
    return written.ok
  }

  return {
    /** Counts a slip of that refund that was printed or saved. */
    slipMade: (marker: string, how: SlipWay): boolean =>
      note(`a slip of ${marker}`, ({ journal, clock }) =>
        journal.append(marker, { kind: 'slip_made', at: clock.now(), how }),
      ),
    /** Writes down an act that is no refund. */
    acted: (act: Act, by: PersonRef | null): boolean =>
      note(act.act, ({ journal, clock }) => journal.appendTill({ kind: 'acted', at: clock.now(), by, act })),
    /** Closes a shift. Returns its sheet, which is written down first. */
    closeShift(shift: Shift, beside: Beside): Result<Sheet, Fault> {
      return on(({ till: { journal, clock } }): Result<Sheet, Fault> => {
        const { person: by, since } = shift
        const at = clock.now()
        const day = sheetOf(addUpShift(journal, shift, beside, at))
        // Asked after the reading: an index that broke meanwhile gave too few refunds.
        if (!journal.isReadSince(since)) return fail({ kind: 'refunds_off', why: 'journal_opening' })
        const written = journal.appendTill({ kind: 'acted', at, by, act: { act: 'shift', since, day } })
        if (written.ok) return succeed({ by, since, at, day })
        return fail({ kind: 'journal_unwritable', detail: written.fault.kind })
      }, off())
    },
    /** Writes down, once, that the service of that name said it is practice. */
    notePractice: (name: string): boolean =>
      note('that the service is practice', ({ journal, clock }) =>
        journal.standing().practice.has(addressName(name))
          ? succeed(null)
          : journal.appendTill({ kind: 'practice_heard', at: clock.now(), address: name }),
      ),
  }
}
