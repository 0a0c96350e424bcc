import type { RefundDesk } from '../../src/main/refund/refund-service'
import type { AttemptView } from '../../src/shared/payment-standing'

/** Every attempt of a till, newest first. */
export function attemptsOf(desk: Pick<RefundDesk, 'page'>): readonly AttemptView[] {
  const all: AttemptView[] = []
  for (let before: number | null = null; ; ) {
    const { attempts, next } = desk.page({ before, count: 100 })
    all.push(...attempts)
    if (next === null) return all
    before = next
  }
}
