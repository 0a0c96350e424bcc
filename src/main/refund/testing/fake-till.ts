/** A whole till without a window: a real journal in a folder of its own, and fakes for all around it. */
import { fail, type Result, succeed } from '../../../shared/base/result'
import type { Transaction } from '../../../shared/payment/transaction'
import { noRules, type Rules } from '../../../shared/people/rules'
import type { Journal } from '../../journal/journal'
import type { HeadEntry } from '../../journal/journal-keys'
import type { OpeningFault } from '../../journal/journal-types'
import type { Journals } from '../../journal/open-journals'
import { type JournalPlace, makeJournalPlace } from '../../journal/testing/journal-place'
import { attemptWork } from '../../system/database'
import { makeFakeClock } from '../../system/testing/fake-clock'
import type { KeychainFault } from '../../vault/keychain'
import type { RefundService } from '../service'
import { openRefundService } from '../service'
import { makeRefundNews } from '../tell'
import type { RefundOrder, SendingDeps } from '../types'
import { makeFakePayments } from './fake-payments'
import { fakeTransaction, type TransactionFacts } from './fake-transaction'

export type FakeTill = ReturnType<typeof makeFakeTill>

/** The only keychain entry that a running till writes, its journal's head. @param take is called with every head that is kept. */
function makeHeadEntry(take: (entry: HeadEntry) => void) {
  let writes = 0
  let broken: string | null = null
  let happens: (() => Promise<void>) | null = null
  return {
    /** How often it was written. */
    writes: () => writes,
    /** Makes every write fail as without a keychain; null gives the keychain back. */
    breakWith(detail: string | null) {
      broken = detail
    },
    /** Sets what runs before each write; null for nothing. */
    beforeWriting(what: (() => Promise<void>) | null) {
      happens = what
    },
    async writeHead(_: string, entry: HeadEntry): Promise<Result<null, KeychainFault>> {
      await happens?.()
      writes += 1
      if (broken !== null) return fail({ kind: 'keychain_unavailable', detail: broken })
      take(entry)
      return succeed(null)
    },
  }
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

/** A till whose service knows two payments of HK$120.50: pay-1, and pay-2 with a transaction id and a custom id of its own. */
export function makeFakeTill() {
  const clock = makeFakeClock()
  /** Where the till's service is: what is stored beside the token. A test may change it as a person does. */
  const address = { name: 'https://pay.example' }
  /** The store as its manager has set it up: its rules for refunds, and its own `store_id`. */
  const store: { rules: Rules; id: string } = { rules: noRules, id: '' }
  const service = { monotonic: clock.monotonic, serviceAddress: () => address.name }
  const second = { id: 'pay-2', transactionId: '100000000000002', customId: 'ORDER-2' }
  const payments = makeFakePayments(service, {}, second)
  const place = makeJournalPlace(clock.now, undefined, clock.monotonic)
  const keychain = makeHeadEntry(({ head }) => {
    place.head = head
  })
  /** What the service told, in order: `marker state`, `payment id`, `copies id`, and `refunds` for itself. */
  const news: string[] = []
  const logged: string[] = []
  let made = 0

  /** The first attempt is R-1111111111, the second R-2222222222, and so on. */
  function randomBytes(count: number): Uint8Array {
    made += 1
    return new Uint8Array(count).fill(made)
  }

  /** Opens a refund service over the till's journal, as a start of the program does. */
  function start(change: Partial<SendingDeps> = {}, patience?: number): Promise<RefundService> {
    const told = makeRefundNews()
    told.attemptChanged.on(({ intent, state }) => news.push(`${intent.marker} ${state}`))
    told.paymentChanged.on(({ id }) => news.push(`payment ${id}`))
    told.stateChanged.on(() => news.push('refunds'))
    told.recordRead.on(() => news.push('record'))
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
  }

  /** What the service shows of a payment now. */
  const shown = (id = 'pay-1') => fakeTransaction(payments.facts(id))

  /** The order for what the service shows now of pay-1, but for what is given. */
  function order(hundredths: number, change: Partial<RefundOrder> = {}): RefundOrder {
    const record = change.shown ?? shown()
    return {
      shown: record,
      foundBy: { kind: 'transaction_id', code: record.transactionId },
      amount: { hundredths, currency: record.currency },
      reason: { code: 'damaged', text: 'Damaged item' },
      typed: false,
      confirmed: false,
      cashier: { id: '', name: 'Kit' },
      allowedBy: null,
      ...change,
    }
  }

  return { clock, payments, place, keychain, address, store, news, logged, start, shown, order }
}

export function markerOf(number: number): string {
  return `R-${String(number).repeat(10)}`
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
