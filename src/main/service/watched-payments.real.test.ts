import { describe, expect, it } from 'vitest'
import { fail } from '../../shared/base/result'
import type { ServiceCallDeps } from './exchange'
import { byTransaction, errorBody, openPaymentsRig, order } from './testing/payments-rig'
import { httpAnswer } from './testing/raw-service'
import { envelopeOf, sampleRecord } from './testing/sample-record'

const related = { ...byTransaction, related: 'store' } as const
const origin = { address: 'https://pay.example', credentials: 'digest-1', forgotten: 0 }
const withStore = envelopeOf({ ...sampleRecord, store: { name: 'H', payer: 'someone' } })

/** A client, and what it reports of each call, in order. */
async function watched(answer: string, more: Partial<ServiceCallDeps> = {}) {
  const told: string[] = []
  const callBegins = () => {
    told.push('begins')
    return (outcome: string) => told.push(outcome)
  }
  const seen: ServiceCallDeps['seen'] = ({ record: { id }, origin: by, related: beside }) => {
    told.push(`saw ${id.slice(0, 4)} by ${by?.credentials}`)
    if (beside !== undefined) told.push(`${beside.kind} ${JSON.stringify(beside.lines.lines)}`)
  }
  return {
    ...(await openPaymentsRig(answer, '', { line: { callBegins }, seen, originOf: () => origin, ...more })),
    told,
  }
}

describe('every call to the service', () => {
  it.each([
    [httpAnswer(500, errorBody(500))],
    [httpAnswer(401, errorBody(401))],
    [httpAnswer(404, errorBody(404))],
    [httpAnswer(502, '<html>')],
    [httpAnswer(200, '<html>')],
    [httpAnswer(200, envelopeOf({ ...sampleRecord, transaction_id: 'other' }))],
  ])('is answered where any whole answer came: %j', async (answer) => {
    const { payments, told } = await watched(answer)
    await payments.show(byTransaction)
    await payments.refund({ ...order, id: 'another' })
    expect(told).toEqual(['begins', 'answered', 'begins', 'answered'])
  })

  it('is unanswered where nothing came back, and unreachable where nobody took it', async () => {
    const { payments, service, told } = await watched('')
    await payments.show(byTransaction)
    await payments.refund(order)
    await service.close()
    await payments.show(related, new AbortController().signal)
    await payments.refund(order)
    expect(told).toEqual([
      ...['begins', 'no_answer', 'begins', 'no_answer'],
      ...['begins', 'never_connected', 'begins', 'never_connected'],
    ])
  })

  it.each([{ kind: 'not_set_up' }, { kind: 'keychain_unavailable', detail: 'locked' }] as const)(
    'was never made where nothing is lent: %j',
    async (fault) => {
      const { payments, told } = await watched('', { credentials: async () => fail(fault) })
      await payments.show(byTransaction)
      await payments.refund(order)
      expect(told).toEqual(['begins', 'not_begun', 'begins', 'not_begun'])
    },
  )

  it('was never made where nothing was written, or nobody waited any more', async () => {
    const { payments, told } = await watched('')
    await payments.refund({ ...order, mayBegin: () => false })
    await payments.show(related, AbortSignal.abort())
    expect(told).toEqual(['begins', 'not_begun', 'begins', 'not_begun'])
  })

  it('passes on what was shown, with what of a related record may be kept, before it is answered', async () => {
    const { payments, told } = await watched(httpAnswer(200, withStore))
    await payments.show(byTransaction).then(() => told.push('done'))
    await payments.show(related, new AbortController().signal).then(() => told.push('done'))
    await payments.refund(order).then(() => told.push('done'))
    const saw = `saw ${sampleRecord.id.slice(0, 4)} by digest-1`
    expect(told).toEqual([
      ...['begins', 'answered', saw, 'done'],
      ...['begins', 'answered', saw, 'store [{"name":"name","value":"H"}]', 'done'],
      ...['begins', 'answered', saw, 'done'],
    ])
  })

  it('passes nothing on where a refund was answered by another payment’s record', async () => {
    const { payments, told } = await watched(httpAnswer(200, envelopeOf(sampleRecord)))
    await payments.refund({ ...order, id: 'another' })
    expect(told).toEqual(['begins', 'answered'])
  })
})
