import { z } from 'zod'
import { isLongerThan } from '../base/text'

type FieldLength = { readonly holds: 'text' | 'code' | 'amount' | 'time'; readonly maxLength: number }

/** Our own limit for codes whose length the document does not give. */
export const maxUndocumentedLength = 255
/** Our own limit: 64 characters, `@` and 255, as mail has it. */
const maxEmailLength = 320
/** The document's own length of its long texts; ours for a remark. */
const maxTextLength = 65_535

const text = (maxLength: number): FieldLength => ({ holds: 'text', maxLength })
const code = (maxLength: number): FieldLength => ({ holds: 'code', maxLength })
const undocumented = code(maxUndocumentedLength)
const amount: FieldLength = { holds: 'amount', maxLength: 15 }
/** `YYYY-mm-dd h:i:s`. */
const time: FieldLength = { holds: 'time', maxLength: 19 }

/**
 * The documented fields of a transaction record whose value is one text, number or boolean, and how long each may be, in code
 * points: 36 of the 40 of interface.md §2.2, in its order. The other four are `_links` and the three details objects. Only five
 * fields decide about money. They are never cut, and nothing is refunded by one that is too long. Every other field that isn't
 * as documented is shown and named, and the payment is refunded; a *text* is cut to its length, all else far beyond it.
 */
export const fieldLengths = {
  id: code(64),
  user_id: code(64),
  company_id: code(64),
  store_id: code(64),
  gateway_id: undocumented,
  gateway_sub_id: undocumented,
  gateway_sub_name: text(maxTextLength),
  gateway_code: undocumented,
  barcode_id: code(64),
  payment_link_id: code(64),
  status: undocumented,
  amount,
  currency: code(3),
  charge: amount,
  refunded: amount,
  refund_charge: amount,
  net: amount,
  tips: amount,
  forex: undocumented,
  paid_at: time,
  can_settle_after: time,
  is_balance_settled: undocumented,
  settled_at: time,
  transaction_id: code(15),
  reference_id: code(191),
  payer: text(maxEmailLength),
  buyer_id: code(maxTextLength),
  wallet_type: text(20),
  extra_parameters: text(maxTextLength),
  custom_id: code(36),
  fixed_id: code(64),
  refunded_at: time,
  created_at: time,
  updated_at: time,
  expired_at: time,
  // A key of any algorithm, written in any way.
  pin_key: code(maxTextLength),
} as const satisfies Record<string, FieldLength>

export type PlainField = keyof typeof fieldLengths
// Object.keys forgets the keys' type.
export const plainFields = Object.keys(fieldLengths) as [PlainField, ...PlainField[]]

const linkSchema = z.object({ rel: z.string(), href: z.string() }).readonly()

const detailsSchema = z
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

/** The same for the members of the three details objects; the document gives none of them a length. */
export const detailsLengths = {
  request_user_id: undocumented,
  first_name: text(1000),
  last_name: text(1000),
  remark: text(maxTextLength),
} as const satisfies Record<string, FieldLength>

/** The fields that decide about a refund. */
export const decidingFields = ['id', 'amount', 'refunded', 'currency', 'status'] as const
type DecidingField = (typeof decidingFields)[number]

export function isDecidingField(name: PlainField): name is DecidingField {
  return (decidingFields as readonly PlainField[]).includes(name)
}

/** In code points, of a field that is no text for people and decides nothing. */
export const maxKept = 1000

/** Whether a value has more characters than its field may have (interface.md §2.2.d). */
export function isTooLong(value: string, { maxLength }: FieldLength): boolean {
  return isLongerThan(value, maxLength)
}
