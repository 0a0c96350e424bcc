import type { FaultOf } from '../../shared/fault'
import type { SavedCopies } from '../copies/saved-copies'
import type { UnknownCounts } from '../copies/unknown-rows'
import type { Clock } from '../scheduling/clock'

export type AskedBy = 'hand' | 'list'
export type UnknownCodesSpent = FaultOf<'unknown_codes_spent'>

/**
 * Most codes of a day that no payment has (architecture.md, "Money and records"). Whoever scans a foreign code every twenty
 * seconds all day long stays below the first; a list of a whole chain's orders, half of them paid in cash, below the
 * second. Whoever guesses codes does not come far with either.
 */
export const mostUnknown: Readonly<Record<AskedBy, number>> = { hand: 2000, list: 10_000 }

/** Counts the codes that nobody knows. Nothing here fails: without a keychain it counts for this start alone. */
export type UnknownCodes = {
  /** Why no code may be asked for that this till does not know; null while it may. */
  readonly spent: (by: AskedBy) => Promise<UnknownCodesSpent | null>
  /** The service knows no payment by a code that was asked for. */
  readonly note: (by: AskedBy) => void
  /** Milliseconds until counting begins anew. */
  readonly untilTomorrow: () => number
}

type Deps = {
  readonly copies: Pick<SavedCopies, 'work'>
  readonly clock: Pick<Clock, 'now'>
  readonly most?: Readonly<Record<AskedBy, number>>
}

/** The day on this PC's calendar. */
function dayOf(time: number): number {
  const date = new Date(time)
  return date.getFullYear() * 10_000 + (date.getMonth() + 1) * 100 + date.getDate()
}

export function makeUnknownCodes({ copies, clock, most = mostUnknown }: Deps): UnknownCodes {
  let counts: UnknownCounts = { day: 0, hand: 0, list: 0 }
  let loading: Promise<void> | null = null

  /** A day that is over counts no more. One that lies ahead was a wrong clock's: what it counted is today's. */
  function today(): UnknownCounts {
    const day = dayOf(clock.now())
    if (counts.day < day) counts = { day, hand: 0, list: 0 }
    if (counts.day > day) counts = { ...counts, day }
    return counts
  }

  /** What earlier starts counted, and this one before that could be read. Tried again until it can. */
  async function load(): Promise<void> {
    const kept = await copies.work<UnknownCounts | null>((cache) => cache.unknownCounts(), null)
    if (kept === null) {
      loading = null
      return
    }
    const { hand, list } = counts
    counts = kept
    const before = today()
    counts = { ...before, hand: before.hand + hand, list: before.list + list }
  }

  return {
    async spent(by) {
      loading ??= load()
      await loading
      return today()[by] < most[by] ? null : { kind: 'unknown_codes_spent', by, most: most[by] }
    },
    note(by) {
      const before = today()
      counts = { ...before, [by]: before[by] + 1 }
      if (loading === null) return
      void loading.then(() => copies.work((cache) => cache.keepUnknownCounts(today()), undefined))
    },
    untilTomorrow() {
      const now = new Date(clock.now())
      return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime()
    },
  }
}
