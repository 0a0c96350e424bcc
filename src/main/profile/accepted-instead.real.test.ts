import { expect, it } from 'vitest'
import { startPracticeService } from '../../practice/start-practice-service'
import { succeed } from '../../shared/base/result'
import { tookItsPlace } from '../people/rights'
import type { LendCredentials } from '../service/address'
import { makeAcceptsToken, makeShowsPayment } from '../service/service'
import { makeHttpPaymentService } from '../service/show'

/** What a typed token may do where another is stored, and the service has one merchant's payments. */
async function opens(stored: string, typed: string, knownId: string | null): Promise<boolean> {
  const service = await startPracticeService({ ledgerFile: ':memory:', token: 'new', pace: 0.1, port: 0 })
  service.ledger.addTransaction({ id: 'pay-1', custom_id: 'KNOWN-1' })
  const serviceWith = (credentials: LendCredentials) => makeHttpPaymentService({ credentials })
  const newest = async () =>
    knownId === null
      ? null
      : { id: knownId, transactionId: '', foundBy: { kind: 'custom_id', code: 'KNOWN-1' } as const }
  const opened = await tookItsPlace(typed, {
    vault: { withCredentials: async (use) => succeed(await use({ address: service.url, token: stored })) },
    acceptsToken: makeAcceptsToken(serviceWith, newest),
    showsPayment: makeShowsPayment(serviceWith, newest),
  })
  await service.stop()
  return opened
}

it('a token takes the stored one’s place when that is refused and it is shown a payment that the till knows', async () => {
  expect([
    await opens('old', 'new', 'pay-1'),
    // Accepted, but of another merchant, who does not see the payment.
    await opens('old', 'new', 'pay-of-ours'),
    await opens('old', 'new', null),
    await opens('old', 'wrong', 'pay-1'),
    // The stored one is unchanged.
    await opens('new', 'new', 'pay-1'),
  ]).toEqual([true, false, false, false, false])
})
