import type { AttemptState } from '../../shared/attempt-states'
import type { Money } from '../../shared/money'
import type { AttemptView } from '../../shared/payment-standing'
import { nameOfReason } from '../words/refund'
import { attemptMoney } from '../words/states'

/** What was refunded for certain under one name, in one currency. */
export type DaySum = { readonly name: string; readonly count: number; readonly money: Money }

/** The refunds of a period in figures; only what was refunded for certain is in a sum. */
export type Day = {
  /** One for each currency, without a name. */
  readonly sums: readonly DaySum[]
  readonly outcomes: readonly { readonly state: AttemptState; readonly count: number }[]
  readonly reasons: readonly DaySum[]
  readonly cashiers: readonly DaySum[]
  /** What needs an answer or a person, whatever its day. */
  readonly open: readonly AttemptView[]
}

/** Adds up by name and currency, the largest number first. */
function sumsBy(
  attempts: readonly AttemptView[],
  nameOf: (attempt: AttemptView) => string,
): readonly DaySum[] {
  const sums = new Map<string, DaySum>()
  for (const attempt of attempts) {
    const { currency, hundredths } = attemptMoney(attempt)
    const name = nameOf(attempt)
    const before = sums.get(`${currency} ${name}`)
    sums.set(`${currency} ${name}`, {
      name,
      count: (before?.count ?? 0) + 1,
      money: { currency, hundredths: (before?.money.hundredths ?? 0) + hundredths },
    })
  }
  return [...sums.values()].sort((one, other) => other.count - one.count)
}

/** @param attempts all of the period */
export function dayOf(attempts: readonly AttemptView[], open: readonly AttemptView[]): Day {
  const refunded = attempts.filter(({ state }) => state === 'refunded')
  const counts = new Map<AttemptState, number>()
  for (const { state } of attempts) counts.set(state, (counts.get(state) ?? 0) + 1)
  return {
    sums: sumsBy(refunded, () => ''),
    outcomes: [...counts].map(([state, count]) => ({ state, count })),
    reasons: sumsBy(refunded, ({ intent }) => nameOfReason(intent.reason.code)),
    cashiers: sumsBy(refunded, ({ intent }) => intent.cashier?.name ?? '').filter(({ name }) => name !== ''),
    open,
  }
}
