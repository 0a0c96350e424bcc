import type { Attempt } from '../../../shared/attempt'
import type { AttemptView, Lock, Stale } from '../../../shared/payment-standing'
import { attempt, intent } from '../../../shared/testing/refund-samples'

/** An attempt on a payment (by internal `id`) whose outcome nobody knows. */
export function anAttempt(id: string): Attempt {
  return attempt('unconfirmed', { intent: intent({ id }) })
}

/** The same as the window sees it. */
export function anAttemptView(id: string): AttemptView {
  return { ...anAttempt(id), nextCheckAt: null, elsewhere: false, lastCheck: null, quiet: 0 }
}

/** The lock that it is. */
export function lockedBy(id: string): Lock {
  return { kind: 'attempt', attempt: anAttemptView(id) }
}

/** The service says less than before. */
export const aStale: Stale = {
  was: 2000,
  now: 0,
  since: '2026-11-21T09:00:00.000Z',
  nextCheckAt: null,
  accept: 'minutes',
  missing: [],
}
