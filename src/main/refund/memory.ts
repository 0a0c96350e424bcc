/**
 * What only this run of the program knows, and a restart forgets: how the checks of attempts went (refund-protocol.md 6, 8 and
 * 9), which payments the service says less of than before (2), and what the disk did not take. How long attempts have been in
 * their state follows from the till's running time, which their lines carry.
 */
import type { PersonReason } from '../../shared/attempt/alarms'
import type { Attempt, AttemptEvent, Snapshot } from '../../shared/attempt/attempt'
import { contradicts, isLower, type ShowFacts } from '../../shared/attempt/evidence'
import { leadingMarker } from '../../shared/attempt/marker'
import type { Stale } from '../../shared/attempt/payment-standing'
import { fail, type Result } from '../../shared/base/result'
import type { Transaction } from '../../shared/payment/transaction'
import {
  type CheckCode,
  type CheckTimes,
  checkCodes,
  mayCountAsQuiet,
} from '../../shared/refund/check-schedule'
import type { DecideTimes } from '../../shared/refund/decide-rules'
import { ownBeside } from '../../shared/refund/past'
import { isOpen } from '../../shared/refund/refund'
import type { CheckFacts } from '../../shared/refund/refund-judgement'
import { mayAccept, missingRefunds, untilAskedAgain } from '../../shared/refund/watch-judgement'
import type { Journal } from '../journal/journal'
import type { JournalFault } from '../journal/journal-types'
import type { Clock } from '../system/clock'
import { attemptWork } from '../system/database'

/** Moments are of the till's running time. `quiet` counts within the state that was entered at `since`. */
type Probe = {
  readonly since: number
  readonly checkedAt: number | null
  readonly lastShow: { readonly at: number; readonly failed: boolean } | null
  readonly quiet: number
  readonly quietAt: number | null
  readonly usableAt: number | null
  /** To be asked at once, before its time. */
  readonly woken: boolean
  /** The reason for a person that the last telling check gave; undefined before any. */
  readonly reason: PersonReason | null | undefined
}

/** How one check of an attempt went, or a show that came by. */
export type Checked = {
  readonly askedAt: number
  /** Whether it was asked for this attempt, or came when a check was due. */
  readonly counts: boolean
  /** Whether it told nothing: no answer, or one that cannot show that nothing moved. */
  readonly failed: boolean
  /** Whether it said how much is refunded, so that a person may decide by it. */
  readonly usable: boolean
  readonly quiet: boolean
  /** Undefined where it could not say. */
  readonly reason?: PersonReason | null | undefined
}

export type Probes = ReturnType<typeof makeProbes>

export function makeProbes({ ran, standing, past }: Pick<Journal, 'ran' | 'standing' | 'past'>) {
  let openedAt = ran()
  const known = new Map<string, Probe>()
  const stepOf = ({ state, ran: { since } }: Attempt) => `${state} ${since}`
  const atOpening = new Map([...standing().attempts].map(([marker, attempt]) => [marker, stepOf(attempt)]))

  function of({ intent, ran: { since } }: Attempt): Probe {
    const found = known.get(intent.marker)
    if (found?.since === since) return found
    const nothing = { checkedAt: null, quiet: 0, quietAt: null, woken: false, reason: undefined }
    return { lastShow: null, usableAt: null, ...found, ...nothing, since }
  }

  const sinceLast = (...moments: readonly (number | null)[]) =>
    ran() - Math.max(openedAt, ...moments.map((moment) => moment ?? openedAt))
  const passed = (moment: number | null) => (moment === null ? null : ran() - moment)

  return {
    ran,
    /** Called with every attempt that a line has changed. */
    note(attempt: Attempt): void {
      if (!isOpen(attempt)) known.delete(attempt.intent.marker)
    },
    checked(attempt: Attempt, { askedAt, counts, failed, usable, quiet, reason }: Checked): void {
      const before = of(attempt)
      known.set(attempt.intent.marker, {
        ...before,
        lastShow: { at: askedAt, failed },
        checkedAt: counts ? Math.max(askedAt, before.checkedAt ?? askedAt) : before.checkedAt,
        woken: before.woken && !counts,
        usableAt: usable ? Math.max(askedAt, before.usableAt ?? askedAt) : before.usableAt,
        reason: reason === undefined ? before.reason : reason,
        ...(quiet ? { quiet: before.quiet + 1, quietAt: askedAt } : {}),
      })
    },
    /** The PC slept, which the clock of some systems counts as running time: waits begin anew, as at the opening. */
    slept(): void {
      openedAt = ran()
    },
    /** The connection came back: the attempt is asked about at once. */
    wake: (attempt: Attempt) => void known.set(attempt.intent.marker, { ...of(attempt), woken: true }),
    isWoken: (attempt: Attempt) => of(attempt).woken,
    checkTimes(attempt: Attempt): CheckTimes {
      const { since, checkedAt, quiet, quietAt } = of(attempt)
      return {
        age: ran() - since,
        ofThisRun: atOpening.get(attempt.intent.marker) !== stepOf(attempt),
        inRun: sinceLast(since),
        sinceCheck: passed(checkedAt),
        quiet,
        sinceQuiet: passed(quietAt),
      }
    },
    checkFacts(attempt: Attempt, facts: ShowFacts, askedAt: number, elsewhere: boolean): CheckFacts {
      const { quiet, quietAt, since } = of(attempt)
      return {
        ...facts,
        ...ownBeside(past(attempt.intent.id), attempt),
        elsewhere,
        quiet,
        mayCount: mayCountAsQuiet(quiet, askedAt - (quietAt ?? Math.max(openedAt, since))),
      }
    },
    decideTimes(attempt: Attempt): DecideTimes {
      const { since, quietAt, usableAt } = of(attempt)
      const { created } = attempt.ran
      return {
        sinceSend: ran() - created,
        sinceQuiet: sinceLast(since, quietAt),
        sinceUsable: sinceLast(created, usableAt),
      }
    },
    /** The last show, how many quiet ones count, and why a person must decide. */
    shown(attempt: Attempt): Pick<Probe, 'lastShow' | 'quiet'> & Pick<Attempt, 'forPerson'> {
      const { lastShow, quiet, reason } = of(attempt)
      return { lastShow, quiet, forPerson: reason === undefined ? attempt.forPerson : reason }
    },
  }
}

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

