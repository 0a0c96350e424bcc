import { expect, it } from 'vitest'
import { startPracticeService } from '../../practice/start-practice-service'

import { fail, succeed } from '../../shared/result'
import { makeAcceptsToken } from './accepts-token'
import { makeHttpPaymentService } from './http-payment-service'
import type { ShowFault } from './payment-service'

it('asks the service itself: its own token is accepted, another is not, and no refund is sent', async () => {
  const service = await startPracticeService({
    ledgerFile: ':memory:',
    token: 'tok-right',
    pace: 0.1,
    port: 0,
  })
  const acceptsToken = makeAcceptsToken((credentials) => makeHttpPaymentService({ credentials }))
  const answers = [
    await acceptsToken({ address: service.url, token: 'tok-right' }),
    await acceptsToken({ address: service.url, token: 'tok-wrong' }),
  ]
  const methods = service.requests.map(({ method }) => method)
  await service.stop()
  expect([answers, methods]).toMatchObject([
    [succeed(null), { ok: false, fault: { kind: 'token_not_accepted' } }],
    ['GET', 'GET'],
  ])
})

it.each<[ShowFault, boolean]>([
  [{ kind: 'not_found', message: 'Transaction not found' }, true],
  [{ kind: 'other_record', code: 'x' }, true],
  [{ kind: 'not_found', message: '' }, false],
  [{ kind: 'service_error', httpStatus: 403, message: 'No' }, false],
  [{ kind: 'strange_answer', httpStatus: 200, detail: 'HTML' }, false],
  [{ kind: 'no_answer', reason: 'timeout', detail: '' }, false],
])('takes %j for an answer of a service that looked: %s', async (fault, accepted) => {
  const acceptsToken = makeAcceptsToken(() => ({ show: async () => fail(fault) }))
  expect((await acceptsToken({ address: 'https://pay.example', token: 't' })).ok).toBe(accepted)
})
