import { describe, expect, it } from 'vitest'
import { profileA, profileB, switchNames } from './switches'
import { recordOf, refundPath, serve } from './testing/call-service'

const refund = (url: string, id: string, amount: string) =>
  recordOf(url, { method: 'POST', path: refundPath(id), body: { refund_reason: 'Wrong size', amount } })

describe('the profiles', () => {
  it('has two profiles that are opposite in all but four switches', () => {
    expect(switchNames.filter((name) => profileA[name] === profileB[name])).toEqual([
      'overlargePart',
      'errorHttpStatus',
      'practiceHeader',
      'interruptions',
    ])
  })

  it.each([
    ['a', profileA],
    ['b', profileB],
  ])('refunds a part and then the rest under profile %s', async (_name, switches) => {
    const service = await serve({ switches })
    const { id } = service.ledger.addTransaction({ amount: 10_000, charge: 200 }).facts
    await refund(service.url, id, '25')
    const record = await refund(service.url, id, '75')
    expect({ status: record.status, refunded: Number(record.refunded), net: Number(record.net) }).toEqual({
      status: 'refunded',
      refunded: 100,
      net: 0,
    })
  })
})
