import type { Lock, LockedBy } from '../../shared/payment-standing'

/** What a list of payments says of a lock. */
export function lockedBy(lock: Lock | null): LockedBy {
  return lock?.kind === 'attempt' ? lock.attempt.state : (lock?.kind ?? null)
}
