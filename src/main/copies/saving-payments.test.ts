import { describe, expect, it } from 'vitest'
import type { RefundAnswer } from '../../shared/attempt'
import { fail, succeed } from '../../shared/result'
import type { LendCredentials } from '../payments/credentials'
import type { RelatedReply, RelatedService, ShowReply, TransactionReader } from '../payments/payment-service'
import type { RefundReply, RefundSender } from '../payments/refund-sender'
import { savePayments, saveRefunds } from './saving-payments'
import { aCopyRecord } from './testing/copy-samples'

const fresh = { serviceAddress: 'https://pay.example', askedAt: 0, age: 0 }
const refundAnswer: RefundAnswer = { kind: 'unreadable', httpStatus: 200, detail: '' }

function setUp(reply: { show?: ShowReply; related?: RelatedReply; refund?: RefundReply }) {
  const saved: string[] = []
  let token = 'token-1'
  const lend: LendCredentials = async (use) => succeed(await use({ address: 'https://pay.example', token }))
  const makeReader = (credentials: LendCredentials): TransactionReader & RelatedService => ({
    show: async () => {
      await credentials(async () => undefined)
      // Somebody puts another token in while the answer is on its way.
      token = 'token-2'
      return reply.show === undefined ? fail({ kind: 'not_found', message: '' }) : succeed(reply.show)
    },
    showRelated: async () => {
      await credentials(async () => undefined)
      return reply.related === undefined ? fail({ kind: 'not_found', message: '' }) : succeed(reply.related)
    },
  })
  const makeSender = (credentials: LendCredentials): RefundSender => ({
    refund: async () => {
      await credentials(async () => undefined)
      return reply.refund ?? { answer: refundAnswer, record: null, raw: '' }
    },
  })
  const copies: Parameters<typeof savePayments>[2] = {
    originOf: ({ address, token: credentials }) => ({ address, credentials, forgotten: 0 }),
    save: (origin, record) => saved.push(`${record.id} by ${origin.credentials}`),
    saveRelated: (record, kind, { lines }) => saved.push(`${kind} of ${record.id}: ${JSON.stringify(lines)}`),
  }
  const payments = savePayments(makeReader, lend, copies)
  const sender = saveRefunds(makeSender, lend, copies)
  return { payments, sender, saved }
}

const refundOf = (id: string) => ({
  id,
  amount: 100,
  reason: 'R-',
  deviceId: 'd',
  serviceAddress: 'https://pay.example',
  mayBegin: () => true,
})

describe('saving what the service answers', () => {
  it('keeps a shown record for the credentials that asked, whatever they are now', async () => {
    const { payments, saved } = setUp({ show: { record: aCopyRecord('1'), ...fresh, raw: '' } })
    await payments.show({ kind: 'transaction_id', code: 'T1' })
    expect(saved).toEqual(['internal-1 by token-1'])
  })

  it('keeps a related record behind the one that it came with, without what may not be saved', async () => {
    const line = { name: 'name', value: 'H' }
    const shown = { lines: [line, { name: 'pin_key', value: 'secret' }], cut: false }
    const related = {
      record: aCopyRecord('1'),
      ...fresh,
      shown,
      saved: { lines: [line], cut: false },
      storeName: 'H',
    }
    const { payments, saved } = setUp({ related })
    const request = { kind: 'transaction_id', code: 'T1', related: 'store' } as const
    await payments.showRelated(request, new AbortController().signal)
    expect(saved).toEqual(['internal-1 by token-1', 'store of internal-1: [{"name":"name","value":"H"}]'])
  })

  it('keeps the record of a refund, but not one of another id', async () => {
    const reply = { answer: refundAnswer, record: aCopyRecord('1'), raw: '' }
    const { sender, saved } = setUp({ refund: reply })
    await sender.refund(refundOf('internal-1'))
    await sender.refund(refundOf('internal-2'))
    expect(saved).toEqual(['internal-1 by token-1'])
  })

  it('keeps nothing of a failure', async () => {
    const { payments, sender, saved } = setUp({})
    await payments.show({ kind: 'transaction_id', code: 'T1' })
    await payments.showRelated(
      { kind: 'transaction_id', code: 'T1', related: 'store' },
      new AbortController().signal,
    )
    await sender.refund(refundOf('internal-1'))
    expect(saved).toEqual([])
  })
})
