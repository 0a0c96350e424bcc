import { afterEach, describe, expect, it } from 'vitest'
import { succeed } from '../../shared/result'
import { makeHttpPaymentService } from './http-payment-service'
import type { PaymentService, RefundReply } from './payment-service'
import { httpAnswer, type RawService, startRawService } from './testing/raw-service'
import { envelopeOf, paidRecord, sampleRecord } from './testing/sample-record'

const token = 'a-long-test-token-0001'
const services: RawService[] = []
const lines: string[] = []

afterEach(async () => {
  for (const service of services.splice(0)) await service.close()
  lines.length = 0
})

/** A client and a service that gives every request this answer. */
async function desk(answer: string, path = ''): Promise<{ payments: PaymentService; service: RawService }> {
  const service = await startRawService({ onRequest: (line) => line.end(answer) })
  services.push(service)
  const address = `http://127.0.0.1:${service.port}${path}`
  const payments = makeHttpPaymentService({
    credentials: async (use) => succeed(await use({ address, token })),
    log: (line) => lines.push(line),
  })
  return { payments, service }
}

const errorBody = (status: number | string, message = 'No luck') =>
  JSON.stringify({ success: false, message, status })

const byTransaction = { kind: 'transaction_id', code: '480013370000421' } as const
const order = {
  id: sampleRecord.id,
  amount: 1205,
  reason: 'R-0123456789 Büro & Co',
  deviceId: 'till 3',
}

