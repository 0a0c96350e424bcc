/**
 * How long each plain field may be, in code points (interface.md §2.2). A *text* is for people and is cut to its
 * length. A *code* (an id, a code, a currency, a status, a time, a switch) and an *amount* decide: cut, they would
 * be another one, so they stay whole, are named as too long, and nothing is refunded by them.
 */
import { isLongerThan } from './code-points'
import type { PlainField } from './transaction'

export type FieldLength = { readonly holds: 'text' | 'code' | 'amount'; readonly longest: number }

/** Our own bound for codes whose length the document does not give: far beyond any that somebody would make. */
export const longestUndocumentedCode = 255
/** Our own bound for an e-mail address: 64 characters, `@` and 255, as mail itself has it. */
const longestAddress = 320
/** The document's own length of its long texts; ours for a remark. */
const longestText = 65_535

const text = (longest: number): FieldLength => ({ holds: 'text', longest })
const code = (longest: number): FieldLength => ({ holds: 'code', longest })
const undocumented = code(longestUndocumentedCode)
const amount: FieldLength = { holds: 'amount', longest: 15 }
/** `YYYY-mm-dd h:i:s`. */
const time = code(19)

export const fieldLengths: Readonly<Record<PlainField, FieldLength>> = {
  id: code(64),
  user_id: code(64),
  company_id: code(64),
  store_id: code(64),
  gateway_id: undocumented,
  gateway_sub_id: undocumented,
  gateway_sub_name: text(longestText),
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
  payer: text(longestAddress),
  buyer_id: code(longestText),
  wallet_type: text(20),
  extra_parameters: text(longestText),
  custom_id: code(36),
  fixed_id: code(64),
  refunded_at: time,
  created_at: time,
  updated_at: time,
  expired_at: time,
  // A key of any algorithm, written in any way.
  pin_key: code(longestText),
}

/** The same for the members of the three details objects; the document gives none of them a length. */
export const detailsLengths = {
  request_user_id: undocumented,
  first_name: text(1000),
  last_name: text(1000),
  remark: text(longestText),
} as const satisfies Record<string, FieldLength>

/** Whether a field decides, so that nothing may ever be cut or replaced in it. */
export function decides({ holds }: FieldLength): boolean {
  return holds !== 'text'
}

/** Whether a field's value, as text, is longer than it may be. */
export function isTooLong(value: string, { longest }: FieldLength): boolean {
  return isLongerThan(value, longest)
}
