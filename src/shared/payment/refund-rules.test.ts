import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aRecord } from '../testing/record-sample'
import { checkAmount, type Refundability, refundability } from './refund-rules'
import type { Transaction } from './transaction'

const refundDetails = { kind: 'refund', requestUserId: '', firstName: '', lastName: '', remark: '' } as const

function refundable(hundredths: number, more: Partial<Extract<Refundability, { kind: 'refundable' }>> = {}) {
  return {
    kind: 'refundable',
    rest: { hundredths, currency: 'HKD' },
    wholeOnly: false,
    confirmation: null,
    ...more,
  }
}

describe('whether a transaction can be refunded', () => {
  it.each<[string, Partial<Transaction>, unknown]>([
    ['paid and untouched', {}, refundable(12050)],
    ['paid, refunded in part', { refunded: 2050 }, refundable(10000)],
    [
      'refunded in part, with signs of it',
      { refunded: 50, details: [refundDetails], fields: { refunded_at: 'x' } },
      refundable(12000),
    ],
    [
      'status refunded, but only a part is',
      { status: 'refunded', refunded: 50 },
      refundable(12000, { confirmation: 'status_refunded_in_part' }),
    ],
    ['a status nobody knows', { status: 'settled' }, refundable(12050, { confirmation: 'status_not_known' })],
    ['no status', { status: '' }, refundable(12050, { confirmation: 'status_not_known' })],
    ['untouched under 0.10', { amount: 9 }, refundable(9, { wholeOnly: true })],
    ['exactly 0.10', { amount: 10 }, refundable(10)],
    ['a rest of exactly 0.10', { refunded: 12040 }, refundable(10)],
  ])('%s: yes', (_name, changes, expected) => {
    expect(refundability(aRecord(changes))).toEqual(expected)
  })

  it.each<[string, Partial<Transaction>]>([
    ['no_id', { id: '' }],
    ['no_currency', { currency: '' }],
    ['amount_unreadable', { amount: null }],
    ['refunded_unreadable', { refunded: null }],
    ['contradiction', { refunded: 12051 }],
    ['contradiction', { refunded: -1 }],
    ['contradiction', { amount: -5, refunded: 0 }],
    ['contradiction', { status: 'refunded', refunded: 0 }],
    ['contradiction', { details: [refundDetails] }],
    ['contradiction', { extra: { refund_details: '[{"remark":"Damaged"}]' } }],
    ['contradiction', { fields: { refunded_at: '2026-11-20 18:30:00' } }],
    ['wholly_refunded', { refunded: 12050 }],
    ['wholly_refunded', { status: 'refunded', refunded: 12050 }],
    ['cancelled', { status: 'cancelled' }],
    ['failed', { status: 'failed', refunded: null }],
    ['precreated', { status: 'precreated', refunded: null }],
    ['nothing_paid', { amount: 0 }],
    ['rest_too_small', { refunded: 12041 }],
  ])('no, because: %s (%j)', (reason, changes) => {
    expect(refundability(aRecord(changes))).toEqual({ kind: 'blocked', reason })
  })

  it('never offers more than what is left, nor anything that is not money', () => {
    const amounts = fc.option(fc.integer({ min: -100, max: 100_000 }), { nil: null })
    const anyRecord = fc.record({
      amount: amounts,
      refunded: amounts,
      status: fc.constantFrom('paid', 'refunded', 'cancelled', 'failed', 'precreated', 'settled', ''),
      currency: fc.constantFrom('HKD', 'JPY', ''),
    })
    fc.assert(
      fc.property(anyRecord, (changes) => {
        const answer = refundability(aRecord(changes))
        if (answer.kind === 'blocked') return true
        const { amount, refunded } = changes
        return (
          amount !== null &&
          refunded !== null &&
          refunded >= 0 &&
          answer.rest.hundredths === amount - refunded &&
          answer.rest.hundredths > 0
        )
      }),
    )
  })
})

describe('whether an amount may be refunded', () => {
  const of = (hundredths: number, currency = 'HKD', wholeOnly = false) => ({
    rest: { hundredths, currency },
    wholeOnly,
  })
  const yes = (strands = 0) => ({ ok: true, value: { strands } })
  const no = (fault: string) => ({ ok: false, fault })

  it.each([
    [100, of(1000), yes()],
    [10, of(1000), yes()],
    [9, of(1000), no('too_small')],
    [0, of(1000), no('too_small')],
    [-5, of(1000), no('too_small')],
    [1.5, of(1000), no('too_small')],
    [Number.NaN, of(1000), no('too_small')],
    [1000, of(1000), yes()],
    [1001, of(1000), no('too_large')],
    [999, of(1000), yes(1)],
    [991, of(1000), yes(9)],
    [990, of(1000), yes()],
    [5, of(5, 'HKD', true), yes()],
    [4, of(5, 'HKD', true), no('whole_only')],
    [6, of(5, 'HKD', true), no('too_large')],
    [100, of(1000, 'JPY'), yes()],
    [150, of(1000, 'JPY'), no('not_whole_units')],
    [1050, of(1050, 'JPY'), yes()],
  ])('%d of %j', (amount, rest, expected) => {
    expect(checkAmount(amount, rest)).toEqual(expected)
  })

  it('warns of exactly the rests of which no amount could be refunded any more', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5, max: 500 }), fc.integer({ min: 10, max: 500 }), (amount, rest) => {
        const answer = checkAmount(amount, of(rest))
        if (!answer.ok) return
        const left = rest - amount
        const refundableLater = Array.from({ length: left }, (_none, index) => index + 1).some(
          (later) => checkAmount(later, of(left)).ok,
        )
        expect(answer.value.strands).toBe(refundableLater ? 0 : left)
      }),
    )
  })
})
