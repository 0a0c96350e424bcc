/**
 * One till over the real wire: the real refund desk on a real journal file, the real HTTP client, a clock that
 * the test moves. Shows have all the time they want; only the refund's own deadlines may be short.
 */
import { randomBytes } from 'node:crypto'
import { type Deadlines, usualDeadlines } from '../../../src/main/payments/exchange'
import {
  type HttpPaymentServiceParts,
  makeHttpPaymentService,
} from '../../../src/main/payments/http-payment-service'
import type { PaymentService } from '../../../src/main/payments/payment-service'
import { openRefundDesk } from '../../../src/main/refund/open-refund-desk'
import type { RefundDesk, RefundOrder } from '../../../src/main/refund/refund-desk'
import { atRest, type FakeClock, makeFakeClock } from '../../../src/main/refund/testing/fake-clock'
import { type JournalPlace, makeJournalPlace } from '../../../src/main/refund/testing/journal-place'
import type { Attempt } from '../../../src/shared/attempt'
import type { Fault } from '../../../src/shared/fault'
import { type Result, succeed } from '../../../src/shared/result'
import type { Transaction } from '../../../src/shared/transaction'

export const wireToken = 'wire-proof-token-0001'

export type WireTillParts = Pick<HttpPaymentServiceParts, 'resolveName' | 'trustedRoots'> & {
  /** The service's address at the moment of a call. */
  readonly address: () => string
  /** Of the refund alone; the usual ones unless given. */
  readonly deadlines?: Deadlines | undefined
  /** A journal that is there already; a fresh one unless given. */
  readonly place?: JournalPlace
  readonly clock?: FakeClock
}

export type WireTill = {
  readonly desk: RefundDesk
  readonly clock: FakeClock
  readonly place: JournalPlace
  readonly payments: PaymentService
  /** Looks a transaction up by its number; throws when that fails. */
  readonly lookUp: (transactionId: string) => Promise<Transaction>
  /** A cashier confirms a refund of what stands on the screen; the rest when no amount is given (hundredths). */
  readonly refund: (shown: Transaction, hundredths?: number) => Promise<Result<Attempt, Fault>>
  /** Lets time pass to the next look that is due, and waits until it is written down. */
  readonly passToNextLook: () => Promise<void>
  /** Ends the program; the journal stays for another. */
  readonly close: () => Promise<void>
}

export async function openWireTill(parts: WireTillParts): Promise<WireTill> {
  const clock = parts.clock ?? makeFakeClock()
  const place = parts.place ?? makeJournalPlace(clock.now)
  const waiting: (() => void)[] = []
  const client = (deadlines: Deadlines) =>
    makeHttpPaymentService({
      ...parts,
      deadlines,
      credentials: async (use) => succeed(await use({ address: parts.address(), token: wireToken })),
    })
  const payments: PaymentService = {
    show: client(usualDeadlines).show,
    refund: client(parts.deadlines ?? usualDeadlines).refund,
  }
  const desk = await openRefundDesk({
    folder: place.folder,
    keys: place.keys,
    payments,
    clock,
    randomBytes: (count) => randomBytes(count),
    deviceId: () => 'wire-till-1',
    serviceAddress: parts.address,
    attemptChanged: () => {
      for (const resolve of waiting.splice(0)) resolve()
    },
    deskChanged: () => undefined,
    log: () => undefined,
  })
  const changed = () => new Promise<void>((resolve) => waiting.push(resolve))

  return {
    desk,
    clock,
    place,
    payments,
    lookUp: (transactionId) => lookUp(payments, desk, transactionId),
    async refund(shown, hundredths) {
      const issued = await desk.issue(orderFor(shown, hundredths))
      return issued.ok ? succeed(issued.value.attempt) : issued
    },
    async passToNextLook() {
      const noted = changed()
      // While a round of looks runs no timer waits; after it the desk rests before it plans the next.
      do {
        const [next] = clock.waiting()
        if (next === undefined) throw new Error('No look is due any more')
        await clock.advance(next)
      } while (clock.waiting().length > 0)
      await noted
      await atRest()
    },
    close: () => desk.close(),
  }
}

async function lookUp(payments: PaymentService, desk: RefundDesk, code: string): Promise<Transaction> {
  const shown = await payments.show({ kind: 'transaction_id', code })
  if (!shown.ok) throw new Error(`The lookup failed: ${JSON.stringify(shown.fault)}`)
  desk.observe(shown.value.record)
  return shown.value.record
}

/** What the cashier confirms, with every extra question answered yes. */
export function orderFor(shown: Transaction, hundredths?: number): RefundOrder {
  const rest = (shown.amount ?? 0) - (shown.refunded ?? 0)
  return {
    shown,
    foundBy: { kind: 'transaction_id', code: shown.transactionId },
    amount: { hundredths: hundredths ?? rest, currency: shown.currency },
    reason: 'Damaged item',
    confirmed: true,
    cashier: 'Kit',
  }
}
