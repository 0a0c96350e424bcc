import type { AttemptView, Lock, Stale } from '../../../shared/attempt/payment-standing'
import type { ShownTransaction } from '../../../shared/contract/contract'
import { lookupId } from '../../../shared/testing/lookup-id'
import { aShownRecord } from '../../../shared/testing/record-sample'
import { attemptView, intent, snapshot } from '../../../shared/testing/refund-samples'

/** The receipt of that lookup, by `lookupId`. */
export function aShown(number: number, change: Partial<ShownTransaction> = {}): ShownTransaction {
  return aShownRecord({ lookup: lookupId(number), ...change })
}

export function anAttempt(change: Partial<AttemptView> = {}): AttemptView {
  const ids = { id: 'internal-1', transactionId: '483920174462', customId: 'C7719920461' }
  return attemptView('refunded', {
    intent: intent({
      ...ids,
      marker: 'R-7K3QX9A2MD',
      foundBy: { kind: 'transaction_id', code: ids.transactionId },
      amount: 12050,
      before: snapshot({ id: ids.id, updatedAt: '2026-11-20 10:31:07' }),
      paidAt: '2026-11-20 10:28:00',
      cashier: { id: '', name: 'May' },
      deviceId: 'device-1',
    }),
    createdAt: 1000,
    since: 2000,
    line: 3,
    ...change,
  })
}

/** The counter while all of that receipt is sent to be refunded, before its refund has a number. */
export function aSending(shown: ShownTransaction = aShown(1)) {
  return { at: 'sending', amount: { hundredths: 12050, currency: 'HKD' }, shown, attempt: null } as const
}

export function lockedBy(attempt: AttemptView): Lock {
  return { kind: 'attempt', attempt }
}

/** The service reports HK$20.25 less refunded than before. */
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

/** The lock by an unreadable refund of an earlier record. */
export const unreadLock: Extract<Lock, { kind: 'unread' }> = {
  kind: 'unread',
  line: 7,
  marker: 'R-7K3QX9A2MD',
}

/** The lock by a returned amount that was accepted as gone. */
export const returnedLock: Extract<Lock, { kind: 'lowering_returned' }> = {
  kind: 'lowering_returned',
  line: 9,
  refunded: 2025,
  since: '2026-11-20T10:28:00.000Z',
}
