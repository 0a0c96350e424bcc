/** Opens the refund service, opens it again when what stood in the way has gone, and begins a new journal. */
import type { RefundsOff } from '../../shared/fault'
import { raise } from '../../shared/high-water'
import { fail } from '../../shared/result'
import { attemptWork } from '../database/open-database'
import type { RefundsOffFault } from '../journal/journal-types'
import type { OpeningFault } from '../journal/journals'
import type { Clock } from '../scheduling/clock'
import type { SendingDeps } from './refund-deps'
import type { RefundService } from './refund-service'
import { makeRefundsOff } from './refunds-off'
import { makeRefundsOn, type RefundOperations } from './refunds-on'
import { makeSeenMeanwhile } from './seen-meanwhile'

/** How long a disk or a keychain that stood in the way is left alone, in milliseconds (design.md, protocol 11). */
const reopenAfter = 60 * 1000

/** `off` is why there is no journal; null when there is one. */
type Opened = {
  readonly refunds: RefundOperations
  readonly off: { readonly why: RefundsOff; readonly replaceable: OpeningFault['replaceable'] } | null
}

/** What may pass by itself: a keychain that is unlocked, a disk that has room again. */
const passing: readonly RefundsOff[] = ['no_keychain', 'journal_unwritable']

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
  const { clock, log, news } = deps
  const meanwhile = makeSeenMeanwhile((before, snapshot) => raise(before, snapshot))
  let { refunds, off } = offBecause('journal_opening', null)
  let opening: Promise<unknown> | null = null
  let callOffRetry: () => void = () => undefined
  let closed = false
  let found: RefundsOffFault | null = null

  function offBecause(why: RefundsOff, replaceable: OpeningFault['replaceable']): Opened {
    return { refunds: makeRefundsOff(why, meanwhile, log), off: { why, replaceable } }
  }

  async function open(): Promise<void> {
    const opened = await deps.journals.open(found)
    if (!opened.ok) {
      log(`refunds off: ${opened.fault.why}: ${opened.fault.detail}`)
      ;({ refunds, off } = offBecause(opened.fault.why, opened.fault.replaceable))
      return
    }
    refunds = makeRefundsOn(deps, opened.value, meanwhile, (fault) => {
      found = fault
      void alone(reopen).catch(() => undefined)
    })
    off = null
    const told = attemptWork(tellOpen)
    if (!told.ok) log(`refunds: the news could not be told: ${told.fault.detail}`)
  }

  /** What was drawn before the journal was there shows its locks now. */
  function tellOpen(): void {
    for (const attempt of refunds.page({ before: null, count: 1 }).open) {
      news.attemptChanged(attempt)
      news.paymentChanged(refunds.standingOf(attempt.intent.id))
    }
  }

  async function openAgain(): Promise<void> {
    await open()
    news.appStateChanged()
  }

  /** Damage was found in a journal that is open: opening it says how it is replaced. */
  async function reopen(): Promise<void> {
    const damaged = refunds
    await damaged.settled()
    ;({ refunds, off } = offBecause('journal_damaged', null))
    await damaged.close()
    await openAgain()
  }

  /** Nobody waits for it any more, so a bug in opening may not end in a till that says "in a moment" for ever. */
  function openingFailed(): void {
    ;({ refunds, off } = offBecause('journal_unwritable', null))
    news.appStateChanged()
    planRetry()
  }

  /** One after the other: a second opening would find the journal held by the first. */
  function alone<T>(work: () => Promise<T>): Promise<T> {
    const before = opening ?? Promise.resolve()
    const done = before.then(work).finally(() => {
      if (opening === settled) opening = null
      planRetry()
    })
    const settled = done.catch((error: unknown) => log(`refunds: ${String(error)}`))
    opening = settled
    return done
  }

  const mayPass = () => off !== null && passing.includes(off.why)

  /** Resolves when it has been tried, where trying may help. */
  async function tryAgain(): Promise<void> {
    if (closed || opening !== null || !mayPass()) return
    await alone(openAgain).catch(() => undefined)
  }

  function planRetry(): void {
    callOffRetry()
    if (!closed && mayPass()) callOffRetry = clock.after(reopenAfter, () => void tryAgain())
  }

  const first = alone(open)
  if (!(await endsWithin(first, patience, clock))) {
    void first.then(() => news.appStateChanged()).catch(openingFailed)
  }
  return {
    ...forwarding(() => refunds),
    replaceable: () => off?.replaceable ?? null,
    async issue(order) {
      await tryAgain()
      // Its answer would find no journal to be written into.
      if (closed) return fail({ kind: 'refunds_off', why: 'journal_opening' })
      return refunds.issue(order)
    },
    wake() {
      refunds.wake()
      void tryAgain()
    },
    async beginJournal(order) {
      if (closed || opening !== null) return fail({ kind: 'journal_not_replaceable' })
      return alone(async () => {
        // Somebody may have put the right file back, or unlocked the keychain: then nothing is replaced.
        if (off !== null) await openAgain()
        if ((off?.replaceable ?? null) === null) return fail({ kind: 'journal_not_replaceable' })
        const begun = await deps.journals.begin(order)
        if (!begun.ok) return begun
        found = null
        await openAgain()
        return begun
      })
    },
    async close() {
      closed = true
      callOffRetry()
      await opening
      callOffRetry()
      await refunds.close()
    },
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
    staleOn: (id) => refunds().staleOn(id),
    standingOf: (id) => refunds().standingOf(id),
    acceptLower: (id, refunded, word) => refunds().acceptLower(id, refunded, word),
    release: (line, word) => refunds().release(line, word),
    acknowledge: (alarm, word) => refunds().acknowledge(alarm, word),
    page: (order) => refunds().page(order),
    open: (marker) => refunds().open(marker),
    check: (marker) => refunds().check(marker),
    decide: (marker, decision) => refunds().decide(marker, decision),
    exportPieces: (range, format) => refunds().exportPieces(range, format),
    exportRange: (range, format) => refunds().exportRange(range, format),
    acted: (act, by) => refunds().acted(act, by),
    services: () => refunds().services(),
    settleService: (address, of, word) => refunds().settleService(address, of, word),
    undecidedCount: () => refunds().undecidedCount(),
    attentionCount: () => refunds().attentionCount(),
    isSending: () => refunds().isSending(),
    settled: () => refunds().settled(),
  }
}

/** False when it has not ended by then. Rejects when the work does. */
async function endsWithin(work: Promise<void>, milliseconds: number, clock: Clock): Promise<boolean> {
  if (milliseconds === Number.POSITIVE_INFINITY) return work.then(() => true)
  let callOff: () => void = () => undefined
  const late = new Promise<boolean>((resolve) => {
    callOff = clock.after(milliseconds, () => resolve(false))
  })
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    callOff()
  }
}
