import { expect, expectTypeOf, it } from 'vitest'
import type { RefundDeps, Till } from '../refund/types'
import { makeHttpRefundSender, type RefundSender } from './refund'
import { makeHttpPaymentService, type TransactionReader } from './show'

const credentials = async () => ({ ok: false, fault: { kind: 'not_set_up' } }) as const

it('sends nothing by the port that reads, nor reads by the one that sends', () => {
  expect([
    Object.keys(makeHttpPaymentService({ credentials })),
    Object.keys(makeHttpRefundSender({ credentials })),
  ]).toEqual([['show'], ['refund']])
})

it('is not to be had, by type, from whatever only reads', () => {
  // Checked by TypeScript: none of these is a sender.
  expectTypeOf<TransactionReader>().not.toExtend<RefundSender>()
  expectTypeOf<RefundDeps>().not.toHaveProperty('sender')
  expectTypeOf<Till>().not.toHaveProperty('sender')
  expectTypeOf<Till['payments']>().not.toHaveProperty('refund')
  expectTypeOf<RefundSender>().toHaveProperty('refund')
})
