/**
 * One till over the real wire: the real refund service on a real journal file, the real HTTP client, a clock that
 * the test moves. Shows have all the time they want; only the refund's own deadlines may be short.
 */
import { rmSync } from 'node:fs'
import type { RefundService } from '../../src/main/refund/service'
import { addressName } from '../../src/main/service/address'
import { type Deadlines, defaultDeadlines, type ServiceCallDeps } from '../../src/main/service/exchange'
import { makeHttpRefundSender } from '../../src/main/service/refund'
import { makeHttpPaymentService, type TransactionReader } from '../../src/main/service/show'
import { atRest, makeFakeClock } from '../../src/main/system/testing/fake-clock'
import { temporaryFolder } from '../../src/main/system/testing/temporary-folder'
import { makeMemoryKeychain } from '../../src/main/vault/testing/memory-keychain'
import type { Attempt } from '../../src/shared/attempt/attempt'
import { type Result, succeed } from '../../src/shared/base/result'
import type { Fault } from '../../src/shared/fault'
import type { Transaction } from '../../src/shared/payment/transaction'
import { openWireRefunds, orderFor } from './wire-refunds'

export const wireToken = 'wire-proof-token-0001'

export type WireTillDeps = {
  /** The service's. */
  readonly address: string
  /** Of the refund alone; the usual ones unless given. */
  readonly deadlines?: Deadlines
}

export type WireTill = {
  readonly refunds: RefundService
  /** Looks a transaction up by its number; throws when that fails. */
  readonly lookUp: (transactionId: string) => Promise<Transaction>
  /** A cashier confirms a refund of what stands on the screen; the rest when no amount is given (hundredths). */
  readonly refund: (shown: Transaction, hundredths?: number) => Promise<Result<Attempt, Fault>>
  /** Lets time pass to the next look that is due, and waits until it is written down. */
  readonly passToNextCheck: () => Promise<void>
  /** Ends the program, and removes what it wrote. */
  readonly close: () => Promise<void>
}

export async function openWireTill({ address, deadlines }: WireTillDeps): Promise<WireTill> {
  const clock = makeFakeClock()
  const folder = temporaryFolder()
  const calls = (limits: Deadlines): ServiceCallDeps => ({
    nameOf: addressName,
    monotonic: clock.monotonic,
    deadlines: limits,
    credentials: async (use) => succeed(await use({ address, token: wireToken })),
  })
  const shows = countShows()
  const payments: TransactionReader = {
    show: shows.counted(makeHttpPaymentService(calls(defaultDeadlines)).show),
  }
  const refunds = await openWireRefunds({
    folder,
    keychain: makeMemoryKeychain(),
    address: () => address,
    payments,
    sender: makeHttpRefundSender(calls(deadlines ?? defaultDeadlines)),
    clock,
    deviceId: 'wire-till-1',
  })
  return {
    refunds,
    lookUp: (transactionId) => lookUp(payments, refunds, transactionId),
    async refund(shown, hundredths) {
      const issued = await refunds.issue(orderFor(shown, hundredths))
      return issued.ok ? succeed(issued.value.attempt) : issued
    },
    async passToNextCheck() {
      const before = shows.ended()
      while (shows.ended() === before) {
        const [next] = clock.waiting()
        if (next === undefined) throw new Error('No check is due any more')
        await clock.advance(next)
        await shows.allEnded()
      }
      await atRest()
    },
    async close() {
      await refunds.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Real time passes while a show is under way, and the till's clock stands still meanwhile. */
function countShows() {
  const underWay = new Set<Promise<unknown>>()
  let ended = 0
  return {
    ended: () => ended,
    counted:
      (show: TransactionReader['show']): TransactionReader['show'] =>
      async (request) => {
        const shown = show(request)
        underWay.add(shown)
        try {
          return await shown
        } finally {
          underWay.delete(shown)
          ended += 1
        }
      },
    /** One may lead to the next: a check asks by three codes. */
    async allEnded(): Promise<void> {
      while (underWay.size > 0) {
        await Promise.allSettled(underWay)
        await atRest()
      }
    },
  }
}

async function lookUp(
  payments: TransactionReader,
  refunds: RefundService,
  code: string,
): Promise<Transaction> {
  const shown = await payments.show({ kind: 'transaction_id', code })
  if (!shown.ok) throw new Error(`The lookup failed: ${JSON.stringify(shown.fault)}`)
  refunds.observe(shown.value)
  return shown.value.record
}
