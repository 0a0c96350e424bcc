import type { Attempt } from '../../../shared/attempt'
import { attempt, intent } from '../../../shared/testing/refund-samples'

/** An attempt on a payment (by internal `id`) whose outcome nobody knows. */
export function anAttempt(id: string): Attempt {
  return attempt('unconfirmed', { intent: intent({ id }) })
}
