import { describe, expect, it } from 'vitest'
import { intent } from '../testing/refund-samples'
import { checkCodes, minPaceMs, nextPace } from './check-schedule'

const second = 1000

describe('the pace of all checks together', () => {
  it('is one a second, doubles up to five minutes while the service asks for fewer, and recovers', () => {
    let rest = minPaceMs
    const rests = Array.from({ length: 10 }, () => {
      rest = nextPace(rest, true)
      return rest / second
    })
    expect([...rests, nextPace(rest, false) / second]).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 1])
  })
})

describe('the codes of one check', () => {
  const foundBy = { kind: 'custom_id', code: 'ORDER-7' } as const

  it('are the transaction id, then the internal id, then the code that found it', () => {
    expect(checkCodes(intent({ foundBy }))).toEqual([
      { kind: 'transaction_id', code: '100000000000001' },
      { kind: 'internal_id', code: 'pay-1' },
      foundBy,
    ])
  })

  it('are asked by another kind too, where two kinds share a code', () => {
    const twice = { kind: 'custom_id', code: 'pay-1' } as const
    expect(checkCodes(intent({ foundBy: twice }))).toContainEqual(twice)
  })

  it('are each asked once, without empty ones', () => {
    const codes = [
      checkCodes(intent()),
      checkCodes(intent({ transactionId: '', foundBy: { kind: 'internal_id', code: 'pay-1' } })),
    ]
    expect(codes).toEqual([
      [
        { kind: 'transaction_id', code: '100000000000001' },
        { kind: 'internal_id', code: 'pay-1' },
      ],
      [{ kind: 'internal_id', code: 'pay-1' }],
    ])
  })
})
