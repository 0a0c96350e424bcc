/**
 * Keeps what only this run of the program knows of its attempts: how their checks went (refund-protocol.md 6, 8 and 9). How
 * long they have been in their state follows from the till's running time, which their lines carry.
 */
import type { PersonReason } from '../../shared/attempt/alarms'
import type { Attempt } from '../../shared/attempt/attempt'
import type { ShowFacts } from '../../shared/attempt/evidence'
import { type CheckTimes, mayCountAsQuiet } from '../../shared/refund/check-schedule'
import type { DecideTimes } from '../../shared/refund/decide-rules'
import { isOpen } from '../../shared/refund/refund'
import type { CheckFacts } from '../../shared/refund/refund-judgement'
import type { Journal } from '../journal/journal'

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

export function makeProbes({ ran, standing }: Pick<Journal, 'ran' | 'standing'>) {
  const openedAt = ran()
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
