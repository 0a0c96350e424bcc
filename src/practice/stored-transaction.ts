import { z } from 'zod'
import type { PlainField } from '../shared/transaction'

/** The three details objects' keys (interface.md §2.2). */
const detailsSchema = z
  .object({ request_user_id: z.string(), first_name: z.string(), last_name: z.string(), remark: z.string() })
  .readonly()

const text = z.string()
const optionalText = z.string().nullable()
const hundredths = z.number().int()

/**
 * What is fixed when a transaction is made, under the field names of interface.md §2.2. Amounts are hundredths;
 * null is an optional field without a value. What refunds change is never here: it is counted from them.
 */
export const factsSchema = z
  .object({
    id: text.min(1).max(64),
    user_id: text.max(64),
    company_id: text.max(64),
    store_id: text.max(64),
    gateway_code: text,
    gateway_sub_name: text,
    barcode_id: text.max(64),
    payment_link_id: optionalText,
    status: text.describe('before any refund'),
    amount: hundredths.nonnegative(),
    currency: text.length(3),
    charge: hundredths,
    tips: hundredths.nullable(),
    forex: z.number(),
    paid_at: text,
    can_settle_after: text,
    is_balance_settled: z.boolean(),
    settled_at: text,
    transaction_id: text.max(15),
    reference_id: text.max(191),
    payer: text,
    buyer_id: text,
    wallet_type: text.max(20),
    extra_parameters: optionalText,
    custom_id: text.max(36).nullable(),
    fixed_id: text.max(64).nullable(),
    created_at: text,
    updated_at: text,
    expired_at: optionalText,
    pin_key: optionalText,
    _links: z.array(z.object({ rel: text, href: text }).readonly()).readonly(),
    /** Who cancelled it or why it failed; null for every other status. */
    details: detailsSchema.nullable(),
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
