/**
 * What an answer or a later look means for the money (design.md, "The refund protocol", 5 to 8). Pure and
 * exhaustive. The rule behind all of them: silence is not refusal, and *not seen* is not *not applied*.
 */
import type {
  Alarm,
  Attempt,
  AttemptState,
  Glance,
  Intent,
  Look,
  PersonReason,
  RefundAnswer,
  Verdict,
} from './attempt'
import { markersIn } from './marker'
import { unreachable } from './result'

/** The refusals that we take at their word (assumption A1): the service says that it applied nothing. */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 404, 422])

/** Looks that must see nothing move before a refusal is settled. */
export const quietLooksNeeded = 3

function verdict(
  to: AttemptState,
  more: { alarm?: Alarm; forPerson?: PersonReason; nothingMoved?: boolean } = {},
): Verdict {
  return {
    to,
    alarm: more.alarm ?? null,
    forPerson: more.forPerson ?? null,
    nothingMoved: more.nothingMoved ?? false,
  }
}

/** A marker in the remark that was not there before and is not ours: somebody else's refund came in. */
function showsAnotherMarker(intent: Intent, now: Glance): boolean {
  const before = new Set(markersIn(intent.before.remark))
  return markersIn(now.remark).some((marker) => marker !== intent.marker && !before.has(marker))
}

/** Whether the remark carries this attempt's own marker. */
export function showsOwnMarker(intent: Intent, now: Glance): boolean {
  return markersIn(now.remark).includes(intent.marker)
}

/** Judges what came back for the refund POST itself (design.md, protocol 5, 6 and 7). */
export function judgeAnswer(intent: Intent, answer: RefundAnswer): Verdict {
  switch (answer.kind) {
    case 'never_connected':
      return verdict('not_sent')
    case 'no_answer':
    case 'unreadable':
      return verdict('unconfirmed')
    case 'error_shape':
      return answer.httpStatus === answer.status && refusals.has(answer.httpStatus)
        ? verdict('refusal_seen')
        : verdict('unconfirmed')
    case 'record':
      return judgeRecord(intent, answer.glance)
    default:
      return unreachable(answer)
  }
}

function judgeRecord(intent: Intent, now: Glance): Verdict {
  if (now.id !== intent.id || now.currency !== intent.currency || now.refunded === null) {
    return verdict('unconfirmed')
  }
  const moved = now.refunded - intent.mark
  if (moved < intent.amount) return verdict('unconfirmed')
  if (!showsOwnMarker(intent, now) && showsAnotherMarker(intent, now)) {
    return verdict('unconfirmed', { forPerson: 'another_marker' })
  }
  return moved === intent.amount ? verdict('refunded') : verdict('refunded', { alarm: 'more_than_ours' })
}

/**
 * Judges a later show of the transaction.
 * @param explained hundredths that this till itself refunded on the transaction since this attempt was made,
 * by other attempts; only one that was a settled refusal once can have any, for an undecided one locks.
 */
export function judgeLook(attempt: Attempt, look: Look, explained = 0): Verdict {
  const { state, intent } = attempt
  if (look.kind === 'no_record' || look.stale) return verdict(state, keepReason(attempt))
  switch (state) {
    case 'unconfirmed':
      return judgeUnconfirmed(intent, look.glance, explained)
    case 'refusal_seen':
    case 'refused':
      return judgeRefusal(attempt, look.glance, explained)
    case 'refunded_probably':
    case 'intended':
    case 'sending':
    case 'refunded':
    case 'not_sent':
    case 'not_refunded':
    case 'cancelled':
      return verdict(state)
    default:
      return unreachable(state)
  }
}

/** A look that tells nothing leaves on the person's list what an earlier look put there. */
function keepReason(attempt: Attempt): { forPerson?: PersonReason } {
  return attempt.forPerson === null ? {} : { forPerson: attempt.forPerson }
}

function judgeUnconfirmed(intent: Intent, now: Glance, explained: number): Verdict {
  const forPerson = (reason: PersonReason) => verdict('unconfirmed', { forPerson: reason })
  if (now.refunded === null) return forPerson('unreadable')
  if (now.currency !== intent.currency || now.amount !== intent.before.amount)
    return forPerson('amount_changed')
  const moved = now.refunded - intent.mark - explained
  if (moved < 0) return forPerson('went_down')
  if (showsOwnMarker(intent, now)) {
    if (moved < intent.amount) return forPerson('less_than_ours')
    return verdict('refunded', moved > intent.amount ? { alarm: 'more_than_ours' } : {})
  }
  if (showsAnotherMarker(intent, now)) return forPerson('another_marker')
  if (moved === intent.amount) return verdict('refunded_probably')
  if (moved > intent.amount) return forPerson('more_without_marker')
  if (moved > 0) return forPerson('less_than_ours')
  return nothingElseMoved(intent, now) ? verdict('unconfirmed') : forPerson('status_changed')
}

/** `updated_at` may move on a mere refusal, so it is not asked here. */
function nothingElseMoved(intent: Intent, now: Glance): boolean {
  const same = ['status', 'amount', 'currency', 'refundedAt', 'remark'] as const
  return same.every((field) => now[field] === intent.before[field])
}

function judgeRefusal(attempt: Attempt, now: Glance, explained: number): Verdict {
  const { intent, state } = attempt
  const moved =
    now.refunded === null ||
    now.refunded > intent.mark + explained ||
    showsOwnMarker(intent, now) ||
    (explained === 0 && state === 'refusal_seen' && !nothingElseMoved(intent, now))
  if (moved) return verdict('unconfirmed', { alarm: 'moved_after_refusal' })
  if (now.refunded !== intent.mark + explained) return verdict(state)
  const settled = state === 'refused' || attempt.quietLooks + 1 >= quietLooksNeeded
  return verdict(settled ? 'refused' : 'refusal_seen', { nothingMoved: state === 'refusal_seen' })
}
