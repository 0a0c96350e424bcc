import { expect, it } from 'vitest'
import { succeed } from '../../shared/base/result'
import type { ServiceCallDeps } from './exchange'
import { makeHttpRefundSender } from './refund'
import { makeHttpPaymentService } from './show'
import { byTransaction, order } from './testing/payments-rig'
import { httpAnswer } from './testing/raw-service'
import { envelopeOf, sampleRecord } from './testing/sample-record'
import { serve } from './testing/serve'

/** A client whose token changes before the service answers. */
async function changingToken(keeps: boolean) {
  const stored = { token: 'token-1' }
  const service = await serve({
    onRequest: (line) => {
      stored.token = 'token-2'
      line.end(httpAnswer(200, envelopeOf(sampleRecord)))
    },
  })
  const address = `http://127.0.0.1:${service.port}`
  const deps: ServiceCallDeps = {
    credentials: async (use) => succeed(await use({ address, token: stored.token })),
    originOf: keeps ? ({ token }) => ({ address, credentials: `of ${token}`, forgotten: 2 }) : undefined,
  }
  const payments = makeHttpPaymentService(deps)
  const sender = makeHttpRefundSender(deps)
  return { payments, sender, stored, origin: { address, credentials: 'of token-1', forgotten: 2 } }
}

it('names the credentials that a show was lent, whatever is stored when its answer comes', async () => {
  const { payments, stored, origin } = await changingToken(true)
  const shown = await payments.show(byTransaction)
  stored.token = 'token-1'
  const related = await payments.show({ ...byTransaction, related: 'store' }, new AbortController().signal)
  expect([shown.ok && shown.value.origin, related.ok && related.value.origin]).toEqual([origin, origin])
})

it('names them for a refund, and nobody’s for one that was never sent', async () => {
  const { sender, origin } = await changingToken(true)
  const sent = await sender.refund(order)
  const never = await sender.refund({ ...order, id: '' })
  expect([sent.origin, never.origin]).toEqual([origin, undefined])
})

it('names nobody’s where nothing is kept', async () => {
  const { payments } = await changingToken(false)
  const shown = await payments.show(byTransaction)
  expect([shown.ok, shown.ok && 'origin' in shown.value]).toEqual([true, false])
})
