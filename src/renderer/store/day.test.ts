import { expect, it } from 'vitest'
import { dayOf } from './day'
import { anAttempt } from './testing/samples'

const { intent } = anAttempt()
const refunded = (amount: number, change: Partial<typeof intent> = {}) =>
  anAttempt({ intent: { ...intent, amount, ...change } })

it('a day adds up what was refunded for certain, by currency, reason and cashier, and counts the outcomes of all', () => {
  const open = anAttempt({ state: 'unconfirmed' })
  const attempts = [
    open,
    refunded(2000),
    refunded(3000, { reason: { code: 'other', text: 'The zip broke' }, cashier: { id: '', name: 'Ben' } }),
    refunded(50_000, { currency: 'JPY', reason: { code: 'Torn box', text: 'Torn box' }, cashier: null }),
    anAttempt({ state: 'refused' }),
  ]
  const hkd = (hundredths: number) => ({ currency: 'HKD', hundredths })
  const jpy = { currency: 'JPY', hundredths: 50_000 }
  expect(dayOf(attempts, [open])).toEqual({
    sums: [
      { name: '', count: 2, money: hkd(5000) },
      { name: '', count: 1, money: jpy },
    ],
    outcomes: [
      { state: 'unconfirmed', count: 1 },
      { state: 'refunded', count: 3 },
      { state: 'refused', count: 1 },
    ],
    reasons: [
      { name: 'Damaged item', count: 1, money: hkd(2000) },
      { name: 'Other', count: 1, money: hkd(3000) },
      { name: 'Torn box', count: 1, money: jpy },
    ],
    cashiers: [
      { name: 'May', count: 1, money: hkd(2000) },
      { name: 'Ben', count: 1, money: hkd(3000) },
    ],
    open: [open],
  })
})
