import type { Journal } from '../journal/journal-types'
import type { Clock } from '../scheduling/clock'

export type WorkBehind = { readonly stop: () => void }

export type WorkBehindDeps = {
  readonly journal: Pick<Journal, 'workBehind' | 'standing' | 'isReady'>
  readonly clock: Clock
  /** Whether a refund is on its way: until its answer is written nothing is looked for. */
  readonly isSending: () => boolean
  /** Refunds may be on or off otherwise than before, or there is an alarm more. */
  readonly changed: () => void
}

/** Milliseconds of work at a time, and between. */
const slice = 5
const pause = 45
/** Nothing was left to do: something may be, so much later. */
const again = 60 * 1000

/** Makes the index anew and verifies the record's older files, behind the cashier (refund-protocol.md 13). */
export function workBehind({ journal, clock, isSending, changed }: WorkBehindDeps): WorkBehind {
  let callOff = clock.after(pause, step)

  function step(): void {
    const before = [journal.isReady(), journal.standing().alarms.length]
    const more = isSending() || journal.workBehind(slice)
    if (journal.isReady() !== before[0] || journal.standing().alarms.length !== before[1]) changed()
    callOff = clock.after(more ? pause : again, step)
  }

  return { stop: () => callOff() }
}
