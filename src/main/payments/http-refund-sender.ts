import { writeHundredths } from '../../shared/money'
import type { Received } from './foreign-answer'
import type { ReplyOrigin } from './payment-service'
import { readRefundAnswer } from './refund-answer'
import type { RefundReply, RefundRequest, RefundSender } from './refund-sender'
import { type CallService, lastFour, makeServiceCalls, type ServiceCallDeps, summary } from './service-calls'
import { neverConnected } from './socket'
import { transactionPath } from './transaction-path'

/** Sends refunds over HTTP (interface.md §4.1): one exchange on one fresh connection each, nothing tried twice. */
export function makeHttpRefundSender(deps: ServiceCallDeps): RefundSender {
  const { call, log } = makeServiceCalls(deps)
  return { refund: (request) => refund(request, call, log) }
}

/** Where nothing could be sent (no token, no id), the answer is `never_connected`, reason `aborted`. */
async function refund(
  request: RefundRequest,
  call: CallService,
  log: (line: string) => void,
): Promise<RefundReply> {
  const note = (words: string) => log(`refund ${lastFour(request.id)}: ${words}`)
  const { received, origin } = await sendRefund(request, call)
  note(summary(received))
  return { ...readRefundAnswer(received, note), ...(origin === undefined ? {} : { origin }) }
}

type Sent = { readonly received: Received; readonly origin?: ReplyOrigin }

async function sendRefund(request: RefundRequest, call: CallService): Promise<Sent> {
  const path = transactionPath(request.id)
  if (path === null) return neverSent('the transaction has no id that a path can hold')
  const sent = await call(
    { method: 'POST', path: `${path}/refund`, body: refundBody(request), mayBegin: request.mayBegin },
    request.serviceAddress,
  )
  if (sent.ok) return sent.value
  return neverSent(sent.fault.kind === 'not_set_up' ? 'nothing is set up' : sent.fault.detail)
}

function neverSent(why: string): Sent {
  return { received: neverConnected('aborted', why) }
}

function refundBody(request: RefundRequest): string {
  const form = new URLSearchParams()
  if (request.amount !== null) form.set('amount', writeHundredths(request.amount))
  form.set('refund_reason', request.reason)
  form.set('device_unique_id', request.deviceId)
  return form.toString()
}
