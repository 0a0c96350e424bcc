/**
 * Keeps the payments of which the service says that less was refunded than before (refund-protocol.md 2): since when every
 * answer of this run has said so, when to ask again, and whether a person may accept it. Moments are of the monotonic clock.
 */
import type { Snapshot } from '../../shared/attempt/attempt'
import { isLower } from '../../shared/attempt/evidence'
import type { Stale } from '../../shared/attempt/payment-standing'
import type { Transaction } from '../../shared/payment/transaction'
import { type CheckCode, checkCodes } from '../../shared/refund/check-schedule'
import { mayAccept, missingRefunds, untilAskedAgain } from '../../shared/refund/watch-judgement'
import type { Journal } from '../journal/journal'
import type { Clock } from '../system/clock'

type LowRun = {
  readonly id: string
  readonly codes: readonly CheckCode[]
  /** What was known, and what the service says now, in hundredths. */
  readonly was: number
  readonly now: number
  /** When the first of an unbroken run of lower answers was asked, and the last question, whatever came of it. */
  readonly since: number
  readonly askedAt: number
  /** To be asked at once, before its time. */
  readonly woken: boolean
}

/** How many payments are kept, each of which is asked about again. The oldest makes room. */
const maxKept = 2000
const hour = 60 * 60 * 1000
/** No show takes longer. */
const maxShowMs = 2 * 60 * 1000

export type StalePayments = ReturnType<typeof makeStalePayments>

export function makeStalePayments({
  journal,
  clock,
}: {
  readonly journal: Pick<Journal, 'highWater' | 'past' | 'lockOn'>
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
}) {
  const known = new Map<string, LowRun>()
  /** When the high-water value of a payment was last raised. */
  const raisedAt = new Map<string, number>()

  function keep(run: LowRun): void {
    known.delete(run.id)
    known.set(run.id, run)
    const oldest = known.keys().next()
    if (known.size > maxKept && oldest.done !== true) known.delete(oldest.value)
  }

  function nextAt({ since, askedAt, woken }: LowRun): number | null {
    if (woken) return clock.monotonic()
    const until = untilAskedAgain(askedAt - since)
    return until === null ? null : askedAt + until
  }

  const wall = (moment: number) => new Date(clock.now() + moment - clock.monotonic()).toISOString()

  return {
    /** The high-water value was raised now. */
    noteRaised(id: string): void {
      const now = clock.monotonic()
      for (const [each, at] of raisedAt) if (now - at > maxShowMs) raisedAt.delete(each)
      raisedAt.set(id, now)
    },
    /** Whether a show was asked for before the high-water value was raised, so that it is only older. */
    isOlder: (id: string, askedAt: number) => askedAt < (raisedAt.get(id) ?? askedAt),
    /** Notes an answer about now, before it raises anything. Returns `lowerFor` of `ShowFacts`. */
    note(
      id: string,
      show: { readonly record: Transaction; readonly snapshot: Snapshot; readonly askedAt: number },
    ): number | null {
      const { record, snapshot, askedAt } = show
      const was = journal.highWater(id, snapshot.currency)
      if (was === null || !isLower(was, snapshot)) {
        known.delete(id)
        return null
      }
      const before = known.get(id)
      const since = before?.since ?? askedAt
      keep({
        id,
        codes: codesOf(record),
        was,
        now: Math.max(snapshot.refunded ?? 0, 0),
        since,
        askedAt: Math.max(before?.askedAt ?? askedAt, askedAt),
        woken: false,
      })
      return Math.max(clock.monotonic() - since, 0)
    },
    /** The service was asked and gave no answer. */
    asked(id: string): void {
      const run = known.get(id)
      if (run !== undefined) known.set(id, { ...run, askedAt: clock.monotonic(), woken: false })
    },
    /** Every payment that is to be asked about again, and when. */
    checks: () =>
      [...known.values()].flatMap((run) => {
        const at = nextAt(run)
        return at === null ? [] : [{ id: run.id, codes: run.codes, at }]
      }),
    of: (id: string) => known.get(id) ?? null,
    end: (id: string) => void known.delete(id),
    /** The connection came back: what began within the last hour is asked at once. */
    wake(): void {
      for (const [id, run] of known) {
        if (clock.monotonic() - run.since < hour) known.set(id, { ...run, woken: true })
      }
    },
    /** What the window shows of a payment; null where the service says nothing lower. */
    view(id: string): Stale | null {
      const run = known.get(id)
      if (run === undefined) return null
      const next = nextAt(run)
      const past = journal.past(id)
      const facts = { lower: run.now, lowerFor: clock.monotonic() - run.since }
      return {
        was: run.was,
        now: run.now,
        since: wall(run.since),
        nextCheckAt: next === null ? null : wall(next),
        // A refund whose lines cannot be read any more may be the missing one.
        accept: journal.lockOn(id) === null ? mayAccept(past, facts) : 'attempt',
        missing: missingRefunds(past, run.now),
      }
    },
  }
}

function codesOf(record: Transaction): readonly CheckCode[] {
  const foundBy = { kind: 'custom_id', code: record.customId } as const
  return checkCodes({ id: record.id, transactionId: record.transactionId, foundBy })
}
