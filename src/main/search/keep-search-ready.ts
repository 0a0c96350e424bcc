import type { SavedCopies } from '../copies/saved-copies'
import type { CashierAtWork } from '../scheduling/cashier-at-work'
import type { Clock } from '../scheduling/clock'
import type { CopySearch } from './copy-search'

type Deps = {
  readonly copies: Pick<SavedCopies, 'staleSegments'>
  readonly copySearch: Pick<CopySearch, 'makeSegment' | 'madeSegments' | 'isSearched'>
  readonly cashier: Pick<CashierAtWork, 'isGoing'>
  readonly clock: Clock
}

/** How often the file is asked whether copies have changed, in milliseconds. */
export const lookEvery = 20 * 1000
/** So many stale segments are made at the next look: fewer a search can make by itself, some 10 ms each. */
export const mostStale = 4
/** A single one waits for others, so that not every lookup writes a segment anew; but for so many looks only. */
const mostLooks = 15
/** How long a cashier who looks up, refunds or searches is left alone, in milliseconds. */
const standBack = 1000
/** Between two segments the machine is left to others for so many times as long as one took, and at least so long. */
const restTimes = 4
const leastRest = 20
/** How long a disk that takes nothing is left alone, in milliseconds. */
const restAfterFault = 60 * 1000

/**
 * Makes the search's segments in idle moments, in the search's own thread, so that a search is ready to type at
 * once however much is saved (architecture.md, "Budgets"). Whatever changed copies, a lookup, a list, pruning or a
 * new file, the file's own triggers have noted it: so it is the file that is asked, and what one start of the program
 * does not get done the next one goes on with. Nothing is made while the cashier waits for the service or
 * searches. Answers how to stop it.
 */
export function keepSearchReady(deps: Deps): () => void {
  const { copies, copySearch, clock } = deps
  let closed = false
  let callOff: () => void = () => undefined
  // What was left over at the last start has waited long enough.
  let looks = mostLooks

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      callOff = clock.after(milliseconds, resolve)
    })

  async function untilIdle(): Promise<void> {
    while (!closed && (deps.cashier.isGoing() || copySearch.isSearched())) await pause(standBack)
  }

  /** Makes segment after segment; false when there is no use in going on. */
  async function catchUp(): Promise<boolean> {
    for (;;) {
      await untilIdle()
      if (closed) return false
      const made = await copySearch.makeSegment()
      if (made === null || !made.kept) return false
      if (made.left === 0) return true
      await pause(Math.max(leastRest, made.milliseconds * restTimes))
    }
  }

  /** Answers when to look again, in milliseconds. */
  async function look(): Promise<number> {
    const stale = await copies.staleSegments(mostStale)
    // Copies that cannot be read just now have not said that there is nothing to do.
    if (stale === null) return lookEvery
    looks = stale === 0 ? 0 : looks + 1
    if (stale < mostStale && looks < mostLooks) return lookEvery
    looks = 0
    const done = await catchUp()
    copySearch.madeSegments()
    return done ? lookEvery : restAfterFault
  }

  async function lookAgainAndAgain(): Promise<void> {
    for (let wait = lookEvery; !closed; wait = await look()) await pause(wait)
  }

  void lookAgainAndAgain()
  return () => {
    closed = true
    callOff()
  }
}
