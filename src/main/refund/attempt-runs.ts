/**
 * What only this run of the program knows about its attempts: since when they are what they are by the clock that
 * nobody can set, and how their checks went (refund-protocol.md 6, 8, 9 and 10).
 */
import type { Attempt } from '../../shared/attempt'
import { isOnItsWay } from '../../shared/attempt-states'
import { ageOf, type CheckTimes, mayCountAsQuiet, type Run } from '../../shared/check-schedule'
import type { DecideTimes } from '../../shared/decide-rules'
import type { ShowFacts } from '../../shared/evidence'
import { isOpen } from '../../shared/refund'
import type { CheckFacts } from '../../shared/refund-judgement'
import type { WatchTimes } from '../../shared/watch'
import type { Clock } from '../scheduling/clock'

/** Moments of the monotonic clock; null is before this run, or never. */
type Known = {
  readonly state: Attempt['state']
  readonly since: number
  readonly createdAt: number | null
  readonly enteredAt: number | null
  readonly checkedAt: number | null
  readonly lastShow: { readonly at: number; readonly failed: boolean } | null
  readonly quiet: number
  readonly quietAt: number | null
  readonly usableAt: number | null
  readonly reasonAt: number | null
  readonly watchSince: number | null
  readonly watchAt: number | null
  readonly lineAt: number | null
  readonly missed: boolean
}

/** How one show, or the want of one, went for an attempt. */
export type Checked = {
  readonly askedAt: number
  /** It was made for this attempt, or came when a check was due. */
  readonly counts: boolean
  /** It told nothing: none came, or one that may not say that nothing moved. */
  readonly failed: boolean
  /** It could say how much is refunded: a person may decide by it. */
  readonly usable: boolean
  readonly quiet: boolean
  readonly reason: boolean
}

export type AttemptRuns = {
  readonly opened: Pick<Run, 'openedWall' | 'openedAt'>
  /** To be called with every attempt that a line has changed, and at the opening with each that is open. */
  readonly note: (attempt: Attempt) => void
  readonly checked: (attempt: Attempt, checked: Checked) => void
  /** A line `watched` was written. */
  readonly watched: (attempt: Attempt, missed: boolean) => void
  readonly checkTimes: (attempt: Attempt) => CheckTimes
  readonly checkFacts: (attempt: Attempt, facts: ShowFacts, askedAt: number) => CheckFacts
  readonly decideTimes: (attempt: Attempt) => DecideTimes
  readonly watchTimes: (attempt: Attempt) => WatchTimes
  /** The last show, as a moment of this clock, and the quiet ones that count. */
  readonly shown: (attempt: Attempt) => Pick<Known, 'lastShow' | 'quiet'>
}

export function makeAttemptRuns(clock: Pick<Clock, 'now' | 'monotonic'>): AttemptRuns {
  const opened = { openedWall: clock.now(), openedAt: clock.monotonic() }
  const known = new Map<string, Known>()
  const run = (): Run => ({ ...opened, now: clock.monotonic() })
  const since = (...moments: readonly (number | null)[]) =>
    clock.monotonic() - Math.max(opened.openedAt, ...moments.map((moment) => moment ?? opened.openedAt))

  function of(attempt: Attempt): Known {
    const found = known.get(attempt.intent.marker)
    return found ?? unknown(attempt, isOnItsWay(attempt.state) ? clock.monotonic() : null)
  }

  function change(attempt: Attempt, part: Partial<Known>): void {
    known.set(attempt.intent.marker, { ...of(attempt), ...part })
  }

  /** What was counted belongs to the state that it was counted in. */
  function note(attempt: Attempt): void {
    const before = of(attempt)
    const { state, since: entered, watch } = attempt
    const now = clock.monotonic()
    const moved = state !== before.state || entered !== before.since
    const watchBegan = watch !== null && watch.since !== before.watchSince
    change(attempt, {
      ...(moved ? { state, since: entered, enteredAt: now, quiet: 0, quietAt: null, reasonAt: null } : {}),
      ...(watchBegan ? { watchSince: watch.since, watchAt: now, lineAt: null, missed: false } : {}),
    })
    if (!isOpen(attempt) && state !== 'not_refunded') known.delete(attempt.intent.marker)
  }

  const age = (attempt: Attempt) => ageOf(attempt.since, run(), of(attempt).enteredAt)
  const sinceLine = (attempt: Attempt) => since(of(attempt).watchAt, of(attempt).lineAt)
  const passed = (moment: number | null) => (moment === null ? null : clock.monotonic() - moment)

  return {
    opened,
    note,
    checked(attempt, { askedAt, counts, failed, usable, quiet, reason }) {
      const before = of(attempt)
      change(attempt, {
        lastShow: { at: askedAt, failed },
        checkedAt: counts ? Math.max(askedAt, before.checkedAt ?? askedAt) : before.checkedAt,
        usableAt: usable ? Math.max(askedAt, before.usableAt ?? askedAt) : before.usableAt,
        reasonAt: reason ? clock.monotonic() : before.reasonAt,
        ...(quiet ? { quiet: before.quiet + 1, quietAt: askedAt } : {}),
      })
    },
    watched: (attempt, missed) => change(attempt, { lineAt: clock.monotonic(), missed }),
    checkTimes: (attempt) => ({
      age: age(attempt),
      ofThisRun: of(attempt).enteredAt !== null,
      inRun: since(of(attempt).enteredAt),
      sinceCheck: passed(of(attempt).checkedAt),
      quiet: of(attempt).quiet,
      sinceQuiet: passed(of(attempt).quietAt),
      sinceLine: sinceLine(attempt),
    }),
    checkFacts(attempt, facts, askedAt) {
      const { quiet, enteredAt, quietAt, reasonAt } = of(attempt)
      const from = quietAt ?? Math.max(opened.openedAt, enteredAt ?? opened.openedAt)
      const mayCount = mayCountAsQuiet(quiet, askedAt - from)
      return { ...facts, quiet, mayCount, sinceReason: passed(reasonAt) }
    },
    decideTimes(attempt) {
      const { createdAt, enteredAt, quietAt, usableAt } = of(attempt)
      return {
        sinceSend: ageOf(attempt.createdAt, run(), createdAt),
        sinceQuiet: since(enteredAt, quietAt),
        sinceUsable: since(createdAt, usableAt),
      }
    },
    watchTimes(attempt) {
      const { watchAt, missed } = of(attempt)
      const began = attempt.watch?.since ?? attempt.since
      return { age: ageOf(began, run(), watchAt), sinceLine: sinceLine(attempt), missedBefore: missed }
    },
    shown: (attempt) => of(attempt),
  }
}

/** An attempt of which this run knows nothing yet. @param at its beginning; null when that was before this run. */
function unknown(attempt: Attempt, at: number | null): Known {
  return {
    state: attempt.state,
    since: attempt.since,
    createdAt: at,
    enteredAt: at,
    checkedAt: null,
    lastShow: null,
    quiet: 0,
    quietAt: null,
    usableAt: null,
    reasonAt: null,
    watchSince: attempt.watch?.since ?? null,
    watchAt: null,
    lineAt: null,
    missed: false,
  }
}
