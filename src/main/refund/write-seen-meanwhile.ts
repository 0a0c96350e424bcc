import type { Clock } from '../scheduling/clock'
import type { ShowNotes } from './note-show'
import type { SeenMeanwhile } from './seen-meanwhile'

export type SeenMeanwhileWriting = {
  /** Begins, or goes on. */
  readonly write: () => void
  /** What is not written yet stays kept. */
  readonly stop: () => void
}

export type SeenMeanwhileWritingDeps = {
  readonly clock: Pick<Clock, 'after'>
  readonly meanwhile: Pick<SeenMeanwhile, 'take' | 'count'>
  readonly raise: ShowNotes['raise']
}

/** Each is flushed to the disk: so many at a time, and so many milliseconds for everybody else between. */
const atOnce = 20
const pause = 45

/**
 * Writes what was seen while there was no journal, or no number for its service (refund-protocol.md 2), behind the
 * cashier: a list for an outage may have brought thousands. A show of a payment writes its own first (note-show.ts).
 * What cannot be written is kept again, and is tried when this is next asked for.
 */
export function writeSeenMeanwhile({
  clock,
  meanwhile,
  raise,
}: SeenMeanwhileWritingDeps): SeenMeanwhileWriting {
  let rest = 0
  let callOff: () => void = () => undefined

  function some(): void {
    const payments = meanwhile.take(Math.min(rest, atOnce))
    for (const { serviceName, snapshot } of payments) raise(serviceName, snapshot)
    rest = Math.min(rest - payments.length, meanwhile.count())
    if (rest > 0) callOff = clock.after(pause, some)
  }

  return {
    write() {
      callOff()
      rest = meanwhile.count()
      some()
    },
    stop: () => callOff(),
  }
}