/**
 * Keeps the payments of which the service says that less was refunded than before (refund-protocol.md 2): since when every
 * answer of this run has said so, when to ask again, and whether a person may accept it. Moments are of the monotonic clock.
 */
export function makeStalePayments({
  journal,
  clock,
}: {
  readonly journal: Pick<Journal, 'highWater' | 'past' | 'lockOn'>
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
}) {
  const known = new Map<string, LowRun>()
  let wokeAt = Number.NEGATIVE_INFINITY
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

  /** How long every answer has been lower, as far as a person's wait counts it. */
  const lowerFor = (since: number) => Math.max(clock.monotonic() - Math.max(since, wokeAt), 0)

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
      return lowerFor(since)
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
        return at === null ? [] : [{ id: run.id, codes: run.codes, at, asked: run.askedAt }]
      }),
    of: (id: string) => known.get(id) ?? null,
    end: (id: string) => void known.delete(id),
    /** The PC slept (`Probes.slept`): a person's wait begins anew. When the service is asked again does not. */
    slept(): void {
      wokeAt = clock.monotonic()
    },
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
      const facts = { lower: run.now, lowerFor: lowerFor(run.since) }
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

export type PendingEvents = ReturnType<typeof makePendingEvents>

/**
 * Keeps events of a refund that was sent and that the disk did not take. Until they are written refunds are off and the
 * attempt stays locked.
 */
export function makePendingEvents(journal: Pick<Journal, 'append'>, log: (line: string) => void) {
  let kept: readonly { readonly marker: string; readonly event: AttemptEvent }[] = []

  function write(marker: string, event: AttemptEvent): Result<Attempt, JournalFault> {
    const written = attemptWork(() => journal.append(marker, event))
    return written.ok ? written.value : fail({ kind: 'unwritable', detail: written.fault.detail })
  }

  return {
    /** Appends, and keeps the event for later when the disk does not take it. Never throws. */
    append(marker: string, event: AttemptEvent): Result<Attempt, JournalFault> {
      const written = write(marker, event)
      if (!written.ok && written.fault.kind === 'unwritable') {
        log(`journal: ${event.kind} of ${marker} not written, kept: ${written.fault.detail}`)
        kept = [...kept, { marker, event }]
      }
      return written
    },
    /** Tries what is kept, in order. */
    flush(): void {
      for (let next = kept[0]; next !== undefined; next = kept[0]) {
        const written = write(next.marker, next.event)
        if (!written.ok && written.fault.kind === 'unwritable') return
        if (!written.ok) log(`journal: kept ${next.event.kind} of ${next.marker} has no place any more`)
        kept = kept.slice(1)
      }
    },
    isEmpty: () => kept.length === 0,
  }
}

/** How many answers are kept: a day's lookups of a busy till. The oldest makes room; its saved copy still has the value. */
const maxSeen = 10_000

/** What an answer showed of a payment. @param savedAt when its copy was saved, in milliseconds since 1970; null for a show */
export type SeenEarlier = { readonly snapshot: Snapshot; readonly savedAt: number | null }

export type SeenMeanwhile = ReturnType<typeof makeSeenMeanwhile>

/**
 * Keeps what is seen of each payment while refunds are off or the disk takes no line (refund-protocol.md 2 and 9): the last
 * answer with each `refunded`, of shows with each marker, and of each saved copy.
 */
export function makeSeenMeanwhile() {
  const seen = new Map<string, SeenEarlier>()

  function taken(entries: readonly (readonly [string, SeenEarlier])[]) {
    for (const [name] of entries) seen.delete(name)
    return entries.map(([, each]) => each)
  }

  return {
    /** An answer that contradicts itself says nothing but its marker. */
    note(snapshot: Snapshot, savedAt: number | null = null): void {
      const { id, currency, refunded } = snapshot
      const [marker, isOdd] = [leadingMarker(snapshot.remark), contradicts(snapshot, null)]
      if (id === '' || (isOdd && marker === null)) return
      const name = JSON.stringify([id, currency, savedAt, marker, isOdd, refunded])
      seen.delete(name)
      seen.set(name, { snapshot, savedAt })
      const oldest = seen.keys().next()
      if (seen.size > maxSeen && oldest.done !== true) seen.delete(oldest.value)
    },
    /** Removes and returns what was seen first, at most so many. */
    take: (most: number) => taken([...seen].slice(0, most)),
    /** Removes and returns what was seen of one payment, by its internal id. */
    takeOf: (id: string) => taken([...seen].filter(([, { snapshot }]) => snapshot.id === id)),
    /** Whether something of that payment waits. */
    has: (id: string) => [...seen.values()].some(({ snapshot }) => snapshot.id === id),
    count: () => seen.size,
  }
}
