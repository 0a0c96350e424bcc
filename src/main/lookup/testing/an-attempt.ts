import type { AttemptView, Lock, Stale } from '../../../shared/attempt/payment-standing'
import { attemptView, intent } from '../../../shared/testing/refund-samples'

/** An attempt on a payment (by internal `id`) whose outcome nobody knows, as the window sees it. */
export function anAttemptView(id: string): AttemptView {
  return attemptView('unconfirmed', { intent: intent({ id }) })
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
