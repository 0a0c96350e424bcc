import type { Attempt } from '../../../shared/attempt'

/** An attempt on a payment (by internal `id`) whose outcome nobody knows. */
export function anAttempt(id: string): Attempt {
  const before = { id, status: 'paid', currency: 'HKD', amount: 12050, refunded: 0 }
  return {
    intent: {
      marker: 'R-0123456789',
      id,
      transactionId: 'T1',
      foundBy: { kind: 'transaction_id', code: 'T1' },
      currency: 'HKD',
      amount: 1000,
      whole: false,
      mark: 0,
      before: { ...before, refundedAt: '', updatedAt: '', remark: '' },
      reason: 'Damaged item',
      cashier: 'Ana',
      deviceId: 'd',
      serviceAddress: 'https://pay.example',
    },
    state: 'unconfirmed',
    createdAt: 0,
    since: 0,
    alarm: null,
    forPerson: null,
    refusal: null,
    looks: 0,
    lastLookAt: null,
    lastLookFailed: false,
    quietLooks: 0,
    decision: null,
  }
}
