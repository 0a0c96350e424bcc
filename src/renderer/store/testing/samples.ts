import type { ShownTransaction } from '../../../shared/contract'
import type { AttemptView, Lock, Stale } from '../../../shared/payment-standing'
import { lookupId } from '../../../shared/testing/lookup-id'
import type { Transaction } from '../../../shared/transaction'

/** A paid transaction of HK$120.50, with what a test wants different. */
export function aRecord(change: Partial<Transaction> = {}): Transaction {
  return {
    id: 'internal-1',
    transactionId: '483920174462',
    customId: 'C7719920461',
    companyId: 'company-1',
    status: 'paid',
    currency: 'HKD',
    gatewayCode: '11_2',
    updatedAt: '2026-11-20 10:31:07',
    amount: 12050,
    refunded: 0,
    fields: {
      transaction_id: '483920174462',
      store_id: 'store-1',
      amount: '120.50',
      refunded: '0.00',
      status: 'paid',
    },
    links: [],
    details: [],
    extra: {},
    odd: [],
    tooLong: [],
    ...change,
  }
}

/** The receipt of the lookup of that number, by `lookupId`. */
export function aShown(number: number, change: Partial<ShownTransaction> = {}): ShownTransaction {
  return {
    lookup: lookupId(number),
    record: aRecord(),
    service: 'https://pay.example',
    foundBy: 'transaction_id',
    code: '483920174462',
    typed: false,
    source: 'service',
    at: '2026-11-21T10:00:00.000Z',
    lock: null,
    stale: null,
    ...change,
  }
}

export function anAttempt(change: Partial<AttemptView> = {}): AttemptView {
  return {
    intent: {
      marker: 'R-7K3QX9A2MD',
      id: 'internal-1',
      transactionId: '483920174462',
      customId: 'C7719920461',
      foundBy: { kind: 'transaction_id', code: '483920174462' },
      currency: 'HKD',
      amount: 12050,
      whole: false,
      base: 0,
      before: {
        id: 'internal-1',
        status: 'paid',
        currency: 'HKD',
        amount: 12050,
        refunded: 0,
        refundedAt: '',
        updatedAt: '2026-11-20 10:31:07',
        remark: '',
      },
      paidAt: '2026-11-20 10:28:00',
      reason: { code: 'damaged', text: 'Damaged item' },
      typed: false,
      cashier: { id: '', name: 'May' },
      deviceId: 'device-1',
      serviceAddress: 'https://pay.example',
    },
    state: 'refunded',
    createdAt: 1000,
    since: 2000,
    ran: { created: 0, since: 0 },
    begun: 1,
    line: 3,
    refundedLine: null,
    alarms: [],
    forPerson: null,
    refusal: null,
    decision: null,
    watch: null,
    told: null,
    seen: { refunded: 0, highest: 0, markers: [] },
    slips: 0,
    nextCheckAt: null,
    elsewhere: false,
    lastCheck: null,
    quiet: 0,
    ...change,
  }
}

/** The lock that an attempt is. */
export function lockedBy(attempt: AttemptView): Lock {
  return { kind: 'attempt', attempt }
}

/** The service says that HK$20.25 less was refunded than before. */
export function aStale(change: Partial<Stale> = {}): Stale {
  return {
    was: 2025,
    now: 0,
    since: '2026-11-21T10:00:00.000Z',
    nextCheckAt: null,
    accept: 'minutes',
    missing: [],
    ...change,
  }
}

/** A refund of an earlier record that cannot be read any more. */
export const unreadLock: Extract<Lock, { kind: 'unread' }> = {
  kind: 'unread',
  line: 7,
  marker: 'R-7K3QX9A2MD',
}

/** What a supervisor had accepted as gone is shown again. */
export const returnedLock: Extract<Lock, { kind: 'lowering_returned' }> = {
  kind: 'lowering_returned',
  line: 9,
  refunded: 2025,
  since: '2026-11-20T10:28:00.000Z',
}
