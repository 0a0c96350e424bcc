import { describe, expect, it } from 'vitest'
import { aRecord } from '../../shared/testing/record-sample'
import { changesSince } from './face'

const fields = { transaction_id: '483920174462', amount: '120.50', refunded: '0.00', status: 'paid' }

describe('what changed since the copy was saved', () => {
  it('is nothing when only what a copy never holds has come', () => {
    const after = aRecord({ fields: { ...fields, payer: 'someone@example.org' } })
    expect(changesSince(aRecord(), after)).toEqual({ fields: new Map(), state: null })
  })

  it('is each field with what the copy said, and the state in words', () => {
    const after = aRecord({
      status: 'refunded',
      refunded: 12050,
      fields: { ...fields, refunded: '120.50', status: 'refunded' },
    })
    expect(changesSince(aRecord(), after)).toEqual({
      fields: new Map([
        ['refunded', 'HK$0.00'],
        ['status', 'paid'],
      ]),
      state: 'Paid',
    })
  })
})
