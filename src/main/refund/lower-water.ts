/** Lowers the high-water value of one payment by lines of the journal (refund-protocol.md 2). */
import type { HighWater } from '../../shared/journal-events'
import { type Result, succeed } from '../../shared/result'
import type { Journal, JournalFault, Payment } from '../journal/journal-types'

/** A payment of one service: its number now, and every number that it may have gone by. */
export type NumberedPayment = Payment & { readonly service: number }

/** What counts from now on, and on whose word; null where three answers agreed on an older time. */
export type Lower = {
  readonly to: HighWater
  readonly by: { readonly supervisor: string; readonly why: string } | null
}

/**
 * One line `lowered` for each number of the service under which something higher was seen. After a fault some may
 * stand; asked again it writes what is missing.
 * @param at milliseconds since 1970.
 */
export function lowerWater(
  journal: Pick<Journal, 'highWater' | 'appendPayment'>,
  { services, id }: Payment,
  { to, by }: Lower,
  at: number,
): Result<null, JournalFault> {
  for (const service of services) {
    const from = journal.highWater({ services: [service], id })
    if (from === null) continue
    const lower = lowerOf(from, to)
    if (lower.refunded === from.refunded && lower.updatedAt === from.updatedAt) continue
    const written = journal.appendPayment({ kind: 'lowered', at, service, id, from, to: lower, by })
    if (!written.ok) return written
  }
  return succeed(null)
}

/** Never higher than before in either part; a time that cannot be compared leaves the one that is known. */
function lowerOf(from: HighWater, to: HighWater): HighWater {
  return {
    refunded: Math.min(from.refunded, to.refunded),
    updatedAt: to.updatedAt === '' || to.updatedAt > from.updatedAt ? from.updatedAt : to.updatedAt,
  }
}
