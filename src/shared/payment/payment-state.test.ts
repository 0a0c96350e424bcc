import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paymentState } from './payment-state'

const named = ['paid', 'refunded', 'cancelled', 'failed', 'precreated']
const amounts = fc.option(fc.integer({ min: -100, max: 5000 }))

describe('where a payment stands', () => {
  it.each([
    ['paid', 0, 'paid'],
    ['paid', 400, 'partly_refunded'],
    ['refunded', 400, 'partly_refunded'],
    ['refunded', 1000, 'refunded'],
    ['refunded', null, 'refunded'],
    ['cancelled', 1000, 'cancelled'],
    ['failed', 0, 'failed'],
    ['precreated', 0, 'precreated'],
    ['chargeback', 0, 'other'],
    ['chargeback', null, 'other'],
    ['chargeback', 400, 'other_partly_refunded'],
    ['chargeback', 1000, 'other_refunded'],
    ['', 1000, 'other_refunded'],
    ['__proto__', 0, 'other'],
  ])('%j with %s refunded of 1000 is %s', (status, refunded, state) => {
    expect(paymentState({ status, amount: 1000, refunded })).toBe(state)
  })

  it('never loses a status that the interface does not name, whatever was refunded', () => {
    fc.assert(
      fc.property(fc.string(), amounts, amounts, (status, amount, refunded) => {
        fc.pre(!named.includes(status))
        expect(paymentState({ status, amount, refunded })).toMatch(/^other/)
      }),
    )
  })

  it('says that money went back exactly when some did, for any status but the three closed ones', () => {
    fc.assert(
      fc.property(fc.constantFrom('paid', 'odd'), amounts, amounts, (status, amount, refunded) => {
        const moved = amount !== null && refunded !== null && refunded > 0
        expect(/refunded$/.test(paymentState({ status, amount, refunded }))).toBe(moved)
      }),
    )
  })
})