describe('show', () => {
  it.each([
    [byTransaction, '/v1/transactions/480013370000421', 'query=transaction_id'],
    [{ kind: 'custom_id', code: 'till-3-000812' }, '/v1/transactions/till-3-000812', 'query=custom_id'],
    [{ kind: 'internal_id', code: sampleRecord.id }, `/v1/transactions/${sampleRecord.id}`, ''],
  ] as const)('asks for %j in the path and in the body', async (request, path, body) => {
    const { payments, service } = await desk(httpAnswer(200, envelopeOf(sampleRecord)))
    const reply = await payments.show(request)
    expect(reply.ok && reply.value.record.transactionId).toBe('480013370000421')
    expect(service.received).toEqual([
      [
        `GET ${path} HTTP/1.1`,
        `Host: 127.0.0.1:${service.port}`,
        `Authorization: Bearer ${token}`,
        'Content-Type: application/x-www-form-urlencoded',
        `Content-Length: ${body.length}`,
        'Accept: application/json',
        'Accept-Encoding: identity',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    ])
  })

  it.each([
    ['a/b?c=d#e', '/api/v1/transactions/a%2Fb%3Fc%3Dd%23e'],
    ['..', '/api/v1/transactions/%2E%2E'],
    ['.', '/api/v1/transactions/%2E'],
    ['%2F', '/api/v1/transactions/%252F'],
    ['支払 1', '/api/v1/transactions/%E6%94%AF%E6%89%95%201'],
    ['\r\nX: y', '/api/v1/transactions/%0D%0AX%3A%20y'],
  ])('lets the code %j lead to no other path, below a base path', async (code, path) => {
    const { payments, service } = await desk(httpAnswer(404, ''), '/api/')
    await payments.show({ kind: 'custom_id', code })
    expect(service.received.map((request) => request.split(' ')[1])).toEqual([path])
  })

  it.each(['', '\ud800'])('asks nobody for %j, which no path can hold', async (code) => {
    const { payments, service } = await desk(httpAnswer(200, envelopeOf(sampleRecord)))
    expect(await payments.show({ kind: 'custom_id', code })).toMatchObject({ fault: { kind: 'not_found' } })
    expect(service.received).toEqual([])
  })

  it.each([
    [{ kind: 'transaction_id', code: 'till-3-000812' }],
    [{ kind: 'custom_id', code: '480013370000421' }],
    [{ kind: 'internal_id', code: '480013370000421' }],
    [{ kind: 'transaction_id', code: '48001337000042' }],
  ] as const)('shows no record that does not carry the code asked for: %j', async (request) => {
    const { payments } = await desk(httpAnswer(200, envelopeOf(sampleRecord)))
    expect(await payments.show(request)).toEqual({
      ok: false,
      fault: { kind: 'other_record', code: request.code },
    })
  })

  const words = expect.stringMatching(/./)
  it.each([
    [404, errorBody(404), { kind: 'not_found', message: 'No luck' }],
    [404, '<html>', { kind: 'not_found', message: '' }],
    [400, errorBody(400), { kind: 'not_found', message: 'No luck' }],
    [422, errorBody('422'), { kind: 'not_found', message: 'No luck' }],
    [200, errorBody(404), { kind: 'not_found', message: 'No luck' }],
    [400, '<html>', { kind: 'strange_answer', httpStatus: 400, detail: words }],
    [401, errorBody(401), { kind: 'token_not_accepted', httpStatus: 401, message: 'No luck' }],
    [401, '', { kind: 'token_not_accepted', httpStatus: 401, message: '' }],
    [200, errorBody(401), { kind: 'token_not_accepted', httpStatus: 401, message: 'No luck' }],
    [403, errorBody(403), { kind: 'service_error', httpStatus: 403, message: 'No luck' }],
    [403, '', { kind: 'service_error', httpStatus: 403, message: '' }],
    [
      500,
      errorBody(500, 'Internal Error'),
      { kind: 'service_error', httpStatus: 500, message: 'Internal Error' },
    ],
    [500, errorBody(404), { kind: 'service_error', httpStatus: 500, message: 'No luck' }],
    [429, errorBody(429), { kind: 'service_error', httpStatus: 429, message: 'No luck' }],
    [503, 'try later', { kind: 'strange_answer', httpStatus: 503, detail: words }],
    [500, envelopeOf(sampleRecord), { kind: 'strange_answer', httpStatus: 500, detail: words }],
    [302, '', { kind: 'strange_answer', httpStatus: 302, detail: words }],
    [200, '', { kind: 'strange_answer', httpStatus: 200, detail: 'the answer is not JSON' }],
    [200, '<html>', { kind: 'strange_answer', httpStatus: 200, detail: 'the answer is not JSON' }],
    [200, envelopeOf([]), { kind: 'strange_answer', httpStatus: 200, detail: words }],
    [200, envelopeOf({ id: {} }), { kind: 'strange_answer', httpStatus: 200, detail: words }],
  ])('reads HTTP %i with %s as %j', async (status, body, fault) => {
    const { payments, service } = await desk(httpAnswer(status, body))
    expect(await payments.show(byTransaction)).toEqual({ ok: false, fault })
    expect(service.received.length).toBe(1)
  })

  it('says whether the connection ever came up', async () => {
    const { payments, service } = await desk('')
    expect(await payments.show(byTransaction)).toMatchObject({
      fault: { kind: 'no_answer', reason: 'closed' },
    })
    await service.close()
    services.length = 0
    expect(await payments.show(byTransaction)).toMatchObject({
      fault: { kind: 'not_connected', reason: 'refused' },
    })
  })

  it.each([{ kind: 'not_set_up' }, { kind: 'keychain_unavailable', detail: 'locked' }] as const)(
    'passes on that there is no token: %j',
    async (fault) => {
      const payments = makeHttpPaymentService({ credentials: async () => ({ ok: false, fault }) })
      expect(await payments.show(byTransaction)).toEqual({ ok: false, fault })
    },
  )
})

describe('refund', () => {
  it('sends amount, reason and device as a form, once', async () => {
    const { payments, service } = await desk(httpAnswer(200, envelopeOf(sampleRecord)))
    const reply = await payments.refund(order)
    const body = 'amount=12.05&refund_reason=R-0123456789+B%C3%BCro+%26+Co&device_unique_id=till+3'
    expect(service.received).toEqual([
      [
        `POST /v1/transactions/${sampleRecord.id}/refund HTTP/1.1`,
        `Host: 127.0.0.1:${service.port}`,
        `Authorization: Bearer ${token}`,
        'Content-Type: application/x-www-form-urlencoded',
        `Content-Length: ${body.length}`,
        'Accept: application/json',
        'Accept-Encoding: identity',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    ])
    expect(reply.answer).toEqual({
      kind: 'record',
      httpStatus: 200,
      glance: {
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

  it('sends no amount where there is none to send', async () => {
    const { payments, service } = await desk(httpAnswer(200, envelopeOf(sampleRecord)))
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
      { kind: 'record', httpStatus: 201, glance: expect.objectContaining({ refunded: 0 }) },
    ],
    [400, errorBody(400), shape(400, 400)],
    [404, errorBody('404'), shape(404, 404)],
    [422, errorBody(400), shape(422, 400)],
    [500, errorBody(500), shape(500, 500)],
    [200, errorBody(500), shape(200, 500)],
    [302, errorBody(302), shape(302, 302)],
    [200, '', unreadable(200)],
    [200, '<html>', unreadable(200)],
    [200, '{"success":false}', unreadable(200)],
    [200, envelopeOf({ refunded: [] }), unreadable(200)],
    [200, envelopeOf([]), unreadable(200)],
    [200, envelopeOf(sampleRecord).slice(0, -1), unreadable(200)],
    [302, envelopeOf(sampleRecord), unreadable(302)],
    [409, 'Conflict', unreadable(409)],
    [500, envelopeOf(sampleRecord), unreadable(500)],
    [503, '<html>', unreadable(503)],
  ])('names what came with HTTP %i and %s', async (status, body, answer) => {
    const { payments, service } = await desk(httpAnswer(status, body))
    const reply = await payments.refund(order)
    expect({
      answer: reply.answer,
      hasRecord: reply.record !== null,
      calls: service.received.length,
    }).toEqual({
      answer,
      hasRecord: answer.kind === 'record',
      calls: 1,
    })
  })

  const neverSent = (reason: string): RefundReply => ({
    answer: { kind: 'never_connected', reason: 'aborted', detail: reason },
    record: null,
    raw: `never_connected aborted: ${reason}`,
  })
  it.each([
    [{ kind: 'not_set_up' }, 'nothing is set up'],
    [{ kind: 'keychain_unavailable', detail: 'locked' }, 'locked'],
  ] as const)('counts as never sent when there is no token: %j', async (fault, reason) => {
    const payments = makeHttpPaymentService({ credentials: async () => ({ ok: false, fault }) })
    expect(await payments.refund(order)).toEqual(neverSent(reason))
  })

  it('counts as never sent when the address is not allowed', async () => {
    const payments = makeHttpPaymentService({
      credentials: async (use) => succeed(await use({ address: 'http://pay.example', token })),
    })
    expect(await payments.refund(order)).toEqual(
      neverSent('Plain http is accepted for this PC itself only: use https.'),
    )
  })

  it.each(['', '\udc00'])('counts as never sent for the id %j, which no path can hold', async (id) => {
    const { payments, service } = await desk(httpAnswer(200, envelopeOf(sampleRecord)))
    expect(await payments.refund({ ...order, id })).toEqual(
      neverSent('the transaction has no id that a path can hold'),
    )
    expect(service.received).toEqual([])
  })
})

describe('what stays inside', () => {
  it('logs neither the token nor whole codes, and names what was missing', async () => {
    const { net, ...rest } = sampleRecord
    const { payments } = await desk(httpAnswer(200, envelopeOf(rest)))
    await payments.show(byTransaction)
    await payments.refund(order)
    await payments.show({ kind: 'custom_id', code: 'short' })
    expect(net).toBe('0.00')
    expect(lines).toEqual([
      'show transaction_id …0421: HTTP 200',
      'show transaction_id …0421: net is missing',
      'refund …9e01: HTTP 200',
      'refund …9e01: net is missing',
      'show custom_id …: HTTP 200',
      'show custom_id …: net is missing',
    ])
  })

  it('lets out no token that the service repeats', async () => {
    const echo = `You sent Authorization: Bearer ${token}`
    for (const body of [echo, errorBody(401, echo), envelopeOf({ ...sampleRecord, debug: { echo } })]) {
      const { payments } = await desk(httpAnswer(200, body))
      const all = [await payments.show(byTransaction), await payments.refund(order), lines]
      expect(JSON.stringify(all)).not.toContain(token)
    }
  })
})
