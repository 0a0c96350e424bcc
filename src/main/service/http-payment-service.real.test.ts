import { describe, expect, it } from 'vitest'
import { succeed } from '../../shared/base/result'
import type { ServiceCallDeps } from './exchange'
import { makeHttpRefundSender } from './refund'
import { makeHttpPaymentService } from './show'
import { byTransaction, errorBody, openPaymentsRig, order, token } from './testing/payments-rig'
import { httpAnswer } from './testing/raw-service'
import { envelopeOf, sampleRecord } from './testing/sample-record'

describe('show', () => {
  it.each([
    [byTransaction, '/v1/transactions/480013370000421', 'query=transaction_id'],
    [{ kind: 'custom_id', code: 'till-3-000812' }, '/v1/transactions/till-3-000812', 'query=custom_id'],
    [{ kind: 'internal_id', code: sampleRecord.id }, `/v1/transactions/${sampleRecord.id}`, ''],
  ] as const)('asks for %j in the path and in the body', async (request, path, body) => {
    const { payments, service } = await openPaymentsRig(httpAnswer(200, envelopeOf(sampleRecord)))
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
        'Cache-Control: no-cache',
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
    const { payments, service } = await openPaymentsRig(httpAnswer(404, ''), '/api/')
    await payments.show({ kind: 'custom_id', code })
    expect(service.received.map((request) => request.split(' ')[1])).toEqual([path])
  })

  it.each(['', '\ud800'])('asks nobody for %j, which no path can hold', async (code) => {
    const { payments, service } = await openPaymentsRig(httpAnswer(200, envelopeOf(sampleRecord)))
    expect(await payments.show({ kind: 'custom_id', code })).toMatchObject({ fault: { kind: 'not_found' } })
    expect(service.received).toEqual([])
  })

  it.each([
    [{ kind: 'transaction_id', code: 'till-3-000812' }],
    [{ kind: 'custom_id', code: '480013370000421' }],
    [{ kind: 'internal_id', code: '480013370000421' }],
    [{ kind: 'transaction_id', code: '48001337000042' }],
  ] as const)('shows no record that does not carry the code asked for: %j', async (request) => {
    const { payments } = await openPaymentsRig(httpAnswer(200, envelopeOf(sampleRecord)))
    expect(await payments.show(request)).toEqual({
      ok: false,
      fault: { kind: 'other_record', code: request.code },
    })
  })

  it('shows the record that a service found by a code in other capitals', async () => {
    const { payments } = await openPaymentsRig(httpAnswer(200, envelopeOf(sampleRecord)))
    expect(await payments.show({ kind: 'custom_id', code: 'Till-3-000812' })).toMatchObject({
      value: { record: { customId: 'till-3-000812' } },
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
    [500, errorBody(404), { kind: 'service_error', httpStatus: 500, message: 'No luck', ownStatus: 404 }],
    [429, errorBody(429), { kind: 'service_error', httpStatus: 429, message: 'No luck' }],
    [503, 'try later', { kind: 'service_error', httpStatus: 503, message: '' }],
    [500, envelopeOf(sampleRecord), { kind: 'service_error', httpStatus: 500, message: '' }],
    [302, '', { kind: 'strange_answer', httpStatus: 302, detail: words }],
    [200, '', { kind: 'strange_answer', httpStatus: 200, detail: 'the answer is not JSON' }],
    [200, '<html>', { kind: 'strange_answer', httpStatus: 200, detail: 'the answer is not JSON' }],
    [200, envelopeOf([]), { kind: 'strange_answer', httpStatus: 200, detail: words }],
    [200, envelopeOf({ id: {} }), { kind: 'strange_answer', httpStatus: 200, detail: words }],
  ])('reads HTTP %i with %s as %j', async (status, body, fault) => {
    const { payments, service } = await openPaymentsRig(httpAnswer(status, body))
    expect(await payments.show(byTransaction)).toEqual({ ok: false, fault })
    expect(service.received.length).toBe(1)
  })

  it('says whether the connection ever came up', async () => {
    const { payments, service } = await openPaymentsRig('')
    expect(await payments.show(byTransaction)).toMatchObject({
      fault: { kind: 'no_answer', reason: 'closed' },
    })
    await service.close()
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

describe('what a show rests on', () => {
  it('is the service that answered, the moment it was asked on the line, and how old the answer is', async () => {
    const { service } = await openPaymentsRig(httpAnswer(200, envelopeOf(sampleRecord), ['Age: 12']))
    let address = `http://127.0.0.1:${service.port}`
    let passed = 500
    const payments = makeHttpPaymentService({
      credentials: async (use) => {
        const lent = { address: `${address}/`, token }
        // During a slow keychain the service is not asked yet.
        passed += 3000
        const asked = use(lent)
        // Both change during the call, and must not be those of this show.
        address = 'https://other.example'
        passed += 9000
        return succeed(await asked)
      },
      monotonic: () => passed,
    })
    const shown = await payments.show(byTransaction)
    expect(shown.ok && [shown.value.serviceAddress, shown.value.askedAt, shown.value.age]).toEqual([
      `http://127.0.0.1:${service.port}`,
      3500,
      12,
    ])
  })

  it('goes by the name that services are told apart by, as a refund does', async () => {
    const { service } = await openPaymentsRig(httpAnswer(200, envelopeOf(sampleRecord)))
    const calls: ServiceCallDeps = {
      credentials: async (use) => succeed(await use({ address: `http://127.0.0.1:${service.port}`, token })),
      nameOf: () => 'practice',
    }
    const shown = await makeHttpPaymentService(calls).show(byTransaction)
    const refunded = await makeHttpRefundSender(calls).refund({ ...order, serviceAddress: 'practice' })
    expect([shown.ok && shown.value.serviceAddress, refunded.answer.kind]).toEqual(['practice', 'record'])
  })
})

describe('what stays inside', () => {
  it('logs neither the token nor whole codes, and names what was missing', async () => {
    const { net, ...rest } = sampleRecord
    const { payments, lines } = await openPaymentsRig(httpAnswer(200, envelopeOf(rest)))
    await payments.show(byTransaction)
    await payments.refund(order)
    await payments.show({ kind: 'custom_id', code: 'short' })
    expect(net).toBe('0.00')
    expect(lines).toEqual([
      'show transaction_id …0421: HTTP 200',
      'show transaction_id …0421: missing: net',
      'refund …9e01: HTTP 200',
      'refund …9e01: missing: net',
      'show custom_id …: HTTP 200',
      'show custom_id …: missing: net',
    ])
  })

  it('lets out no token that the service repeats', async () => {
    const echo = `You sent Authorization: Bearer ${token}`
    for (const body of [echo, errorBody(401, echo), envelopeOf({ ...sampleRecord, debug: { echo } })]) {
      const { payments, lines } = await openPaymentsRig(httpAnswer(200, body))
      const all = [await payments.show(byTransaction), await payments.refund(order), lines]
      expect(JSON.stringify(all)).not.toContain(token)
    }
  })
})
