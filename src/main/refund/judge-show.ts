/** What one show says about every attempt on its payment, written down where it is news (refund-protocol.md 6, 8, 9). */
import type { Attempt, AttemptEvent, Check, Snapshot } from '../../shared/attempt'
import { untilNextCheck } from '../../shared/check-schedule'
import { isUsable, type ShowFacts } from '../../shared/evidence'
import { contradicts } from '../../shared/high-water'
import { lastLowering } from '../../shared/lowering'
import { isUndecided, isWatched } from '../../shared/refund'
import { judgeCheck } from '../../shared/refund-judgement'
import type { Transaction } from '../../shared/transaction'
import { nextWatchLine } from '../../shared/watch'
import { inOrderOfEvidence, isUsableForWatch, judgeWatched } from '../../shared/watch-judgement'
import type { Journal } from '../journal/journal-types'
import type { Clock } from '../scheduling/clock'
import { rawForPeople } from '../service/refund-snapshot'
import type { AttemptRuns } from './attempt-runs'
import type { LineBudget } from './line-budget'
import type { NumberedPayment } from './lower-water'

export type JudgedShow = {
  readonly payment: NumberedPayment
  readonly record: Transaction
  readonly snapshot: Snapshot
  readonly facts: ShowFacts
  /** A moment of the monotonic clock. */
  readonly askedAt: number
  /** Whether it was asked as a check of this payment. */
  readonly asked: boolean
}

export type ShowJudge = {
  readonly judge: (show: JudgedShow) => void
  /** A check brought no show of the attempt's payment. */
  readonly nothingCame: (attempt: Attempt) => void
}

export type ShowJudgeDeps = {
  readonly journal: Journal
  readonly runs: AttemptRuns
  readonly budget: LineBudget
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  /** A line about the attempt was written. */
  readonly changed: (attempt: Attempt) => void
  /** Nothing was written, but its next check or its quiet shows may be others now. */
  readonly touched: (attempt: Attempt) => void
  /** Called after every write that was tried, with whether the disk took it. */
  readonly tried: (written: boolean) => void
  readonly log: (line: string) => void
}

export function makeShowJudge(deps: ShowJudgeDeps): ShowJudge {
  const { journal, runs, clock } = deps

  function write(marker: string, event: AttemptEvent): Attempt | null {
    const written = journal.append(marker, event)
    deps.tried(written.ok)
    if (written.ok) deps.changed(written.value)
    else deps.log(`refunds: ${event.kind} of ${marker} not written: ${written.fault.kind}`)
    return written.ok ? written.value : null
  }

  function judgeUndecided(attempt: Attempt, show: JudgedShow): void {
    const { snapshot, facts, askedAt } = show
    const check: Check = { kind: 'seen', snapshot }
    const due = untilNextCheck(attempt, runs.checkTimes(attempt))
    const { verdict, quiet, news, reason } = judgeCheck(
      attempt,
      check,
      runs.checkFacts(attempt, facts, askedAt),
    )
    const { marker, currency } = attempt.intent
    const failed = !isUsable(facts)
    const how = {
      askedAt,
      counts: show.asked || due === 0,
      failed,
      usable: !failed && !contradicts(snapshot, currency),
      reason,
    }
    const moves = verdict.to !== attempt.state || verdict.alarm !== null
    if (news && (moves || deps.budget.allows(marker))) {
      const raw = rawForPeople(show.record)
      const written = write(marker, { kind: 'checked', at: clock.now(), check, verdict, raw })
      if (written !== null && !moves) deps.budget.spent(marker)
      // What the disk does not take is asked again: the quiet show that would settle it counts then.
      runs.checked(written ?? attempt, { ...how, quiet: false })
      return
    }
    runs.checked(attempt, { ...how, quiet })
    deps.touched(attempt)
  }

  function judgeSettled(attempt: Attempt, show: JudgedShow, loweredAt: number): void {
    const { snapshot, facts } = show
    const { marker } = attempt.intent
    const at = clock.now()
    const raw = rawForPeople(show.record)
    const judged = judgeWatched(attempt, snapshot, journal.attemptsOn(show.payment), loweredAt)
    if (judged.kind === 'moved') {
      const check: Check = { kind: 'seen', snapshot }
      write(marker, { kind: 'checked', at, check, verdict: judged.verdict, raw })
      return
    }
    if (judged.kind === 'alarm') {
      write(marker, { kind: 'alarmed', at, alarm: judged.alarm, snapshot, raw })
    }
    const usable = isUsableForWatch(attempt, snapshot, facts)
    if (isWatched(attempt)) {
      const counts = show.asked || untilNextCheck(attempt, runs.checkTimes(attempt)) === 0
      const how = { askedAt: show.askedAt, counts, failed: !usable, usable, quiet: false, reason: false }
      runs.checked(attempt, how)
    }
    writeWatch(marker, usable ? snapshot.refunded : null)
  }

  /** The hour's line of a watch, and its end, if they are due. */
  function writeWatch(marker: string, refunded: number | null): void {
    let attempt = journal.attempt(marker)
    let seen = refunded
    while (attempt !== null) {
      const line = nextWatchLine(attempt, runs.watchTimes(attempt), seen)
      if (line === null) return
      const written: Attempt | null = write(marker, { ...line, at: clock.now() })
      if (written !== null && line.kind === 'watched') runs.watched(written, line.refunded === null)
      attempt = written
      seen = null
    }
  }

  return {
    judge(show) {
      const { payment, snapshot } = show
      const lines = journal.lowering(payment) === null ? [] : journal.paymentLines(payment)
      const loweredAt = lastLowering(lines)?.line ?? 0
      for (const { intent } of inOrderOfEvidence(journal.attemptsOn(payment), snapshot)) {
        const attempt = journal.attempt(intent.marker)
        if (attempt === null) continue
        if (isUndecided(attempt.state)) judgeUndecided(attempt, show)
        else judgeSettled(attempt, show, loweredAt)
      }
    },
    nothingCame(attempt) {
      const askedAt = clock.monotonic()
      runs.checked(attempt, {
        askedAt,
        counts: true,
        failed: true,
        usable: false,
        quiet: false,
        reason: false,
      })
      writeWatch(attempt.intent.marker, null)
      const now = journal.attempt(attempt.intent.marker)
      if (now !== null) deps.touched(now)
    },
  }
}
