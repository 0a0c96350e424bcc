import { describe, expect, it } from 'vitest'
import { succeed } from '../../shared/base/result'
import { type RelatedKind, relatedKinds } from '../../shared/payment/codes'
import { makeHttpPaymentService } from './show'
import { wholeRequest } from './testing/exchange-request'
import {
  byTransaction,
  errorBody,
  openPaymentsRig,
  order,
  type PaymentsRig,
  sampleAnswer,
  token,
} from './testing/payments-rig'
import { httpAnswer } from './testing/raw-service'
import { envelopeOf, sampleRecord } from './testing/sample-record'

const unaborted = () => new AbortController().signal

describe('show', () => {
  it.each([
    [byTransaction, '/v1/transactions/480013370000421', 'query=transaction_id'],
    [{ kind: 'custom_id', code: 'till-3-000812' }, '/v1/transactions/till-3-000812', 'query=custom_id'],
    [{ kind: 'internal_id', code: sampleRecord.id }, `/v1/transactions/${sampleRecord.id}`, ''],
  ] as const)('asks for %j in the path and in the body', async (request, path, body) => {
    const { payments, service } = await openPaymentsRig()
    const reply = await payments.show(request)
    expect(reply.ok && reply.value.record.transactionId).toBe('480013370000421')
    expect(service.received).toEqual([wholeRequest(service.port, `GET ${path}`, body, token)])
  })

  it.each([
    ['a/b?c=d#e', '/api/v1/transactions/a%2Fb%3Fc%3Dd%23e'],
    ['..', '/api/v1/transactions/%2E%2E'],
    ['.', '/api/v1/transactions/%2E'],
    ['%2F', '/api/v1/transactions/%252F'],
    ['支払 1', '/api/v1/transactions/%E6%94%AF%E6%89%95%201'],
    ['\r\nX: y', '/api/v1/transactions/%0D%0AX%3A%20y'],
  ])('lets the code %j lead to no other path, below a base path', async (code, path) => {
    const { payments, service } = await openPaymentsRig(httpAnswer(404, ''), {}, '/api/')
    await payments.show({ kind: 'custom_id', code })
    expect(service.received.map((request) => request.split(' ')[1])).toEqual([path])
  })

  it.each(['', '\ud800'])('asks nobody for %j, which no path can hold', async (code) => {
    const { payments, service } = await openPaymentsRig()
    expect(await payments.show({ kind: 'custom_id', code })).toMatchObject({ fault: { kind: 'not_found' } })
    expect(service.received).toEqual([])
  })

  it.each([
    [{ kind: 'transaction_id', code: 'till-3-000812' }],
    [{ kind: 'custom_id', code: '480013370000421' }],
    [{ kind: 'internal_id', code: '480013370000421' }],
    [{ kind: 'transaction_id', code: '48001337000042' }],
  ] as const)('shows no record that does not carry the code asked for: %j', async (request) => {
    const { payments } = await openPaymentsRig()
    const expected = { ok: false, fault: { kind: 'other_record', code: request.code } }
    expect(await payments.show(request)).toEqual(expected)
  })

  it('shows the record that a service found by a code in other capitals', async () => {
    const { payments } = await openPaymentsRig()
    expect(await payments.show({ kind: 'custom_id', code: 'Till-3-000812' })).toMatchObject({
      value: { record: { customId: 'till-3-000812' } },
    })
  })

  const words = expect.stringMatching(/./)
  const serviceError = (httpStatus: number, message: string, more = {}) => ({
    ...{ kind: 'service_error', httpStatus, message },
    ...more,
  })
  const undocumented = true
  it.each([
    [404, errorBody(404), { kind: 'not_found', message: 'No luck' }],
    [404, errorBody(404, ''), { kind: 'not_found', message: '' }],
    [404, '<html>', { kind: 'not_found', message: '', undocumented }],
    [400, errorBody(400), { kind: 'not_found', message: 'No luck' }],
    [422, errorBody('422'), { kind: 'not_found', message: 'No luck' }],
    [200, errorBody(404), { kind: 'not_found', message: 'No luck' }],
    [400, errorBody(404), { kind: 'not_found', message: 'No luck' }],
    [400, errorBody(4041), { kind: 'not_found', message: 'No luck' }],
    [400, errorBody(401), { kind: 'token_not_accepted', httpStatus: 401, message: 'No luck' }],
    [422, errorBody(500), serviceError(500, 'No luck')],
    [400, '<html>', { kind: 'strange_answer', httpStatus: 400, detail: words }],
    [401, errorBody(401), { kind: 'token_not_accepted', httpStatus: 401, message: 'No luck' }],
    [401, '', { kind: 'token_not_accepted', httpStatus: 401, message: '' }],
    [200, errorBody(401), { kind: 'token_not_accepted', httpStatus: 401, message: 'No luck' }],
    [403, errorBody(403), serviceError(403, 'No luck')],
    [403, '', serviceError(403, '', { undocumented })],
    [500, errorBody(500, 'Internal Error'), serviceError(500, 'Internal Error')],
    [500, errorBody(404), serviceError(500, 'No luck', { ownStatus: 404 })],
    [200, errorBody(1001), serviceError(200, 'No luck', { ownStatus: 1001 })],
    [429, errorBody(429), serviceError(429, 'No luck')],
    [429, '<html>', serviceError(429, '', { undocumented })],
    [503, errorBody(503, ''), serviceError(503, '')],
    [503, 'try later', serviceError(503, '', { undocumented })],
    [500, envelopeOf(sampleRecord), serviceError(500, '', { undocumented })],
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
    const expected = [`http://127.0.0.1:${service.port}`, 3500, 12]
    expect(shown.ok && [shown.value.serviceAddress, shown.value.askedAt, shown.value.age]).toEqual(expected)
  })

  it('goes by the name that services are told apart by, as a refund does', async () => {
    const { payments } = await openPaymentsRig(sampleAnswer, { nameOf: () => 'practice' })
    const shown = await payments.show(byTransaction)
    const refunded = await payments.refund({ ...order, serviceAddress: 'practice' })
    expect([shown.ok && shown.value.serviceAddress, refunded.answer.kind]).toEqual(['practice', 'record'])
  })
})

