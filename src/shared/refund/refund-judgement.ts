/**
 * Judges what an answer or a later show means for the money (refund-protocol.md 5 to 8). Pure and exhaustive. The principle of
 * all of it: silence is not refusal, and *not seen* is not *not applied*. watch-judgement.ts judges settled attempts.
 */

import type { Alarm, PersonReason } from '../attempt/alarms'
import type { Attempt, Intent, RefundAnswer, Snapshot, Verdict } from '../attempt/attempt'
import { type AttemptState, isOnItsWay, meaningOf } from '../attempt/attempt-states'
import {
  anotherMarker,
  isUsable,
  nothingElseMoved,
  ownMarkerIsNew,
  type ShowFacts,
  showsOwnMarker,
  soundRefunded,
} from '../attempt/evidence'
import { unreachable } from '../base/result'
import type { OwnBeside } from './past'

/** The HTTP statuses of refusals that we believe (assumption A1): the service says that it applied nothing. */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 404, 409, 422, 429])

/** How many quiet shows settle a refusal (protocol 6). */
export const quietNeeded = 3

function verdict(to: AttemptState, more: { alarm?: Alarm; forPerson?: PersonReason | null } = {}): Verdict {
  return { to, alarm: more.alarm ?? null, forPerson: more.forPerson ?? null }
}

/**
 * Judges the answer to the refund POST itself (protocol 5, 6 and 7).
 * @param own the markers of this till's done refunds that explain another one (`ownBeside`)
 */
export function judgeAnswer(intent: Intent, answer: RefundAnswer, own: readonly string[]): Verdict {
  switch (answer.kind) {
    case 'never_connected':
    case 'not_begun':
      return verdict('not_sent')
    case 'no_answer':
    case 'unreadable':
      return verdict('unconfirmed')
    case 'error_shape':
      return answer.httpStatus === answer.status && refusals.has(answer.httpStatus)
        ? verdict('refusal_seen')
        : verdict('unconfirmed')
    case 'record':
      return judgeRecord(intent, answer.snapshot, own)
    default:
      return unreachable(answer)
  }
}

function judgeRecord(intent: Intent, now: Snapshot, own: readonly string[]): Verdict {
  if (now.id !== intent.id || now.currency !== intent.currency || now.refunded === null) {
    return verdict('unconfirmed')
  }
  const moved = now.refunded - intent.base
  if (moved < intent.amount) return verdict('unconfirmed')
  // An answer that leaves the amount out does not contradict.
  if (now.amount !== null && now.amount !== intent.before.amount)
    return verdict('unconfirmed', { forPerson: 'amount_changed' })
  if (anotherMarker(intent, now, own) !== null) return verdict('unconfirmed', { forPerson: 'another_marker' })
  return moved === intent.amount ? verdict('refunded') : verdict('refunded', { alarm: 'more_than_ours' })
}

/** What only the running program knows about a check of an undecided attempt, and what this till did beside it. */
export type CheckFacts = ShowFacts &
  OwnBeside & {
    /** How many quiet shows count so far, since the refusal or the start of the program (0 to 2). */
    readonly quiet: number
    /** Whether this show was asked for long enough after the answer, or the quiet one before (`mayCountAsQuiet`). */
    readonly mayCount: boolean
    /** Whether it came from another address than the attempt was sent to: a rise is news, and nothing is judged (protocol 14). */
    readonly elsewhere: boolean
  }

export type CheckJudgement = {
  readonly verdict: Verdict
  /** Whether this show counts as quiet. */
  readonly quiet: boolean
  /** Whether it is written to the journal: another state, or a rise or our marker that no line has shown. */
  readonly news: boolean
  /** Whether it could tell if a person is needed. If so, the screen shows `forPerson` of its verdict from here on. */
  readonly says: boolean
}

/** Judges a later show for an undecided attempt (protocol 6 and 8). For any other attempt nothing changes. */
export function judgeCheck(attempt: Attempt, now: Snapshot, facts: CheckFacts): CheckJudgement {
  const stays = tellsNothing(attempt)
  if (now.id !== attempt.intent.id) return stays
  const { asked } = meaningOf(attempt.state)
  switch (asked) {
    case 'at_intervals': {
      // A rise and our marker are news in any answer, and judged only in one that may say what did not move.
      if (!mayJudge(facts)) return { ...stays, news: isNews(attempt, now) }
      const judged = judgeUnconfirmed(attempt, now, facts)
      return withNews(attempt, now, fromProbably(attempt, now, judged, facts))
    }
    case 'until_quiet':
      return judgeRefusal(attempt, now, facts)
    case 'while_watched':
      return { ...stays, news: isOnItsWay(attempt.state) && isNews(attempt, now) }
  }
}

