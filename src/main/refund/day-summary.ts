import type { TodaySummary } from '../../shared/contract'
import type { AttemptView } from '../../shared/payment-standing'
import { isUndecided } from '../../shared/refund'
import type { RefundService } from './refund-service'

/** What stands on the idle counter at once; the rest is in Activity. */
const mostOpen = 4
/** As many refunds of a day are read at a time, and at most so often: a till makes some hundreds on its busiest day. */
const pageSize = 100
const mostPages = 50

/** The first and the last millisecond of the day of this PC's clock that holds `now`. */
function dayOf(now: number): { readonly from: number; readonly to: number } {
  const day = new Date(now)
  const midnight = (days: number) =>
    new Date(day.getFullYear(), day.getMonth(), day.getDate() + days).getTime()
  return { from: midnight(0), to: midnight(1) - 1 }
}

/** What went back of an attempt, or null where that is not certain: only what is certain is in a sum. */
const refundedMoney = ({ state, intent }: AttemptView) =>
  state === 'refunded' ? { currency: intent.currency, hundredths: intent.amount } : null

/**
 * What this till refunded today, by currency, each sum in hundredths, in the order in which the currencies were used
 * first; how many of today's are not settled; and what needs somebody, whatever its day. A refund counts on the day on
 * which it was made, also when it was confirmed later.
 */
export function todaySummary(page: RefundService['page'], now: number): TodaySummary {
  const range = dayOf(now)
  const sums = new Map<string, { count: number; hundredths: number }>()
  let unsettled = 0
  let before: number | null = null
  let first: ReturnType<RefundService['page']> | null = null
  for (let pages = 0; pages < mostPages; pages += 1) {
    const found = page({ before, count: pageSize, ...range })
    first ??= found
    for (const attempt of found.attempts) {
      if (isUndecided(attempt.state)) unsettled += 1
      const money = refundedMoney(attempt)
      if (money === null) continue
      const sum = sums.get(money.currency) ?? { count: 0, hundredths: 0 }
      sums.set(money.currency, { count: sum.count + 1, hundredths: sum.hundredths + money.hundredths })
    }
    before = found.next
    if (before === null) break
  }
  const open = first?.open ?? []
  return {
    open: open.slice(0, mostOpen),
    moreOpen: Math.max(0, open.length - mostOpen) + (first?.notices.length ?? 0),
    refunded: [...sums].map(([currency, sum]) => ({ currency, ...sum })).reverse(),
    unsettled,
  }
}
