import { z } from 'zod'
import { gateways } from '../../shared/gateway'

const datetime = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
const emptyOrDatetime = z.union([z.literal(''), datetime])
const money = z
  .string()
  .regex(/^-?\d+\.\d\d$/)
  .max(15)
const emptyOrMoney = z.union([z.literal(''), money])
const text = (longest: number) => z.string().max(longest)
const details = z.strictObject({
  request_user_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  remark: z.string(),
})

/** interface.md §2.2 once more, written down for the tests alone: types, lengths and which fields must be there. */
export const documentedRecord = z.strictObject({
  id: text(64).min(1),
  user_id: text(64),
  company_id: text(64),
  store_id: text(64),
  gateway_id: z.number().int(),
  gateway_sub_id: z.number().int(),
  gateway_sub_name: text(65_535),
  gateway_code: z.enum(Object.keys(gateways)),
  barcode_id: text(64),
  payment_link_id: text(64).optional(),
  status: z.string(),
  amount: money,
  currency: z.string().length(3),
  charge: z.number(),
  refunded: money,
  refund_charge: emptyOrMoney,
  net: money,
  tips: emptyOrMoney,
  forex: z.number(),
  paid_at: emptyOrDatetime,
  can_settle_after: emptyOrDatetime,
  is_balance_settled: z.boolean(),
  settled_at: emptyOrDatetime,
  transaction_id: text(15),
  reference_id: text(191),
  payer: z.string(),
  buyer_id: z.string(),
  wallet_type: text(20),
  extra_parameters: text(65_535).optional(),
  custom_id: text(36).optional(),
  fixed_id: text(64).optional(),
  refunded_at: emptyOrDatetime,
  created_at: datetime,
  updated_at: datetime,
  expired_at: datetime.optional(),
  pin_key: z.string().optional(),
  _links: z.array(z.strictObject({ rel: z.string(), href: z.url() })),
  cancellation_details: details.optional(),
  refund_details: details.optional(),
  fail_details: details.optional(),
})
