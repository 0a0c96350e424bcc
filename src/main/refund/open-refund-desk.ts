/** Opens the refund desk, opens it again when what stood in the way has gone, and begins a new journal. */
import type { RefundsOff } from '../../shared/fault'
import { fail } from '../../shared/result'
import { beginJournal } from './begin-journal'
import type { Clock } from './clock'
import { makeClosedDesk } from './closed-desk'
import { openJournal } from './open-journal'
import type { RefundDesk } from './refund-desk'
import { makeWorkingDesk, type RefundDeskParts } from './working-desk'

/** How long a disk that did not let the journal be opened is left alone, in milliseconds. */
const retryAfter = 60 * 1000

/** `off` is why there is no journal; null when there is one. */
type Opened = { readonly desk: Omit<RefundDesk, 'beginJournal'>; readonly off: RefundsOff | null }

/** What may pass by itself: a keychain that is unlocked, a disk that has room again. */
const passing: readonly (RefundsOff | null)[] = ['no_keychain', 'journal_unwritable']

/** What only a person may end, by beginning a new journal. */
const replaceable: readonly RefundsOff[] = ['journal_damaged', 'journal_rolled_back']

/**
 * Always answers a desk. One whose journal could not be opened keeps refunds off and says why; it tries again at
 * `wake`, and after a while by itself, when keychain or disk stood in the way (design.md, "The refund protocol",
 * 11).
 * @param patience milliseconds after which the desk is answered even though its journal, that of years, is still
 * being checked. Refunds are off until that is done; what was seen meanwhile is taken note of then.
 */
export async function openRefundDesk(
  parts: RefundDeskParts,
  patience = Number.POSITIVE_INFINITY,
): Promise<RefundDesk> {
  let { desk, off } = offBecause('journal_opening')
  let opening: Promise<unknown> | null = null
  let callOffRetry: () => void = () => undefined
  let closed = false
  const seenMeanwhile: (() => void)[] = []

  async function open(): Promise<void> {
    ;({ desk, off } = await openOrExplain(parts))
    for (const takeNote of seenMeanwhile.splice(0)) takeNote()
  }

  async function openAgain(): Promise<void> {
    await open()
    parts.deskChanged()
  }

  function takeNote(note: () => void): void {
    if (off === 'journal_opening') seenMeanwhile.push(note)
    else note()
  }

  /** What was drawn before the journal was there shows its locks now. */
  function tellOpened(): void {
    const undecidedAtAnyTime = desk.list({ from: 0, to: 0 })
    for (const attempt of undecidedAtAnyTime) parts.attemptChanged(attempt)
    parts.deskChanged()
  }

  /** Nobody waits for it any more, so a bug in opening may not end in a till that says "in a moment" for ever. */
  function openingFailed(): void {
    ;({ desk, off } = offBecause('journal_unwritable'))
    parts.deskChanged()
    planRetry()
  }

  /** One at a time: a second opening would find the journal held by the first. */
  function alone<T>(work: () => Promise<T>): Promise<T> {
    const done = work().finally(() => {
      opening = null
      planRetry()
    })
    opening = done.catch((error: unknown) => parts.log(`refunds: ${String(error)}`))
    return done
  }

  function tryAgain(): void {
    if (closed || opening !== null || !passing.includes(off)) return
    alone(openAgain).catch(() => undefined)
  }

  function planRetry(): void {
    callOffRetry()
    if (!closed && off === 'journal_unwritable') callOffRetry = parts.clock.after(retryAfter, tryAgain)
  }

  const first = alone(open)
  if (!(await endsWithin(first, patience, parts.clock))) void first.then(tellOpened).catch(openingFailed)
  return {
    refundsOff: () => desk.refundsOff(),
    issue: (order) => desk.issue(order),
    observe: (record) => takeNote(() => desk.observe(record)),
    raiseMark: (record) => takeNote(() => desk.raiseMark(record)),
    lockOn: (id) => desk.lockOn(id),
    list: (range) => desk.list(range),
    open: (marker) => desk.open(marker),
    look: (marker) => desk.look(marker),
    decide: (marker, decision) => desk.decide(marker, decision),
    exportRange: (range, format) => desk.exportRange(range, format),
    undecidedCount: () => desk.undecidedCount(),
    isSending: () => desk.isSending(),
    settled: () => desk.settled(),
    wake() {
      desk.wake()
      tryAgain()
    },
    async beginJournal(order) {
      if (closed || opening !== null) return fail({ kind: 'journal_not_replaceable' })
      return alone(async () => {
        // Somebody may have put the right file back, or unlocked the keychain: then nothing is replaced.
        if (off !== null) await openAgain()
        if (off === null || !replaceable.includes(off)) return fail({ kind: 'journal_not_replaceable' })
        const begun = await beginJournal({ ...parts, now: parts.clock.now }, order)
        if (begun.ok) await openAgain()
        return begun
      })
    },
    async close() {
      closed = true
      callOffRetry()
      await opening
      callOffRetry()
      await desk.close()
    },
  }
}

function offBecause(why: RefundsOff): Opened {
  return { desk: makeClosedDesk(why), off: why }
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

async function openOrExplain(parts: RefundDeskParts): Promise<Opened> {
  const opened = await openJournal({ folder: parts.folder, keys: parts.keys, now: parts.clock.now })
  if (opened.ok) return { desk: makeWorkingDesk(parts, opened.value), off: null }
  const { why, detail } = opened.fault
  parts.log(`refunds off: ${why}: ${detail}`)
  return offBecause(why)
}
