import type { Attempt } from '../../shared/attempt'

/** Whether a supervisor may decide it (design.md, protocol 9). */
export function canBeDecided(attempt: Attempt): boolean {
  return attempt.state === 'unconfirmed' || attempt.state === 'refunded_probably'
}

/** Whether a look can still tell something new about it. */
export function canBeLookedAt(attempt: Attempt): boolean {
  return canBeDecided(attempt) || attempt.state === 'refusal_seen' || attempt.state === 'refused'
}
