import { afterEach, describe, expect, it } from 'vitest'
import { type PracticeService, startPracticeService } from '../../practice/start-practice-service'
import { profiles } from '../../practice/switches'
import { succeed } from '../../shared/base/result'
import type { ServiceCallDeps } from './exchange'
import { makeHttpRefundSender, type RefundSender } from './refund'
import { makeHttpPaymentService, type TransactionReader } from './show'

const token = 'practice-token-0001'
const running: PracticeService[] = []
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop()
})

/** The whole service of the interface over a real socket, under two opposite readings of what it leaves open. */
describe.each([
  ['a', profiles.a],
  ['b', profiles.b],
] as const)('against the practice service, profile %s', (_name, switches) => {
  async function start(used = token): Promise<TransactionReader & RefundSender> {
    const service = await startPracticeService({ ledgerFile: ':memory:', token, switches })
    running.push(service)
    const calls: ServiceCallDeps = {
      credentials: async (use) => succeed(await use({ address: service.url, token: used })),
    }
    return { ...makeHttpPaymentService(calls), ...makeHttpRefundSender(calls) }
  }

  it('finds one payment by each of its three codes', async () => {
    const payments = await start()
    const first = await payments.show({ kind: 'custom_id', code: 'DEMO-PART' })
    if (!first.ok) throw new Error(first.fault.kind)
    const { id, transactionId } = first.value.record
    const again = await payments.show({ kind: 'transaction_id', code: transactionId })
    const byId = await payments.show({ kind: 'internal_id', code: id })
    expect([first, again, byId].map((reply) => reply.ok && reply.value.record)).toEqual(
      Array.from({ length: 3 }, () => first.value.record),
    )
    expect([first.value.record.amount, first.value.record.refunded]).toEqual([30_000, 10_000])
  })

  it('refunds a part once and reads the record after it', async () => {
    const payments = await start()
    const before = await payments.show({ kind: 'custom_id', code: 'DEMO-PART' })
    if (!before.ok) throw new Error(before.fault.kind)
    const { id } = before.value.record
    const reply = await payments.refund({
      id,
      amount: 2550,
      reason: 'R-0123456789 Test',
      deviceId: 'till-1',
      serviceAddress: null,
      mayBegin: () => true,
    })
    expect(reply.answer).toMatchObject({ kind: 'record', snapshot: { id, amount: 30_000, refunded: 12_550 } })
  })

  it('names a refusal, an unknown code and a bad token', async () => {
    const payments = await start()
    const done = await payments.show({ kind: 'custom_id', code: 'DEMO-REFUNDED' })
    if (!done.ok) throw new Error(done.fault.kind)
    const reply = await payments.refund({
      id: done.value.record.id,
      amount: 100,
      reason: 'R-0',
      deviceId: 'd',
      serviceAddress: null,
      mayBegin: () => true,
    })
    const miss = await payments.show({ kind: 'custom_id', code: 'NO-SUCH-CODE' })
    const stranger = await (await start('another-token')).show({ kind: 'custom_id', code: 'DEMO-PART' })
    expect([reply.answer.kind, miss.ok || miss.fault.kind, stranger.ok || stranger.fault.kind]).toEqual([
      'error_shape',
      'not_found',
      switches.unauthenticatedStatus === '401' ? 'token_not_accepted' : 'service_error',
    ])
  })
})
