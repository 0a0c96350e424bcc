import type { AttemptView, Lock, Stale } from '../../../shared/attempt/payment-standing'
import { attemptView, intent } from '../../../shared/testing/refund-samples'

/** An unconfirmed attempt on a payment (by internal `id`), as the window sees it. */
export function anAttemptView(id: string): AttemptView {
  return attemptView('unconfirmed', { intent: intent({ id }) })
}

/** Its lock. */
export function lockedBy(id: string): Lock {
  return { kind: 'attempt', attempt: anAttemptView(id) }
}

/** The service shows a lower sum. */
export const aStale: Stale = {
  was: 2000,
  now: 0,
  since: '2026-11-21T09:00:00.000Z',
  nextCheckAt: null,
  accept: 'minutes',
  missing: [],
}

/** The standing of a payment that nothing keeps from being refunded. */
export const free = (id: string) => ({ id, lock: null, stale: null })
