import { expect, it } from 'vitest'
import { startPracticeService } from '../../practice/start-practice-service'
import { fail, succeed } from '../../shared/base/result'
import type { LendCredentials } from './address'
import { makeAcceptsToken, makeAskService } from './service'
import { makeHttpPaymentService, type ShowFault, type TransactionReader } from './show'

const noPayment = async () => null

it('asks the service itself: its own token is accepted, another is not, and no refund is sent', async () => {
  const service = await startPracticeService({
    ledgerFile: ':memory:',
    token: 'tok-right',
    pace: 0.1,
    port: 0,
  })
  const acceptsToken = makeAcceptsToken((credentials) => makeHttpPaymentService({ credentials }), noPayment)
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
  const acceptsToken = makeAcceptsToken(() => ({ show: async () => fail(fault) }), noPayment)
  expect((await acceptsToken({ address: 'https://pay.example', token: 't' })).ok).toBe(accepted)
})

it('says before anything is stored what a service answers: its own token, another, nobody there', async () => {
  const service = await startPracticeService({ ledgerFile: ':memory:', token: 'right', pace: 0.1, port: 0 })
  const ask = makeAskService((credentials) => makeHttpPaymentService({ credentials }))
  const asked = [
    await ask({ address: service.url, token: 'right' }),
    await ask({ address: service.url, token: 'wrong' }),
  ]
  const methods = service.requests.map(({ method }) => method)
  await service.stop()
  expect([...asked, await ask({ address: service.url, token: 'right' }), methods]).toMatchObject([
    { said: 'reached' },
    { said: 'refused', fault: { kind: 'token_not_accepted' } },
    { said: 'unreachable', fault: { kind: 'not_connected' } },
    ['GET', 'GET'],
  ])
})

it.each<[ShowFault, string]>([
  [{ kind: 'not_found', message: 'Transaction not found' }, 'reached'],
  [{ kind: 'service_error', httpStatus: 500, message: 'Internal Error' }, 'reached'],
  [{ kind: 'other_record', code: 'x' }, 'reached'],
  [{ kind: 'not_found', message: '' }, 'strange'],
  [{ kind: 'strange_answer', httpStatus: 200, detail: 'HTML' }, 'strange'],
  [{ kind: 'service_error', httpStatus: 403, message: 'No' }, 'refused'],
  [{ kind: 'no_answer', reason: 'timeout', detail: '' }, 'unreachable'],
])('reads %j as a service that was %s', async (fault, said) => {
  const ask = makeAskService(() => ({ show: async () => fail(fault) }))
  expect((await ask({ address: 'https://pay.example', token: 't' })).said).toBe(said)
})

it('asks a service that has an error for unknown ids for the payment that was looked up last', async () => {
  const service = await startPracticeService({ ledgerFile: ':memory:', token: 'right', pace: 0.1, port: 0 })
  service.ledger.addTransaction({ id: 'pay-1', custom_id: 'KNOWN-1' })
  const error: ShowFault = { kind: 'service_error', httpStatus: 500, message: 'Internal Error' }
  /** This service refuses no token for a question that it does not understand. */
  const odd = (credentials: LendCredentials) => {
    const http = makeHttpPaymentService({ credentials })
    const show: TransactionReader['show'] = async (query, ...rest) =>
      query.code === 'pay-1' ? http.show(query, ...rest) : fail(error)
    return { show }
  }
  const asked = async (token: string, id: string | null) => {
    const answer = await makeAcceptsToken(odd, async () => id)({ address: service.url, token })
    return answer.ok ? 'accepted' : answer.fault.kind
  }
  const answers = [
    await asked('right', 'pay-1'),
    await asked('wrong', 'pay-1'),
    await asked('right', 'pay-2'),
    await asked('right', null),
  ]
  await service.stop()
  expect(answers).toEqual(['accepted', 'token_not_accepted', 'service_error', 'service_error'])
})
