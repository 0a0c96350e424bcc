/**
 * Everything one test of the wire needs: a practice service, a proxy before it, one paid receipt, and a till with the real
 * refund service on real journal files, the real HTTP client and a clock that the test moves. Shows have all the time they
 * want.
 */
import { rmSync } from 'node:fs'
import { addressName } from '../../src/main/service/address'
import type { ServiceCallDeps } from '../../src/main/service/exchange'
import { makeHttpRefundSender } from '../../src/main/service/refund'
import { makeHttpPaymentService } from '../../src/main/service/show'
import { makeFakeClock } from '../../src/main/system/testing/fake-clock'
import { temporaryFolder } from '../../src/main/system/testing/temporary-folder'
import { makeMemoryKeychain } from '../../src/main/vault/testing/memory-keychain'
import type { Attempt } from '../../src/shared/attempt/attempt'
import { type Result, succeed } from '../../src/shared/base/result'
import type { Fault } from '../../src/shared/fault'
import type { Transaction } from '../../src/shared/payment/transaction'
import { openService, wireToken } from './ground'
import { openWireRefunds, orderFor } from './wire-refunds'

export type Scene = Awaited<ReturnType<typeof openScene>>

export async function openScene() {
  const { service, proxy, address, close } = await openService()
  const clock = makeFakeClock()
  const folder = temporaryFolder()
  const calls: ServiceCallDeps = {
    nameOf: addressName,
    monotonic: clock.monotonic,
    credentials: async (use) => succeed(await use({ address, token: wireToken })),
  }
  const payments = makeHttpPaymentService(calls)
  const refunds = await openWireRefunds({
    folder,
    keychain: makeMemoryKeychain(),
    address: () => address,
    payments,
    sender: makeHttpRefundSender(calls),
    clock,
    deviceId: () => 'wire-till-1',
  })
  /** Looks a transaction up by its number; throws when that fails. */
  async function lookUp(code: string): Promise<Transaction> {
    const shown = await payments.show({ kind: 'transaction_id', code })
    if (!shown.ok) throw new Error(`The lookup failed: ${JSON.stringify(shown.fault)}`)
    refunds.observe(shown.value)
    return shown.value.record
  }
  const { facts } = service.ledger.addTransaction({ id: 'pay-wire-1', amount: 12050 })
  return {
    service,
    proxy,
    refunds,
    lookUp,
    /** The receipt on the screen, looked up through the proxy: HK$120.50, nothing refunded. */
    shown: await lookUp(facts.transaction_id),
    /** A cashier confirms a refund of what stands on the screen; the rest when no amount is given (hundredths). */
    async refund(shown: Transaction, hundredths?: number): Promise<Result<Attempt, Fault>> {
      const issued = await refunds.issue(orderFor(shown, hundredths))
      return issued.ok ? succeed(issued.value.attempt) : issued
    },
    /** So much time passes, and then the till has asked about an attempt once more. */
    async checkAfter(milliseconds: number, marker: string): Promise<void> {
      await clock.advance(milliseconds)
      await refunds.check(marker)
    },
    async close() {
      await refunds.close()
      rmSync(folder, { recursive: true, force: true })
      await close()
    },
  }
}
