import { z } from 'zod'

/**
 * The documented fields of a transaction record whose value is one text, number or boolean: 36 of the 40 of
 * interface.md §2.2, in its order. The other four are `_links` and the three details objects.
 */
export const plainFields = [
  'id',
  'user_id',
  'company_id',
  'store_id',
  'gateway_id',
  'gateway_sub_id',
  'gateway_sub_name',
  'gateway_code',
  'barcode_id',
  'payment_link_id',
  'status',
  'amount',
  'currency',
  'charge',
  'refunded',
  'refund_charge',
  'net',
  'tips',
  'forex',
  'paid_at',
  'can_settle_after',
  'is_balance_settled',
  'settled_at',
  'transaction_id',
  'reference_id',
  'payer',
  'buyer_id',
  'wallet_type',
  'extra_parameters',
  'custom_id',
  'fixed_id',
  'refunded_at',
  'created_at',
  'updated_at',
  'expired_at',
  'pin_key',
] as const

export type PlainField = (typeof plainFields)[number]

/** Fields that §2.2 marks optional: their absence is normal and not worth a line in the log. */
export const optionalFields: ReadonlySet<PlainField> = new Set([
  'payment_link_id',
  'extra_parameters',
  'custom_id',
  'fixed_id',
  'expired_at',
  'pin_key',
])

export const linkSchema = z.object({ rel: z.string(), href: z.string() }).readonly()

export const detailsSchema = z
  .object({
    kind: z.enum(['cancellation', 'refund', 'fail']),
    requestUserId: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    remark: z.string(),
  })
  .readonly()

/**
 * One transaction as Tillside knows it. `fields` holds every documented plain field as text, just as it came
 * ('' for one without a value; absent when the answer lacked it); what decides about money stands beside it,
 * read. Amounts are hundredths of `currency`; null means that the text could not be read or that there was no
 * value. Times are the service's own text: no zone, one-second grain, never compared with this PC's clock.
 */
export const transactionSchema = z
  .object({
    id: z.string(),
    transactionId: z.string(),
    customId: z.string(),
    companyId: z.string(),
    status: z.string(),
    currency: z.string(),
    gatewayCode: z.string(),
    updatedAt: z.string(),
    amount: z.number().int().nullable(),
    refunded: z.number().int().nullable(),
    fields: z.partialRecord(z.enum(plainFields), z.string()).readonly(),
    links: z.array(linkSchema).readonly(),
    details: z.array(detailsSchema).readonly(),
    /** Fields that interface.md does not know, nested ones as JSON text. Shown under "More". */
    extra: z.record(z.string(), z.string()).readonly(),
    /** Names of fields that are not as interface.md §2.2 says and decide nothing. A text that was cut ends in "…". */
    odd: z.array(z.string()).readonly(),
    /** Fields that decide about money and are too long: kept whole. Nothing is refunded while there is one. */
    tooLong: z.array(z.enum(plainFields)).readonly(),
  })
  .readonly()

export type Transaction = z.infer<typeof transactionSchema>
export type TransactionLink = z.infer<typeof linkSchema>
export type TransactionDetails = z.infer<typeof detailsSchema>
