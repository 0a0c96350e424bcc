/**
 * A run of stale answers about one payment: what is noted of it, and when the service is asked again (architecture.md,
 * protocol 2). Pure. Moments are milliseconds of the clock that nobody can set; what ends it is in shared/lowering.ts.
 */
import { staleBelievedAfter } from '../../shared/evidence'
import type { HighWater, PaymentEvent } from '../../shared/journal-events'
import { agreedTime, untilStaleCheck } from '../../shared/lowering'

export type StaleShow = {
  readonly kind: 'time' | 'refunded'
  /** What was known before, and what the service says now; an `updatedAt` that cannot be compared is ''. */
  readonly was: HighWater
  readonly now: HighWater
  readonly askedAt: number
}

export type StaleEpisode = Omit<StaleShow, 'askedAt'> & {
  /** The first of an unbroken run of stale answers, and of those that said less was refunded; null when the last did not. */
  readonly since: number
  readonly lowSince: number | null
  /** What those said of which only `updated_at` was older, each about a minute after the one before. */
  readonly times: readonly { readonly updatedAt: string; readonly askedAt: number }[]
  /** When the service was last asked, whether or not that brought anything. */
  readonly askedAt: number
}

/** Nothing is asked by itself any more after so long: the next look-up asks again. */
const asksFor = 3 * 24 * 60 * 60 * 1000
/** A little less than the minute that lies between two questions. */
const apart = 55_000
const compared = 3

/** The run after one more stale answer. */
export function noteStale(before: StaleEpisode | null, { askedAt, ...show }: StaleShow): StaleEpisode {
  const low = show.kind === 'refunded'
  const times = before?.times ?? []
  const last = times.at(-1)
  const counts = show.now.updatedAt !== '' && (last === undefined || askedAt - last.askedAt >= apart)
  const seen = { updatedAt: show.now.updatedAt, askedAt }
  return {
    ...show,
    since: before?.since ?? askedAt,
    lowSince: low ? (before?.lowSince ?? askedAt) : null,
    times: low ? [] : counts ? [...times, seen].slice(-compared) : times,
    askedAt: Math.max(before?.askedAt ?? askedAt, askedAt),
  }
}

/**
 * The older time that becomes the new one by itself: three answers agree on it; or nothing but the time has been older
 * for as long as a lower amount must stay, and it is another each time, so that nothing will ever agree.
 */
export function believedTime({ kind, was, since, times, askedAt }: StaleEpisode): string | null {
  if (kind !== 'time' || times.length < compared) return null
  const agreed = agreedTime(
    was,
    times.map(({ updatedAt }) => updatedAt),
  )
  if (agreed !== null) return agreed
  return askedAt - since >= staleBelievedAfter ? (times.at(-1)?.updatedAt ?? null) : null
}

/** When the service is asked again by itself; null when it is not any more. */
export function nextStaleCheck({ kind, since, lowSince, times, askedAt }: StaleEpisode): number | null {
  const from = kind === 'refunded' ? (lowSince ?? since) : since
  const asked = askedAt - from
  if (asked >= asksFor) return null
  // Times that do not agree yet are asked for each minute until they are believed all the same.
  const seeking = kind === 'time' && times.length > 0 && asked < staleBelievedAfter
  return seeking ? askedAt + 60_000 : askedAt + untilStaleCheck(asked, 0)
}

/** Two lines further apart than this belong to two stories: a till is closed over a long weekend at most. */
const sameStory = 4 * 24 * 60 * 60 * 1000

type PaymentLine = { readonly line: number; readonly event: PaymentEvent }
type LowerSeen = Extract<PaymentEvent, { kind: 'lower_seen' }>

/** The lines `lower_seen` of the story that goes on now, oldest first. */
export function lowerSeen(lines: readonly PaymentLine[]): readonly LowerSeen[] {
  const lowered = lines.findLastIndex(({ event }) => event.kind === 'lowered')
  const seen = lines.slice(lowered + 1).flatMap(({ event }) => (event.kind === 'lower_seen' ? [event] : []))
  const start = seen.findLastIndex(({ at }, place) => {
    const before = seen[place - 1]
    return before === undefined || Math.abs(at - before.at) > sameStory
  })
  return seen.slice(Math.max(start, 0))
}
