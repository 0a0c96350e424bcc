import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gatewayCodes, isOtherStore, paymentState, teachesStore, walletName } from './refund-rules'

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

it('knows the 21 codes of the interface', () => {
  const codes =
    '1_1 4_1 4_2 4_3 7_1 7_2 8_1 8_2 8_3 9_5 9_6 10_1 10_2 11_1 11_2 12_1 12_2 12_3 12_4 13_1 13_2'
  expect(gatewayCodes.join(' ')).toBe(codes)
})

it('names the wallet or card as the service does, as much of it as is shown', () => {
  const named = (gateway_sub_name?: string) => walletName({ fields: { gateway_sub_name } })
  const outcome = [named('Octopus'), named(' AlipayHK '), named('x'.repeat(70)), named(' '), named()]
  expect(outcome).toEqual(['Octopus', 'AlipayHK', `${'x'.repeat(60)}…`, '', ''])
})

it.each([
  ['s-1', 's-1', false],
  ['s-2', 's-1', true],
  ['S-1', 's-1', true],
  ['', 's-1', false],
  ['s-2', '', false],
])('a payment of store %j is another store’s at a till of %j: %s', (storeId, own, isOther) => {
  expect(isOtherStore(storeId, { storeId: own })).toBe(isOther)
})

it.each([
  ['s-2', '', true],
  ['店'.repeat(64), '', true],
  ['s-2', 's-1', false],
  ['', '', false],
  [' s-2', '', false],
  ['x'.repeat(65), '', false],
])('a payment of store %j teaches a till of %j its store: %s', (storeId, own, teaches) => {
  expect(teachesStore(storeId, { storeId: own })).toBe(teaches)
})
