/** Delays the next try after wrong ones: per person, and for the whole till when several people's PINs are tried. */
import type { WrongTries } from './kept-people'

type Clocks = { readonly now: () => number; readonly monotonic: () => number }
type Wrong = Readonly<Record<string, WrongTries>>

const freeTries = 3
const freeTriesOfTill = 10
const firstWaitMs = 30_000
const maxWaitMs = 15 * 60_000

/** Returns the wait after so many wrong tries in a row, in milliseconds. */
export function waitAfterWrongTries(wrongTries: number): number {
  return wrongTries < freeTries ? 0 : Math.min(firstWaitMs * 2 ** (wrongTries - freeTries), maxWaitMs)
}

/**
 * Makes the waits. Within one run they go by the monotonic clock, so that setting the PC's clock opens nothing. After a restart
 * only the PC's clock is left. Then at least the first wait applies again, from the start on, so that a clock set forward
 * gives one try per restart and half minute.
 */
export function makeThrottles({ now, monotonic }: Clocks) {
  const startedAt = monotonic()
  /** When each person's next try is checked, by the monotonic clock; without those that this run has not asked about. */
  const opensAt = new Map<string, number>()
  let lastTryAt = startedAt

  function firstOpening({ tries, last }: WrongTries): number {
    const wait = waitAfterWrongTries(tries)
    if (wait === 0) return startedAt
    const rest = wait - Math.max(0, now() - last)
    return Math.max(monotonic() + rest, startedAt + firstWaitMs)
  }

  /** When the till takes the next try. Counts all wrong tries but those of stopped people, at whom nobody can guess. */
  function tillOpensAt(wrong: Wrong, isStopped: (id: string) => boolean): number {
    const all = Object.entries(wrong).filter(([id]) => !isStopped(id))
    const tries = all.reduce((sum, [, one]) => sum + one.tries, 0)
    return tries < freeTriesOfTill ? 0 : lastTryAt + firstWaitMs
  }

  return {
    /** Whole seconds until a try by that person is checked; 0 when it is now. */
    waitSeconds(wrong: Wrong, id: string, isStopped: (id: string) => boolean): number {
      const kept = wrong[id]
      const own = opensAt.get(id) ?? (kept === undefined ? startedAt : firstOpening(kept))
      opensAt.set(id, own)
      const rest = Math.max(own, tillOpensAt(wrong, isStopped)) - monotonic()
      return Math.max(0, Math.ceil(rest / 1000))
    },
    /** Notes how many tries in a row were wrong by now; 0 after a right one. Returns the wait in milliseconds. */
    tried(id: string, wrongTries: number): number {
      const wait = waitAfterWrongTries(wrongTries)
      opensAt.set(id, monotonic() + wait)
      if (wrongTries > 0) lastTryAt = monotonic()
      return wait
    },
  }
}
