/**
 * The refund service: opens the record of refunds, opens it again when what stood in the way has gone, begins a new one,
 * and answers while there is none (refund-protocol.md 11). What an open record answers is open-refunds.ts's to say.
 */
import type { RefundsOff } from '../../shared/fault'
import { noAttention } from '../../shared/late-news'
import { fail } from '../../shared/result'
import type { OpeningFault } from '../journal/journal-types'
import { snapshotOf } from '../service/read-answer'
import { inTime, late } from '../system/clock'
import { attemptWork } from '../system/database'
import { makeTurns } from '../system/signal'
import { makeOpenRefunds, type OpenRefunds } from './open-refunds'
import type { RefundService, SendingDeps } from './types'
import { makeSeenMeanwhile } from './unwritten'

/** How long a disk or a keychain that stood in the way is left alone, in milliseconds (refund-protocol.md 11). */
const reopenAfter = 60 * 1000
/** What may pass by itself: a keychain that is unlocked, a disk that has room again. */
const passing: readonly RefundsOff[] = ['no_keychain', 'journal_unwritable']

type Off = { readonly at: 'off' } & Pick<OpeningFault, 'why' | 'replaceable'>
type State = { readonly at: 'on'; readonly refunds: OpenRefunds } | Off

const opening: Off = { at: 'off', why: 'journal_opening', replaceable: null }
const fault = (why: RefundsOff) => fail({ kind: 'refunds_off', why } as const)

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
  const { clock, log, news, journals } = deps
  const meanwhile = makeSeenMeanwhile()
  const turns = makeTurns()
  let state: State = opening
  let closed = false
  let callOffRetry: () => void = () => undefined

  async function open(): Promise<void> {
    const opened = await journals.open()
    if (!opened.ok) {
      log(`refunds off: ${opened.fault.why}: ${opened.fault.detail}`)
      state = { at: 'off', ...opened.fault }
      return
    }
    const refunds = makeOpenRefunds(deps, opened.value, meanwhile)
    state = { at: 'on', refunds }
    const told = attemptWork(refunds.tellAll)
    if (!told.ok) log(`refunds: the news could not be told: ${told.fault.detail}`)
  }

  async function openAgain(): Promise<void> {
    await open()
    news.stateChanged.fire()
  }

  const mayPass = () => !closed && state.at === 'off' && passing.includes(state.why)

  /** In place of any retry planned before; none is planned where it cannot help. */
  function planRetry(): void {
    callOffRetry()
    callOffRetry = mayPass() ? clock.after(reopenAfter, () => void tryAgain()) : () => undefined
  }

  /** One after the other: a second opening would find the journal held by the first. */
  function alone<T>(work: () => Promise<T>): Promise<T> {
    const done = turns.inTurn(work).finally(planRetry)
    done.catch((error: unknown) => log(`refunds: ${String(error)}`))
    return done
  }

  /** Resolves when it has been tried, where trying may help. */
  async function tryAgain(): Promise<void> {
    if (!turns.isBusy() && mayPass()) await alone(openAgain).catch(() => undefined)
  }

  /** Nobody waits for it any more, so a bug in opening may not end in a till that says "in a moment" for ever. */
  function openingFailed(): void {
    state = { ...opening, why: 'journal_unwritable' }
    news.stateChanged.fire()
    planRetry()
  }

  const first = alone(open)
  if ((await inTime(first, patience, clock)) === late) {
    void first.then(() => news.stateChanged.fire()).catch(openingFailed)
  }
  const on = () => (state.at === 'on' ? state.refunds : null)
  const off = () => fault(state.at === 'off' ? state.why : 'journal_opening')
  const replaceable = () => (state.at === 'off' ? state.replaceable : null)
  return {
    ...answersOf(on, off),
    refundsOff: () => (state.at === 'off' ? state.why : state.refunds.refundsOff()),
    replaceable,
    async issue(order) {
      await tryAgain()
      // Once closed its answer would find no journal to be written into.
      return closed ? fault('journal_opening') : (on()?.issue(order) ?? off())
    },
    observe: (show) => (on()?.observe ?? (({ record }) => meanwhile.note(snapshotOf(record))))(show),
    raiseFromCopy: (copy) =>
      (on()?.raiseFromCopy ?? (({ record }) => meanwhile.note(snapshotOf(record))))(copy),
    slipMade(marker, how) {
      if (state.at === 'on') state.refunds.slipMade(marker, how)
      else log(`refunds: a slip of ${marker} was not counted: ${state.why}`)
    },
    acted(act, by) {
      if (state.at === 'on') state.refunds.acted(act, by)
      else log(`refunds: ${act.act} was not written down: ${state.why}`)
    },
    wake() {
      on()?.wake()
      void tryAgain()
    },
    async beginJournal(order) {
      if (closed || turns.isBusy()) return fail({ kind: 'journal_not_replaceable' })
      return alone(async () => {
        // Somebody may have put the right file back, or unlocked the keychain: then nothing is replaced.
        if (state.at === 'off') await openAgain()
        if (replaceable() === null) return fail({ kind: 'journal_not_replaceable' })
        const begun = await journals.begin(order)
        if (begun.ok) await openAgain()
        return begun
      })
    },
    async close() {
      closed = true
      callOffRetry()
      // What an opening under way still brings is closed too.
      await turns.settled()
      await on()?.close()
    },
  }
}

/** What is asked of the record where there is one; without one it knows of no attempt. */
function answersOf(on: () => OpenRefunds | null, off: () => ReturnType<typeof fault>) {
  return {
    lockOn: (id) => on()?.standingOf(id).lock ?? null,
    standingOf: (id) => on()?.standingOf(id) ?? { id, lock: null, stale: null },
    acceptLower: async (id, refunded, word) => on()?.acceptLower(id, refunded, word) ?? off(),
    release: (line, word) => on()?.release(line, word) ?? off(),
    acknowledge: (alarm, word) => on()?.acknowledge(alarm, word) ?? off(),
    page: (order) => on()?.page(order) ?? { open: [], notices: [], attempts: [], next: null },
    open: (marker) => on()?.open(marker) ?? null,
    check: async (marker) => on()?.check(marker) ?? off(),
    decide: async (marker, decision) => on()?.decide(marker, decision) ?? off(),
    exportPieces: (range, format, signer) => on()?.exportPieces(range, format, signer) ?? off(),
    journalHead: () => on()?.journalHead() ?? null,
    practiceServices: () => on()?.practiceServices() ?? [],
    notePractice: (name) => on()?.notePractice(name),
    undecidedCount: () => on()?.undecidedCount() ?? 0,
    attention: () => on()?.attention() ?? noAttention,
    news: () => on()?.news() ?? [],
    isSending: () => on()?.isSending() ?? false,
    settled: async () => on()?.settled(),
  } satisfies Partial<RefundService>
}
