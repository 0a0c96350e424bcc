import { describe, expect, it } from 'vitest'
import { type RelatedKind, relatedKinds } from '../../shared/payment/codes'
import { byTransaction, errorBody, openPaymentsRig, type PaymentsRig, token } from './testing/payments-rig'
import { httpAnswer } from './testing/raw-service'
import { envelopeOf, sampleRecord } from './testing/sample-record'

const unaborted = () => new AbortController().signal
const ask = ({ payments }: PaymentsRig, related: RelatedKind = 'store') =>
  payments.show({ ...byTransaction, related }, unaborted())

describe('a show with a related record', () => {
  it.each(relatedKinds)('asks for %s in the URL, with the code and kind of the body', async (related) => {
    const made = await openPaymentsRig(
      httpAnswer(200, envelopeOf({ ...sampleRecord, [related]: { name: 'H' } })),
    )
    const reply = await ask(made, related)
    const [request = ''] = made.service.received
    expect([request.split('\r\n')[0], request.split('\r\n').at(-1)]).toEqual([
      `GET /v1/transactions/480013370000421?include=${related} HTTP/1.1`,
      'query=transaction_id',
    ])
    expect(reply.ok && reply.value).toMatchObject({
      record: { id: sampleRecord.id, extra: {} },
      related: { kind: related, lines: { lines: [{ name: 'name', value: 'H' }], cut: false } },
    })
  })

  it('lets no code reach another query', async () => {
    const made = await openPaymentsRig(httpAnswer(404, ''))
    await made.payments.show({ kind: 'custom_id', code: 'a?include=user', related: 'store' }, unaborted())
    expect(made.service.received[0]?.split(' ')[1]).toBe('/v1/transactions/a%3Finclude%3Duser?include=store')
  })

  it('keeps unknown fields of the record, but not the related one among them', async () => {
    const made = await openPaymentsRig(
      httpAnswer(200, envelopeOf({ ...sampleRecord, user: { id: 1 }, venue: 'V' })),
    )
    const reply = await ask(made, 'user')
    expect(reply.ok && reply.value.record.extra).toEqual({ venue: 'V' })
  })

  it('has no lines where the answer does not even name the related record', async () => {
    const reply = await ask(await openPaymentsRig(httpAnswer(200, envelopeOf(sampleRecord))))
    expect(reply.ok && reply.value.related?.lines).toEqual({ lines: [], cut: false })
  })

  it('takes no record that does not carry the code that was asked for', async () => {
    const other = { ...sampleRecord, transaction_id: '1', store: { name: 'H' } }
    expect(await ask(await openPaymentsRig(httpAnswer(200, envelopeOf(other))))).toEqual({
      ok: false,
      fault: { kind: 'other_record', code: byTransaction.code },
    })
  })

  it.each([
    [403, { kind: 'service_error', httpStatus: 403, message: 'No luck' }],
    [404, { kind: 'not_found', message: 'No luck' }],
    [500, { kind: 'service_error', httpStatus: 500, message: 'No luck' }],
  ])('answers what the service says with %i', async (status, fault) => {
    expect(await ask(await openPaymentsRig(httpAnswer(status, errorBody(status))))).toEqual({
      ok: false,
      fault,
    })
  })

  it('never brings the access token back', async () => {
    const store = { name: `Store ${token}`, notes: [`Bearer ${token}`], [token]: 'x' }
    const reply = await ask(await openPaymentsRig(httpAnswer(200, envelopeOf({ ...sampleRecord, store }))))
    expect([reply.ok, JSON.stringify(reply).includes(token)]).toEqual([true, false])
  })

  it('is noted in the log with what was asked for, and no code', async () => {
    const made = await openPaymentsRig(httpAnswer(200, envelopeOf(sampleRecord)))
    await ask(made)
    expect(made.lines).toEqual(['show transaction_id …0421 with store: HTTP 200'])
  })
})