const isNews = (attempt: Attempt, now: Snapshot) =>
  (soundRefunded(now, attempt.intent.currency) ?? 0) > attempt.seen.refunded || ownMarkerIsNew(attempt, now)

const mayJudge = (facts: CheckFacts) => isUsable(facts) && !facts.elsewhere

function tellsNothing({ state }: Attempt): CheckJudgement {
  return { verdict: verdict(state), quiet: false, news: false, says: false }
}

/** Applies the table of rule 8, from top to bottom. */
function judgeUnconfirmed(attempt: Attempt, now: Snapshot, facts: ShowFacts & OwnBeside): Verdict {
  const { intent, seen, refusal, decision } = attempt
  const forPerson = (reason: PersonReason) => verdict('unconfirmed', { forPerson: reason })
  if (now.refunded === null) return forPerson('unreadable')
  if (now.currency !== intent.currency || now.amount !== intent.before.amount)
    return forPerson('amount_changed')
  const moved = now.refunded - intent.base - facts.ownSince
  if (moved < 0) return forPerson('went_down')
  if (showsOwnMarker(intent, now)) {
    if (moved < intent.amount) return forPerson('less_than_ours')
    // More may have been shown before, and an older answer settles it now. Of one in doubt after a refusal or a decision an
    // alarm says so already, and it may have seen other refunds.
    const isAlarmed = refusal !== null || decision !== null
    const isMore = moved > intent.amount || (!isAlarmed && seen.highest > intent.base + intent.amount)
    return verdict('refunded', isMore ? { alarm: 'more_than_ours' } : {})
  }
  if (anotherMarker(intent, now, facts.ownMarkers) !== null) return forPerson('another_marker')
  if (moved === intent.amount) return verdict('refunded_probably')
  if (moved > intent.amount) return forPerson('more_without_marker')
  if (moved > 0) return forPerson('less_than_ours')
  // Back at the base, yet below what was seen in between.
  if (facts.lowerFor !== null) return forPerson('went_down')
  return nothingElseMoved(intent, now) ? verdict('unconfirmed') : forPerson('status_changed')
}

/** No rule turns *probably refunded* into *refunded*: while the sum stays a person decides, else it is *unconfirmed* again. */
function fromProbably(
  { state, intent }: Attempt,
  now: Snapshot,
  judged: Verdict,
  { ownSince }: OwnBeside,
): Verdict {
  if (state === 'unconfirmed') return judged
  const { forPerson } = judged
  const stands = now.refunded === null || now.refunded === intent.base + ownSince + intent.amount
  return verdict(stands ? 'refunded_probably' : 'unconfirmed', { forPerson })
}

/** Another state, a rise and our own marker are news. A reason for a person is only the last check's, and is not written. */
function withNews(attempt: Attempt, now: Snapshot, judged: Verdict): CheckJudgement {
  const news = judged.to !== attempt.state || isNews(attempt, now)
  return { verdict: judged, quiet: false, news, says: true }
}

/** Judges a show after a refusal. A rise or our own marker counts in any answer, everything else only in a usable one. */
function judgeRefusal(attempt: Attempt, now: Snapshot, facts: CheckFacts): CheckJudgement {
  const { intent } = attempt
  const stays = tellsNothing(attempt)
  const usable = mayJudge(facts)
  const changed = usable && now.refunded === intent.base && !nothingElseMoved(intent, now)
  if ((now.refunded ?? 0) > intent.base || showsOwnMarker(intent, now) || changed) {
    const moved = verdict('unconfirmed', { alarm: 'moved_after_refusal' })
    return { verdict: moved, quiet: false, news: true, says: true }
  }
  if (!usable) return stays
  const forPerson = now.refunded === null ? 'unreadable' : facts.lowerFor !== null ? 'went_down' : null
  if (forPerson !== null) return withNews(attempt, now, verdict('refusal_seen', { forPerson }))
  if (now.refunded !== intent.base || !facts.mayCount) return { ...stays, says: true }
  const settled = facts.quiet + 1 >= quietNeeded
  const next = withNews(attempt, now, verdict(settled ? 'refused' : 'refusal_seen'))
  return { ...next, quiet: true }
}
