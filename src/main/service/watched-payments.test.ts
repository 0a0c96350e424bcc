import { describe, expect, it } from 'vitest'
import type { RefundAnswer } from '../../shared/attempt'
import { fail, succeed } from '../../shared/result'
import { aCopyRecord } from '../copies/testing/copy-samples'
import { type Connection, type SeenRecord, watchPayments, watchRefunds } from './line'
import type { RefundReply, RefundSender } from './refund'
import type { RelatedReply, RelatedService, ShowFault, ShowReply, TransactionReader } from './show'

const record = aCopyRecord('1', { id: 'a' })
const origin = { address: 'https://pay.example', credentials: 'digest-1', forgotten: 0 }
const fresh = { serviceAddress: 'https://pay.example', askedAt: 0, age: 0, origin }
const shown: ShowReply = { record, ...fresh, raw: '' }
const related: RelatedReply = {
  record,
  ...fresh,
  shown: { lines: [], cut: false },
  saved: { lines: [{ name: 'name', value: 'H' }], cut: false },
}
const refundRequest = {
  id: 'a',
  amount: 10,
  reason: 'R-0000000000',
  deviceId: 'd',
  serviceAddress: null,
  mayBegin: () => true,
}
const relatedRequest = { kind: 'custom_id', code: 'x', related: 'store' } as const

function watch(answers: Partial<TransactionReader & RelatedService & RefundSender>) {
  const told: string[] = []
  const unused = () => Promise.reject(new Error('not in this test'))
  const ports = { show: unused, showRelated: unused, refund: unused, ...answers }
  const connection: Pick<Connection, 'callBegins'> = {
    callBegins: () => {
      told.push('begins')
      return (outcome) => told.push(outcome)
    },
  }
  const seen = ({ record: { id }, origin: by, related: beside }: SeenRecord) => {
    const kept = beside && ` with ${beside.kind} ${JSON.stringify(beside.lines.lines)}`
    told.push(`saw ${id} by ${by?.credentials}${kept ?? ''}`)
  }
  const payments = watchPayments(ports, connection, seen)
  const sender = watchRefunds(ports, connection, seen)
  return { payments, sender, told }
}

describe('watching the payment service', () => {
  it('tells that a show was answered and what it showed, and passes the reply on', async () => {
    const { payments, told } = watch({ show: async () => succeed(shown) })
    expect([await payments.show({ kind: 'custom_id', code: 'x' }), told]).toEqual([
      succeed(shown),
      ['begins', 'answered', 'saw a by digest-1'],
    ])
  })

  it.each<[ShowFault, string]>([
    [{ kind: 'not_connected', reason: 'refused', detail: '' }, 'unreachable'],
    [{ kind: 'no_answer', reason: 'timeout', detail: '' }, 'unanswered'],
    [{ kind: 'service_error', httpStatus: 500, message: '' }, 'answered'],
    [{ kind: 'token_not_accepted', httpStatus: 401, message: '' }, 'answered'],
    [{ kind: 'not_found', message: '' }, 'answered'],
    [{ kind: 'strange_answer', httpStatus: 200, detail: '' }, 'answered'],
    [{ kind: 'other_record', code: 'x' }, 'answered'],
    [{ kind: 'not_set_up' }, 'never_made'],
    [{ kind: 'keychain_unavailable', detail: '' }, 'never_made'],
  ])('tells of a show that failed by %j: %s', async (fault, outcome) => {
    const { payments, told } = watch({ show: async () => fail(fault) })
    expect([await payments.show({ kind: 'custom_id', code: 'x' }), told]).toEqual([
      fail(fault),
      ['begins', outcome],
    ])
  })

  it('tells of a show with a related record like of any other, and what of it may be kept', async () => {
    const { payments, told } = watch({ showRelated: async () => succeed(related) })
    const { signal } = new AbortController()
    expect([await payments.showRelated(relatedRequest, signal), told]).toEqual([
      succeed(related),
      ['begins', 'answered', `saw a by digest-1 with store [{"name":"name","value":"H"}]`],
    ])
  })

  it('takes a call that was called off for no sign of the line', async () => {
    const lost: ShowFault = { kind: 'no_answer', reason: 'reset', detail: '' }
    const callOff = new AbortController()
    const { payments, told } = watch({
      showRelated: async () => {
        callOff.abort()
        return fail(lost)
      },
    })
    expect([await payments.showRelated(relatedRequest, callOff.signal), told]).toEqual([
      fail(lost),
      ['begins', 'never_made'],
    ])
  })

  it('passes the record of a refund on, but not one of another id', async () => {
    const answer: RefundAnswer = { kind: 'unreadable', httpStatus: 200, detail: '' }
    const { sender, told } = watch({ refund: async () => ({ answer, record, raw: '', origin }) })
    await sender.refund(refundRequest)
    await sender.refund({ ...refundRequest, id: 'b' })
    expect(told).toEqual(['begins', 'answered', 'saw a by digest-1', 'begins', 'answered'])
  })

  it.each<[RefundAnswer, string]>([
    [{ kind: 'never_connected', reason: 'refused', detail: '' }, 'unreachable'],
    [{ kind: 'not_begun', reason: 'too_late', detail: '' }, 'never_made'],
    [{ kind: 'no_answer', reason: 'reset', detail: '' }, 'unanswered'],
    [{ kind: 'error_shape', httpStatus: 422, status: 422, message: '' }, 'answered'],
    [{ kind: 'unreadable', httpStatus: 502, detail: '' }, 'answered'],
  ])('tells of a refund that ended as %j: %s', async (answer, outcome) => {
    const reply: RefundReply = { answer, record: null, raw: '' }
    const { sender, told } = watch({ refund: async () => reply })
    expect([await sender.refund(refundRequest), told]).toEqual([reply, ['begins', outcome]])
  })
})
