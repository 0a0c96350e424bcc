/** Who stands at the tills, and the rules of their store. */
import { noRules, type Rules } from '../../src/shared/people/rules'

/** Whoever says yes as a second person; now and then that is the cashier, and then it counts for nothing. */
export const secondPerson = { id: 'p-3', name: 'Jonas' }
const cashiers = [{ id: 'p-1', name: 'Mei' }, { id: 'p-2', name: 'Ana' }, secondPerson] as const

/** Whoever serves the customer with that payment. */
export function cashierOf(payment: number) {
  return cashiers[payment % cashiers.length] ?? cashiers[0]
}

/** Above these sums, in hundredths, it takes a second person: one refund, one cashier's, the till's. */
export const sumLimits = { amount: 5000, cashier: 9000, till: 16_000 }

const above = (second: number) => ({ second, never: null })

export const storeRules: Rules = {
  ...noRules,
  money: [
    {
      currency: 'HKD',
      amount: above(sumLimits.amount),
      cashierSum: above(sumLimits.cashier),
      tillSum: above(sumLimits.till),
    },
  ],
}
