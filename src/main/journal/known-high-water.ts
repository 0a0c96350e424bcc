/** The high-water value of a payment as it is kept, under every number that its service went by (protocol 2 and 14). */
import type { HighWater } from '../../shared/journal-events'
import type { OpenedFile } from './journal-memory'
import { type HighWaterRow, highWaterIn, paymentIndex } from './journal-rows'
import type { Payment } from './journal-types'

type Kept = Pick<OpenedFile, 'key' | 'reads'>

/** The rows of a payment, one for each number of its service that has one. */
export function highWaterRows({ key, reads }: Kept, { services, id }: Payment): readonly HighWaterRow[] {
  return services.flatMap((service) => reads.highWater(paymentIndex(key, service, id)) ?? [])
}

/** The highest of them in a currency, or in any for null; null when nothing was ever seen. */
export function knownHighWater(
  file: Kept,
  payment: Payment,
  currency: string | null = null,
): HighWater | null {
  return highWaterRows(file, payment)
    .map((row) => highWaterIn(row, currency))
    .reduce<HighWater | null>(
      (highest, { refunded, updatedAt }) => ({
        refunded: Math.max(refunded, highest?.refunded ?? 0),
        updatedAt: highest === null || updatedAt > highest.updatedAt ? updatedAt : highest.updatedAt,
      }),
      null,
    )
}
