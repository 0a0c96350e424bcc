import { z } from 'zod'
import { isLongerThan } from '../shared/code-points'
import { writeHundredths } from '../shared/money'
import type { PlainField } from '../shared/transaction'
import { countCharacters } from './characters'

/** The three details objects' keys (interface.md §2.2). */
const detailsSchema = z
  .object({ request_user_id: z.string(), first_name: z.string(), last_name: z.string(), remark: z.string() })
  .readonly()

/** A text of at most so many characters, as §2.2 counts them; without a number the interface gives no limit. */
const text = (characters = Number.POSITIVE_INFINITY) =>
  z
    .string()
    .refine((value) => !isLongerThan(value, characters), { error: `is longer than ${characters} characters` })

const longestAmount = 15
/** Hundredths whose decimal text is as short as §2.2 wants every amount to be. */
const amount = z
  .number()
  .int()
  .refine((hundredths) => writeHundredths(hundredths).length <= longestAmount, {
    error: `is longer than ${longestAmount} characters as decimal text`,
  })

/** Statuses that no refund is possible with. */
const neverRefunded: ReadonlySet<string> = new Set(['cancelled', 'failed', 'precreated'])

/**
 * What is fixed when a transaction is made, under the field names of interface.md §2.2 and within its lengths.
 * Amounts are hundredths; null is an optional field without a value. What refunds change is counted from them.
 */
export const factsSchema = z
  .object({
    id: text(64).refine((id) => id !== '', { error: 'is empty' }),
    user_id: text(64),
    company_id: text(64),
    store_id: text(64),
    gateway_code: z.string().regex(/^\d+_\d+$/),
    gateway_sub_name: text(65_535),
    barcode_id: text(64),
    payment_link_id: text(64).nullable(),
    status: text().describe('before any refund'),
    amount: amount.nonnegative(),
    currency: text(3).refine((code) => countCharacters(code) === 3, { error: 'is not 3 characters' }),
    charge: amount,
    tips: amount.nullable(),
    forex: z.number(),
    paid_at: text(),
    can_settle_after: text(),
    is_balance_settled: z.boolean(),
    settled_at: text(),
    transaction_id: text(15),
    reference_id: text(191),
    payer: text(),
    buyer_id: text(),
    wallet_type: text(20),
    extra_parameters: text(65_535).nullable(),
    custom_id: text(36).nullable(),
    fixed_id: text(64).nullable(),
    created_at: text(),
    updated_at: text(),
    expired_at: text().nullable(),
    pin_key: text().nullable(),
    _links: z.array(z.object({ rel: text(), href: text() }).readonly()).readonly(),
    /** Who cancelled it or why it failed; null for every other status. */
    details: detailsSchema.nullable(),
  })
  // A full refund shows the charge as `refund_charge`, with a minus.
  .refine(({ status, charge }) => neverRefunded.has(status) || amount.safeParse(-charge).success, {
    path: ['charge'],
    error: 'is too long to reverse',
  })
  .readonly()

export type TransactionFacts = z.infer<typeof factsSchema>
export type WireDetails = z.infer<typeof detailsSchema>

/** One applied refund: a line of the ledger. */
export type LedgerEntry = {
  /** Counts up over the whole ledger, from 1. */
  readonly number: number
  /** The transaction's internal `id`. */
  readonly id: string
  readonly transactionId: string
  readonly amountHundredths: number
  /** The `refund_reason` that was sent, whole. */
  readonly reason: string
  /** '' when no `device_unique_id` was sent. */
  readonly deviceId: string
  /** ISO 8601, UTC. */
  readonly at: string
}

/** A transaction as the ledger knows it: its facts, the refunds applied to it in order, its last change. */
export type StoredTransaction = {
  readonly facts: TransactionFacts
  readonly refunds: readonly LedgerEntry[]
  /** ISO 8601, UTC; null while nothing has changed since it was made. */
  readonly touchedAt: string | null
}

/** Hundredths refunded so far. */
export function refundedOf(transaction: StoredTransaction): number {
  return transaction.refunds.reduce((sum, refund) => sum + refund.amountHundredths, 0)
}

/** Hundredths that are left to refund. */
export function restOf(transaction: StoredTransaction): number {
  return transaction.facts.amount - refundedOf(transaction)
}

/** The record of interface.md §2.2 as it goes over the wire. */
export type WireValue =
  | string
  | number
  | boolean
  | null
  | readonly WireValue[]
  | { readonly [key: string]: WireValue }
export type WireRecord = { readonly [field in PlainField]?: WireValue } & {
  readonly [field: string]: WireValue
}
