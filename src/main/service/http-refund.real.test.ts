import { describe, expect, expectTypeOf, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import type { RefundDeps, Till } from '../refund/types'
import { makeHttpRefundSender, type RefundSender } from './refund'
import { makeHttpPaymentService, type TransactionReader } from './show'
import { wholeRequest } from './testing/exchange-request'
import { errorBody, neverSent, openPaymentsRig, order, sampleAnswer, token } from './testing/payments-rig'
import { httpAnswer } from './testing/raw-service'
import { envelopeOf, paidRecord, sampleRecord } from './testing/sample-record'

describe('refund', () => {
  it('sends amount, reason and device as a form, once', async () => {
    const { payments, service } = await openPaymentsRig()
    const reply = await payments.refund(order)
    const body = 'amount=12.05&refund_reason=R-0123456789+B%C3%BCro+%26+Co&device_unique_id=till+3'
    const line = `POST /v1/transactions/${sampleRecord.id}/refund`
    expect(service.received).toEqual([wholeRequest(service.port, line, body, token)])
    expect(reply.answer).toEqual({
      kind: 'record',
      httpStatus: 200,
      snapshot: {
        id: sampleRecord.id,
        status: 'refunded',
        currency: 'HKD',
        amount: 12050,
        refunded: 12050,
        refundedAt: '2026-11-20 18:30:00',
        updatedAt: '2026-11-20 18:30:00',
        remark: 'R-0123456789 Damaged item',
      },
    })
    expect([reply.record?.id, reply.raw.includes('SECRET-PIN-KEY')]).toEqual([sampleRecord.id, false])
  })

  it('sends nothing to a service that it was not meant for', async () => {
    const ends: unknown[] = []
    const line = { callBegins: () => (end: unknown) => ends.push(end) }
    const { payments, service } = await openPaymentsRig(sampleAnswer, { line })
    const reply = await payments.refund({ ...order, serviceAddress: 'https://elsewhere.example' })
    expect([reply.answer, service.received, ends]).toEqual([
      {
        kind: 'never_connected',
        reason: 'aborted',
        detail: 'the address of the payment service has changed',
      },
      [],
      // The line is as good as before.
      ['not_begun'],
    ])
  })

  it('sends no amount where there is none to send', async () => {
    const { payments, service } = await openPaymentsRig()
    await payments.refund({ ...order, amount: null, reason: 'R-0' })
    expect(service.received[0]?.split('\r\n\r\n')[1]).toBe('refund_reason=R-0&device_unique_id=till+3')
  })

  const unreadable = (httpStatus: number) => ({
    kind: 'unreadable',
    httpStatus,
    detail: expect.stringMatching(/./),
  })
  const shape = (httpStatus: number, status: number) => ({
    kind: 'error_shape',
    httpStatus,
    status,
    message: 'No luck',
  })
  it.each([
    [
      201,
      envelopeOf(paidRecord),
      { kind: 'record', httpStatus: 201, snapshot: expect.objectContaining({ refunded: 0 }) },
    ],
    [404, errorBody(404), shape(404, 404)],
    [422, errorBody('422'), unreadable(422)],
    [422, errorBody(400), shape(422, 400)],
    [500, errorBody(500), shape(500, 500)],
    [200, errorBody(500), shape(200, 500)],
    [302, errorBody(302), shape(302, 302)],
    [200, '', unreadable(200)],
    [200, '<html>', unreadable(200)],
    [200, '{"success":false}', unreadable(200)],
    [200, envelopeOf({ refunded: [] }), unreadable(200)],
    [200, envelopeOf(sampleRecord).slice(0, -1), unreadable(200)],
    [302, envelopeOf(sampleRecord), unreadable(302)],
    [409, 'Conflict', unreadable(409)],
    [500, envelopeOf(sampleRecord), unreadable(500)],
    [503, '<html>', unreadable(503)],
  ])('names what came with HTTP %i and %s', async (status, body, answer) => {
    const { payments, service } = await openPaymentsRig(httpAnswer(status, body))
    const reply = await payments.refund(order)
    const outcome = { answer: reply.answer, hasRecord: reply.record !== null, calls: service.received.length }
    expect(outcome).toEqual({ answer, hasRecord: answer.kind === 'record', calls: 1 })
  })

  it('counts as never sent when the address is not allowed', async () => {
    const payments = makeHttpRefundSender({
      credentials: async (use) => succeed(await use({ address: 'http://pay.example', token })),
    })
    expect(await payments.refund(order)).toEqual(neverSent('plain_http'))
  })

  it.each(['', '\udc00'])('counts as never sent for the id %j, which no path can hold', async (id) => {
    const { payments, service } = await openPaymentsRig()
    expect(await payments.refund({ ...order, id })).toEqual(
      neverSent('the transaction has no id that a path can hold'),
    )
    expect(service.received).toEqual([])
  })
})

it('sends nothing by the port that reads, nor reads by the one that sends', () => {
  const credentials = async () => fail({ kind: 'not_set_up' } as const)
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
