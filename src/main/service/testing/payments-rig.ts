import { succeed } from '../../../shared/base/result'
import type { ServiceCallDeps } from '../exchange'
import { makeHttpRefundSender, type RefundReply, type RefundSender } from '../refund'
import { makeHttpPaymentService, type TransactionReader } from '../show'
import { httpAnswer, type RawService, say } from './raw-service'
import { envelopeOf, sampleRecord } from './sample-record'
import { serve } from './serve'

export const token = 'a-long-test-token-0001'
export const byTransaction = { kind: 'transaction_id', code: '480013370000421' } as const
export const order = {
  id: sampleRecord.id,
  amount: 1205,
  reason: 'R-0123456789 Büro & Co',
  deviceId: 'till 3',
  serviceAddress: null,
  mayBegin: () => true,
}

/** The sample record, as a service answers with it. */
export const sampleAnswer = httpAnswer(200, envelopeOf(sampleRecord))

export function errorBody(status: number | string, message = 'No luck'): string {
  return JSON.stringify({ success: false, message, status })
}

/** The answer to a refund that was never sent. */
export const neverSent = (reason: string): RefundReply => ({
  answer: { kind: 'never_connected', reason: 'aborted', detail: reason },
  record: null,
  raw: `never_connected aborted: ${reason}`,
})

export type PaymentsRig = {
  readonly payments: TransactionReader & RefundSender
  readonly service: RawService
  /** What the client logged. */
  readonly lines: readonly string[]
}

/** A client, and a service that gives every request the same answer, until the test ends. @param path below the service's port */
export async function openPaymentsRig(
  answer = sampleAnswer,
  more: Partial<ServiceCallDeps> = {},
  path = '',
): Promise<PaymentsRig> {
  const lines: string[] = []
  const service = await serve({ onRequest: say(answer) })
  const address = `http://127.0.0.1:${service.port}${path}`
  const deps: ServiceCallDeps = {
    credentials: async (use) => succeed(await use({ address, token })),
    log: (line) => lines.push(line),
    ...more,
  }
  const payments = { ...makeHttpPaymentService(deps), ...makeHttpRefundSender(deps) }
  return { payments, service, lines }
}
