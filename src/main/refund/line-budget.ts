import type { Clock } from '../scheduling/clock'

/**
 * How many lines an undecided attempt may write that change neither its state nor raise an alarm: a service whose
 * answers alternate must not fill the journal, which is never pruned.
 */
export type LineBudget = {
  readonly allows: (marker: string) => boolean
  readonly spent: (marker: string) => void
}

const day = 24 * 60 * 60 * 1000
const hour = 60 * 60 * 1000
/** So many at once; then one an hour: fewer than 30 a day. */
const atOnce = 5

/** Counted by the clock that nobody can set, anew after every start. */
export function makeLineBudget(clock: Pick<Clock, 'monotonic'>): LineBudget {
  const spent = new Map<string, readonly number[]>()
  const ofToday = (marker: string) =>
    (spent.get(marker) ?? []).filter((moment) => clock.monotonic() - moment < day)
  return {
    allows(marker) {
      const moments = ofToday(marker)
      const last = moments.at(-1)
      return moments.length < atOnce || last === undefined || clock.monotonic() - last >= hour
    },
    spent: (marker) => spent.set(marker, [...ofToday(marker), clock.monotonic()]),
  }
}
