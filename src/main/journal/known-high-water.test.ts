import { describe, expect, it } from 'vitest'
import {
  answeredBy,
  checked,
  decided,
  intent,
  lost,
  otherMarker,
  seen,
  snapshot,
  startOfDay,
  verdict,
} from '../../shared/testing/refund-samples'
import { intended, journalForEachTest, sending } from './testing/journal-for-each-test'
import { paymentOf } from './testing/journal-story'

const at = startOfDay
const own = paymentOf('pay-1')

const till = journalForEachTest()
const { append } = till

describe('the high-water value of a payment', () => {
  const value = () => till.journal.highWater(own, 'HKD')

  it('rises with the sum and with the time, each by itself, and never falls', () => {
    const shows = [
      snapshot({ refunded: 500, updatedAt: '2026-11-20 10:00:00' }),
      snapshot({ refunded: 300, updatedAt: '2026-11-20 11:00:00' }),
      snapshot({ refunded: null, updatedAt: '2026-11-20 12:00:00' }),
      snapshot({ refunded: 700, updatedAt: '2026-11-20 9:00:00' }),
      snapshot({ refunded: 900, currency: 'USD' }),
      snapshot({ refunded: 99_000 }),
    ]
    const values = shows.map((show) => {
      till.journal.raiseHighWater(1, show)
      return value()
    })
    expect([
      values,
      till.journal.highWater(paymentOf('pay-2')),
      till.journal.highWater({ services: [2], id: 'pay-1' }),
    ]).toEqual([
      [
        { refunded: 500, updatedAt: '2026-11-20 10:00:00' },
        { refunded: 500, updatedAt: '2026-11-20 11:00:00' },
        { refunded: 500, updatedAt: '2026-11-20 11:00:00' },
        ...Array(3).fill({ refunded: 700, updatedAt: '2026-11-20 11:00:00' }),
      ],
      null,
      null,
    ])
  })

  it('rises with what lines say, in the same transaction: an answer, a check, a person’s word', () => {
    append(intended)
    append(sending)
    append(answeredBy(lost, 'unconfirmed'))
    const rises = [value()?.refunded]
    append(checked(seen({ refunded: 700 }), 'unconfirmed', at, { forPerson: 'less_than_ours' }))
    rises.push(value()?.refunded)
    append(decided('refunded'))
    rises.push(value()?.refunded)
    append({ kind: 'intended', at, intent: intent({ marker: otherMarker, base: 2000 }) }, otherMarker)
    append(sending, otherMarker)
    const record = { kind: 'record', httpStatus: 200, snapshot: snapshot({ refunded: 4000 }) } as const
    append({ kind: 'answered', at, answer: record, verdict: verdict('refunded'), raw: '' }, otherMarker)
    expect([...rises, value()?.refunded]).toEqual([0, 700, 2000, 4000])
  })

  it('is lowered by a line, rises again from there, and says when and from what', () => {
    till.journal.raiseHighWater(1, snapshot({ refunded: 500 }))
    expect(till.journal.lowering(own)).toBeNull()
    const from = { refunded: 500, updatedAt: '2026-11-20 18:00:00' }
    const to = { refunded: 0, updatedAt: '2026-11-20 18:00:00' }
    const by = { supervisor: 'Sam', why: 'The bank sent it back' }
    expect(
      till.journal.appendPayment({ kind: 'lowered', at: at + 9, service: 1, id: 'pay-1', from, to, by }).ok,
    ).toBe(true)
    const lowered = value()
    till.journal.raiseHighWater(1, snapshot({ refunded: 100 }))
    expect([
      lowered,
      value()?.refunded,
      till.journal.lowering(own),
      till.journal.verifyPayment(own).ok,
    ]).toEqual([to, 100, { at: at + 9, from }, true])
  })

  it('is the highest of all numbers that its service went by', () => {
    till.journal.raiseHighWater(1, snapshot({ refunded: 500, updatedAt: '2026-11-20 10:00:00' }))
    till.journal.raiseHighWater(2, snapshot({ refunded: 300, updatedAt: '2026-11-20 11:00:00' }))
    expect(till.journal.highWater({ services: [1, 2], id: 'pay-1' })).toEqual({
      refunded: 500,
      updatedAt: '2026-11-20 11:00:00',
    })
  })
})
