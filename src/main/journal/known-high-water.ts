/** The high-water value of a payment as it is kept, under every number that its service went by (protocol 2 and 14). */
import type { HighWater } from '../../shared/journal-events'
import type { OpenedFile } from './journal-memory'
import { formerPaymentIndex, type HighWaterRow, paymentIndex } from './journal-rows'
import type { Payment } from './journal-types'

type Kept = Pick<OpenedFile, 'key' | 'reads' | 'former'>

/** The rows of a payment, one for each number of its service that has one. */
export function highWaterRows({ key, reads }: Kept, { services, id }: Payment): readonly HighWaterRow[] {
  return services.flatMap((service) => reads.highWater(paymentIndex(key, service, id)) ?? [])
}

/**
 * The highest of them, and what a former `journal.db` knew of the payment: its values stand under an index without a
 * service, and count no more once the payment was lowered. Null when nothing was ever seen.
 */
export function knownHighWater(file: Kept, payment: Payment): HighWater | null {
  const { reads, former } = file
  const rows = highWaterRows(file, payment)
  const lowered = rows.some(({ lowering }) => lowering !== null)
  const asked = former !== null && !lowered && payment.services.some((service) => service <= former.services)
  const old = asked ? reads.formerHighWater(formerPaymentIndex(former.key, payment.id)) : null
  const values: readonly HighWater[] = old === null ? rows : [...rows, old]
  return values.reduce<HighWater | null>(
    (highest, { refunded, updatedAt }) => ({
      refunded: Math.max(refunded, highest?.refunded ?? 0),
      updatedAt: highest === null || updatedAt > highest.updatedAt ? updatedAt : highest.updatedAt,
    }),
    null,
  )
}
