/** Opens the refund service, opens it again when what stood in the way has gone, and begins a new journal. */
import type { RefundsOff } from '../../shared/fault'
import { fail } from '../../shared/result'
import type { OpeningFault } from '../journal/journal-types'
import { inTime, late } from '../system/clock'
import { attemptWork } from '../system/database'
import { makeTurns } from '../system/turns'
import { makeRefundsOff } from './refunds-off'
import { makeRefundsOn, type RefundOperations } from './refunds-on'
import {
  afterOpening,
  closed,
  mayPass,
  off,
  on,
  replaceableIn,
  type ServiceState,
  standingIn,
  withRetry,
} from './service-state'
import type { RefundService, SendingDeps } from './types'
import { makeSeenMeanwhile } from './unwritten'

/** How long a disk or a keychain that stood in the way is left alone, in milliseconds (refund-protocol.md 11). */
const reopenAfter = 60 * 1000

/**
 * Always answers a service. One whose journal could not be opened keeps refunds off and says why; it tries again at
 * `wake`, at *Confirm*, and after a while by itself, when keychain or disk stood in the way (protocol 11). What is seen
 * meanwhile is kept and raises the high-water values then.
 * @param patience milliseconds after which the service is answered even though its journal is still being checked.
 * Refunds are off until that is done.
 */
export async function openRefundService(
  deps: SendingDeps,
  patience = Number.POSITIVE_INFINITY,
): Promise<RefundService> {
  const opening = makeOpening(deps)
  const { refunds, tryAgain } = opening
  await opening.first(patience)
  return {
    ...forwarding(refunds),
    replaceable: () => replaceableIn(opening.state()),
    async issue(order) {
      await tryAgain()
      // Its answer would find no journal to be written into.
      if (opening.state().at === 'closed') return fail({ kind: 'refunds_off', why: 'journal_opening' })
      return refunds().issue(order)
    },
    wake() {
      refunds().wake()
      void tryAgain()
    },
    beginJournal: opening.beginJournal,
    close: opening.close,
  }
}

/** Where the service stands, and every way on from there. */
function makeOpening(deps: SendingDeps) {
  const { clock, log, news, journals } = deps
  const meanwhile = makeSeenMeanwhile()
  const turns = makeTurns()
  let state: ServiceState = offBecause('journal_opening', null)

  const refunds = () => standingIn(state).refunds

  function offBecause(why: RefundsOff, replaceable: OpeningFault['replaceable']) {
    return off(makeRefundsOff(why, meanwhile, log), why, replaceable)
  }

  async function open(): Promise<void> {
    const opened = await journals.open()
    if (!opened.ok) {
      log(`refunds off: ${opened.fault.why}: ${opened.fault.detail}`)
      state = afterOpening(state, offBecause(opened.fault.why, opened.fault.replaceable))
      return
    }
    const made = makeRefundsOn(deps, opened.value, meanwhile)
    state = afterOpening(state, on(made))
    const told = attemptWork(() => tellOpen(made, news))
    if (!told.ok) log(`refunds: the news could not be told: ${told.fault.detail}`)
  }

  async function openAgain(): Promise<void> {
    await open()
    news.appStateChanged()
  }

  /** Nobody waits for it any more, so a bug in opening may not end in a till that says "in a moment" for ever. */
  function openingFailed(): void {
    state = afterOpening(state, offBecause('journal_unwritable', null))
    news.appStateChanged()
    planRetry()
  }

  /** One after the other: a second opening would find the journal held by the first. */
  function alone<T>(work: () => Promise<T>): Promise<T> {
    const done = turns.inTurn(work).finally(planRetry)
    done.catch((error: unknown) => log(`refunds: ${String(error)}`))
    return done
  }

  /** Resolves when it has been tried, where trying may help. */
  async function tryAgain(): Promise<void> {
    if (turns.isBusy() || !mayPass(state)) return
    await alone(openAgain).catch(() => undefined)
  }

  function planRetry(): void {
    state = withRetry(state, () => clock.after(reopenAfter, () => void tryAgain()))
  }

  return {
    state: () => state,
    refunds,
    tryAgain,
    /** Resolves when the journal is open, cannot be opened, or is still being checked after so many milliseconds. */
    async first(patience: number): Promise<void> {
      const first = alone(open)
      if ((await inTime(first, patience, clock)) !== late) return
      void first.then(() => news.appStateChanged()).catch(openingFailed)
    },
    async beginJournal(...[order]: Parameters<RefundService['beginJournal']>) {
      if (state.at === 'closed' || turns.isBusy()) return fail({ kind: 'journal_not_replaceable' } as const)
      return alone(async () => {
        // Somebody may have put the right file back, or unlocked the keychain: then nothing is replaced.
        if (standingIn(state).at === 'off') await openAgain()
        if (replaceableIn(state) === null) return fail({ kind: 'journal_not_replaceable' } as const)
        const begun = await journals.begin(order)
        if (!begun.ok) return begun
        await openAgain()
        return begun
      })
    },
    async close(): Promise<void> {
      state = closed(state)
      await turns.settled()
      await refunds().close()
    },
  }
}

/** What was drawn before the journal was there shows its locks now. */
function tellOpen(refunds: RefundOperations, news: SendingDeps['news']): void {
  for (const attempt of refunds.page({ before: null, count: 1 }).open) {
    news.attemptChanged(attempt)
    news.paymentChanged(refunds.standingOf(attempt.intent.id))
  }
}

/** Everything but what an opening has a say in goes to what answers at the moment. */
function forwarding(
  refunds: () => RefundOperations,
): Omit<RefundService, 'replaceable' | 'issue' | 'wake' | 'beginJournal' | 'close'> {
  return {
    refundsOff: () => refunds().refundsOff(),
    observe: (show) => refunds().observe(show),
    raiseFromCopy: (copy) => refunds().raiseFromCopy(copy),
    lockOn: (id) => refunds().lockOn(id),
    standingOf: (id) => refunds().standingOf(id),
    acceptLower: (id, refunded, word) => refunds().acceptLower(id, refunded, word),
    release: (line, word) => refunds().release(line, word),
    acknowledge: (alarm, word) => refunds().acknowledge(alarm, word),
    page: (order) => refunds().page(order),
    open: (marker) => refunds().open(marker),
    slipMade: (marker, how) => refunds().slipMade(marker, how),
    check: (marker) => refunds().check(marker),
    decide: (marker, decision) => refunds().decide(marker, decision),
    exportPieces: (range, format, signer) => refunds().exportPieces(range, format, signer),
    acted: (act, by) => refunds().acted(act, by),
    journalHead: () => refunds().journalHead(),
    practiceServices: () => refunds().practiceServices(),
    notePractice: (name) => refunds().notePractice(name),
    undecidedCount: () => refunds().undecidedCount(),
    attention: () => refunds().attention(),
    news: () => refunds().news(),
    isSending: () => refunds().isSending(),
    settled: () => refunds().settled(),
  }
}
