/** A payment as the service's JSON shows it (interface.md §2.2), by the habits of that service. */
import type { Habits } from './habits'
import { type Payment, refundedOf } from './service-book'

/** The morning of the history's first day, as the service's clock has it. */
export const serviceEpoch = Date.UTC(2026, 10, 21, 9, 0, 0)

function decimal(hundredths: number): string {
  return `${Math.trunc(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
}

function writeTime(milliseconds: number, habits: Habits): string {
  const at = new Date(serviceEpoch + milliseconds + habits.zone * 3_600_000)
  const documented = at.toISOString().slice(0, 19).replace('T', ' ')
  switch (habits.timeForm) {
    case 'documented':
      return documented
    case 'unpadded':
      return documented.replace(/ 0/, ' ')
    case 'slashes':
      return documented.replaceAll('-', '/')
  }
}

/** `refund_details`, which are documented for a wholly refunded payment only. */
function details(payment: Payment, whole: boolean, habits: Habits): object {
  const standing = payment.entries.filter((entry) => !entry.bounced)
  const shown = habits.remarkShown === 'first' ? standing[0] : standing.at(-1)
  if (shown === undefined || !(whole || habits.partRefundDetails === 'present')) return {}
  const remark = habits.remarkShown === 'never' ? '' : shown.reason.slice(0, habits.remarkLength)
  return { refund_details: { request_user_id: 'u-1', first_name: 'A', last_name: 'B', remark } }
}

/** The record's JSON value. */
export function presentPayment(payment: Payment, habits: Habits): object {
  const refunded = refundedOf(payment)
  const whole = refunded >= payment.amount && refunded > 0
  const part = refunded > 0 && !whole
  const amount = (hundredths: number) =>
    habits.amountsAs === 'number' ? hundredths / 100 : decimal(hundredths)
  const paidStatus = whole ? 'refunded' : part ? habits.partRefundStatus : 'paid'
  const refundedAt = whole || (part && habits.partRefundedAt === 'set')
  return {
    id: payment.id,
    company_id: 'company',
    store_id: 'store',
    gateway_code: '1_1',
    status: payment.status === 'paid' ? paidStatus : payment.status,
    amount: amount(payment.amount),
    currency: payment.currency,
    charge: 0,
    refunded: refunded === 0 ? habits.untouchedRefunded : amount(refunded),
    net: decimal(Math.max(0, payment.amount - refunded)),
    ...(habits.transactionId === 'missing' ? {} : { transaction_id: payment.transactionId }),
    custom_id: payment.customId,
    refunded_at: refundedAt ? writeTime(payment.updatedAt, habits) : '',
    created_at: writeTime(payment.createdAt, habits),
    updated_at: writeTime(payment.updatedAt, habits),
    _links: [],
    ...details(payment, whole, habits),
  }
}