it('what stays inside logs neither the token nor whole codes', async () => {
  const { payments, lines } = await openPaymentsRig()
  await payments.show(byTransaction)
  await payments.refund(order)
  await payments.show({ kind: 'custom_id', code: 'short' })
  await payments.show({ ...byTransaction, related: 'store' }, unaborted())
  expect(lines).toEqual([
    'show transaction_id …0421: HTTP 200',
    'refund …9e01: HTTP 200',
    'show custom_id …: HTTP 200',
    'show transaction_id …0421 with store: HTTP 200',
  ])
})

it('a call that failed says in the log why', async () => {
  const { payments, lines } = await openPaymentsRig('')
  await payments.show(byTransaction)
  await payments.refund(order)
  expect(lines).toEqual([
    'show transaction_id …0421: no_answer closed: socket hang up',
    'refund …9e01: no_answer closed: socket hang up',
  ])
})

const ask = ({ payments }: PaymentsRig, related: RelatedKind = 'store') =>
  payments.show({ ...byTransaction, related }, unaborted())

describe('a show with a related record', () => {
  it.each(relatedKinds)(
    'asks for %s in the URL, with the code and kind of the body, and takes it out of the record',
    async (related) => {
      const record = { ...sampleRecord, [related]: { name: 'H' }, venue: 'V' }
      const made = await openPaymentsRig(httpAnswer(200, envelopeOf(record)))
      const reply = await ask(made, related)
      const [request = ''] = made.service.received
      expect([request.split('\r\n')[0], request.split('\r\n').at(-1)]).toEqual([
        `GET /v1/transactions/480013370000421?include=${related} HTTP/1.1`,
        'query=transaction_id',
      ])
      expect(reply.ok && [reply.value.record.extra, reply.value.related]).toEqual([
        { venue: 'V' },
        { lines: [{ name: 'name', value: 'H' }], cut: false },
      ])
    },
  )

  it('has no lines where the answer does not even name the related record', async () => {
    const reply = await ask(await openPaymentsRig())
    expect(reply.ok && reply.value.related).toEqual({ lines: [], cut: false })
  })
})

it('reads a record whole whose two longest texts are as long as documented and escaped throughout', async () => {
  const longest = '😀'.repeat(65_535)
  const texts = { gateway_sub_name: longest, extra_parameters: longest }
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16)}`
  const body = envelopeOf({ ...sampleRecord, ...texts }).replace(/[\ud800-\udfff]/g, escaped)
  const { payments } = await openPaymentsRig(httpAnswer(200, body))
  const shown = await payments.show(byTransaction)
  const refunded = await payments.refund(order)
  for (const record of [shown.ok ? shown.value.record : null, refunded.record])
    expect(record).toMatchObject({ fields: texts, odd: [], tooLong: [] })
})

it('lets nothing of the token out over a real line', async () => {
  const answer = httpAnswer(422, errorBody(422, token))
  const { payments, lines } = await openPaymentsRig(answer)
  const told = [await payments.show(byTransaction), await payments.refund(order), lines]
  expect(JSON.stringify(told)).not.toContain(token)
})

it('names the credentials that a call was lent, and nobody’s for one never sent', async () => {
  const made = await openPaymentsRig(sampleAnswer, {
    originOf: (lent) => ({ address: lent.address, credentials: `of ${lent.token}`, forgotten: 2 }),
  })
  const shown = [await made.payments.show(byTransaction), await ask(made)]
  const refunded = [await made.payments.refund(order), await made.payments.refund({ ...order, id: '' })]
  const lent = { address: `http://127.0.0.1:${made.service.port}`, credentials: `of ${token}`, forgotten: 2 }
  expect([
    ...shown.map((reply) => reply.ok && reply.value.origin),
    ...refunded.map(({ origin }) => origin),
  ]).toEqual([lent, lent, lent, undefined])
})
