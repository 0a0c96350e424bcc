import type { RefundService } from '../../src/main/refund/service'
import type { AttemptView } from '../../src/shared/attempt/payment-standing'

/** Every attempt of a till, newest first. */
export function attemptsOf(refunds: Pick<RefundService, 'page'>): readonly AttemptView[] {
  const all: AttemptView[] = []
  for (let before: number | null = null; ; ) {
    const { attempts, next } = refunds.page({ before, count: 100 })
    all.push(...attempts)
    if (next === null) return all
    before = next
  }
}
