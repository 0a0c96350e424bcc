/**
 * How long each plain field may be, in code points (interface.md §2.2). Only five fields decide about money. They are
 * never cut, and nothing is refunded by one that is too long. Every other field that isn't as documented is shown and
 * named, and the payment is refunded; a *text* is cut to its length, all else far beyond it.
 */
import { isLongerThan } from '../base/text'
import type { PlainField } from './transaction'

export type FieldLength = { readonly holds: 'text' | 'code' | 'amount' | 'time'; readonly maxLength: number }

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

export const fieldLengths: Readonly<Record<PlainField, FieldLength>> = {
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
}

/** The same for the members of the three details objects; the document gives none of them a length. */
export const detailsLengths = {
  request_user_id: undocumented,
  first_name: text(1000),
  last_name: text(1000),
  remark: text(maxTextLength),
} as const satisfies Record<string, FieldLength>

/** The fields that decide about a refund. */
export const decidingFields = ['id', 'amount', 'refunded', 'currency', 'status'] as const
export type DecidingField = (typeof decidingFields)[number]

export function isDecidingField(name: PlainField): name is DecidingField {
  return (decidingFields as readonly PlainField[]).includes(name)
}

/** In code points, of a field that is no text for people and decides nothing. */
export const maxKept = 1000

export function isTooLong(value: string, { maxLength }: FieldLength): boolean {
  return isLongerThan(value, maxLength)
}
