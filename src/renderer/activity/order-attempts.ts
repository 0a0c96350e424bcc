import type { Attempt } from '../../shared/attempt'
import { isUndecided } from '../../shared/refund'

/** What is undecided first, then the rest; each newest first. */
export function orderAttempts(attempts: readonly Attempt[]): readonly Attempt[] {
  const rank = (attempt: Attempt) => (isUndecided(attempt.state) ? 0 : 1)
  return [...attempts].sort((a, b) => rank(a) - rank(b) || b.createdAt - a.createdAt)
}
