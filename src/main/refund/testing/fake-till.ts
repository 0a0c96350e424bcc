/** A whole till without a window: a real journal in a folder of its own, and fakes for all around it. */
import { fail, type Result } from '../../../shared/base/result'
import type { Transaction } from '../../../shared/payment/transaction'
import { noRules, type Rules } from '../../../shared/people/rules'
import type { Journal } from '../../journal/journal'
import type { OpeningFault } from '../../journal/journal-types'
import type { Journals } from '../../journal/open-journals'
import { openRecord } from '../../journal/open-record'
import { type FakeHeadEntry, makeFakeHeadEntry } from '../../journal/testing/fake-head-entry'
import { type JournalPlace, makeJournalPlace } from '../../journal/testing/journal-place'
import { attemptsIn } from '../../journal/testing/journal-reading'
import { attemptWork } from '../../system/database'
import { type FakeClock, makeFakeClock } from '../../system/testing/fake-clock'
import type { RefundService } from '../service'
import { openRefundService } from '../service'
import { makeRefundNews } from '../tell'
import type { RefundOrder, SendingDeps } from '../types'
import { type FakePayments, makeFakePayments } from './fake-payments'
import { fakeTransaction, type TransactionFacts } from './fake-transaction'

/** Where the till's service is: what is stored beside the token. A test may change it as a person does. */
export type StoredAddress = { name: string }

/** The store as its manager has set it up: its rules for refunds, and its own `store_id`. */
export type FakeStore = { rules: Rules; id: string }

export type FakeTill = {
  readonly clock: FakeClock
  readonly payments: FakePayments
  readonly place: JournalPlace
  readonly keychain: FakeHeadEntry
  readonly address: StoredAddress
  readonly store: FakeStore
  /** What the service told, in order: `marker state`, `payment id`, `copies id`, and `refunds` for itself. */
  readonly news: string[]
  readonly logged: string[]
  /** Opens a refund service over the till's journal, as a start of the program does. */
  readonly start: (change?: Partial<SendingDeps>, patience?: number) => Promise<RefundService>
  /** The order for what the service shows now, but for what is given. */
  readonly order: (hundredths: number, change?: Partial<RefundOrder>) => RefundOrder
}

/** The journals of one place: made when there is none, no file of which is ever replaced here. */
export function journalsOf(place: JournalPlace): Journals {
  async function open(): Promise<Result<Journal, OpeningFault>> {
    if (place.segments().length === 0) {
      const made = attemptWork(place.create)
      if (!made.ok) return fail({ why: 'journal_unwritable', detail: made.fault.detail, replaceable: null })
    }
    const opened = await place.open()
    if (opened.ok) return opened
    const damaged = opened.fault.why === 'journal_damaged'
    return fail({ ...opened.fault, replaceable: damaged ? 'person' : null })
  }
  return { open, begin: async () => fail({ kind: 'journal_not_replaceable' }) }
}

/** @param first transactions of the service; one of HK$120.50 when none is given. */
export function makeFakeTill(...first: readonly Partial<TransactionFacts>[]): FakeTill {
  const clock = makeFakeClock()
  const address: StoredAddress = { name: 'https://pay.example' }
  const store: FakeStore = { rules: noRules, id: '' }
  const service = { monotonic: clock.monotonic, serviceAddress: () => address.name }
  const payments = makeFakePayments(service, ...(first.length === 0 ? [{}] : first))
  const place = makeJournalPlace(clock.now, undefined, clock.monotonic)
  const keychain = makeFakeHeadEntry(({ head }) => {
    place.head = head
  })
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
    keychain,
    address,
    store,
    news,
    logged,
    start(change = {}, patience) {
      const told = makeRefundNews()
      told.attemptChanged.on(({ intent, state }) => news.push(`${intent.marker} ${state}`))
      told.paymentChanged.on(({ id }) => news.push(`payment ${id}`))
      told.stateChanged.on(() => news.push('refunds'))
      told.lowerAccepted.on(({ id }) => news.push(`copies ${id}`))
      const deps: SendingDeps = {
        journals: journalsOf(place),
        keys: keychain,
        payments,
        sender: payments,
        clock,
        randomBytes,
        deviceId: () => 'till-1',
        rules: () => store.rules,
        ownStore: () => store.id,
        serviceName: () => address.name,
        news: told,
        log: (line) => logged.push(line),
        ...change,
      }
      return openRefundService(deps, patience)
    },
    order(hundredths, change = {}) {
      const shown = change.shown ?? fakeTransaction(payments.facts('pay-1'))
      return {
        shown,
        foundBy: { kind: 'transaction_id', code: shown.transactionId },
        amount: { hundredths, currency: shown.currency },
        reason: { code: 'damaged', text: 'Damaged item' },
        typed: false,
        confirmed: false,
        cashier: { id: '', name: 'Kit' },
        allowedBy: null,
        ...change,
      }
    },
  }
}

export function markerOf(number: number): string {
  return `R-${String(number).repeat(10)}`
}

/** What is on the disk at this moment, seen by a second program that copied the files away. */
export async function statesOnDisk(till: FakeTill): Promise<readonly string[]> {
  const copy = makeJournalPlace(till.clock.now)
  copy.put(till.place.files())
  const { id, key, head } = till.place
  const { folder } = copy
  const { now } = till.clock
  const { journal } = must(await openRecord({ folder, id, key, head, now, log: () => undefined }))
  const states = attemptsIn(journal).map(({ state }) => state)
  journal.close()
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
