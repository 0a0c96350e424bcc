/** A whole till without a window: a real journal in a folder of its own, and fakes for all around it. */
import type { Transaction } from '../../../shared/transaction'
import { openRefundDesk } from '../open-refund-desk'
import type { RefundDesk, RefundOrder } from '../refund-desk'
import type { RefundDeskParts } from '../working-desk'
import { type FakeClock, makeFakeClock } from './fake-clock'
import { type FakePayments, makeFakePayments } from './fake-payments'
import { fakeTransaction, type TransactionFacts } from './fake-transaction'
import { type JournalPlace, makeJournalPlace } from './journal-place'

export type FakeTill = {
  readonly clock: FakeClock
  readonly payments: FakePayments
  readonly place: JournalPlace
  /** What the desk told, in order: `marker state`, and `desk` for a change of the desk itself. */
  readonly news: string[]
  readonly logged: string[]
  /** Opens a desk over the till's journal, as a start of the program does. */
  readonly start: (change?: Partial<RefundDeskParts>, patience?: number) => Promise<RefundDesk>
  /** The order for what the service shows now, but for what is given. */
  readonly order: (hundredths: number, change?: Partial<RefundOrder>) => RefundOrder
  readonly remove: () => void
}

/** @param first transactions of the service; one of HK$120.50 when none is given. */
export function makeFakeTill(...first: readonly Partial<TransactionFacts>[]): FakeTill {
  const clock = makeFakeClock()
  const payments = makeFakePayments(...(first.length === 0 ? [{}] : first))
  const place = makeJournalPlace(clock.now)
  const news: string[] = []
  const logged: string[] = []
  let made = 0

  /** The first attempt is R-1111111111, the second R-2222222222, and so on. */
  function randomBytes(count: number): Uint8Array {
    made += 1
    return new Uint8Array(count).fill(made)
  }

  return {
    clock,
    payments,
    place,
    news,
    logged,
    start(change = {}, patience) {
      const parts: RefundDeskParts = {
        folder: place.folder,
        keys: place.keys,
        payments,
        clock,
        randomBytes,
        deviceId: () => 'till-1',
        serviceAddress: () => 'https://pay.example',
        attemptChanged: ({ intent, state }) => news.push(`${intent.marker} ${state}`),
        deskChanged: () => news.push('desk'),
        log: (line) => logged.push(line),
        ...change,
      }
      return openRefundDesk(parts, patience)
    },
    order(hundredths, change = {}) {
      const shown = change.shown ?? fakeTransaction(payments.facts('pay-1'))
      return {
        shown,
        foundBy: { kind: 'transaction_id', code: shown.transactionId },
        amount: { hundredths, currency: shown.currency },
        reason: 'Damaged item',
        confirmed: false,
        cashier: 'Kit',
        ...change,
      }
    },
    remove: place.remove,
  }
}

export function markerOf(number: number): string {
  return `R-${String(number).repeat(10)}`
}

/** What is on the disk at this moment, seen by a second program that copied the files away. */
export async function statesOnDisk(till: FakeTill): Promise<readonly string[]> {
  const copy = makeJournalPlace(till.clock.now)
  for (const [name, bytes] of till.place.files()) copy.put(name, bytes)
  for (const [name, secret] of till.place.keychain.entries) copy.keychain.entries.set(name, secret)
  const journal = await copy.openWell()
  const states = journal.list({ from: null, to: null }).map(({ state }) => state)
  journal.close()
  copy.remove()
  return states
}

/** A record of the plain transaction as some other answer would carry it. */
export function recordOf(till: FakeTill, change: Partial<TransactionFacts> = {}): Transaction {
  return fakeTransaction({ ...till.payments.facts('pay-1'), ...change })
}

/** Any answer of ok, for a test that goes on with its value. */
export function must<T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false }): T {
  if (!result.ok) throw new Error(`Expected a value: ${JSON.stringify(result)}`)
  return result.value
}
