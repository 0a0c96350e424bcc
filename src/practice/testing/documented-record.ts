/**
 * interface.md §2.2 once more, row by row and from the document alone, for tests: presence, type, length in
 * characters, form, and which fields go with which gateway and status.
 */
import { z } from 'zod'

/** The lengths of §2.2, in characters. */
export const documentedLengths = {
  ...{ id: 64, user_id: 64, company_id: 64, store_id: 64, gateway_sub_name: 65_535, barcode_id: 64 },
  ...{ payment_link_id: 64, amount: 15, currency: 3, charge: 15, refunded: 15, refund_charge: 15, net: 15 },
  ...{ tips: 15, transaction_id: 15, reference_id: 191, wallet_type: 20, extra_parameters: 65_535 },
  ...{ custom_id: 36, fixed_id: 64, paid_at: 19, can_settle_after: 19, settled_at: 19, refunded_at: 19 },
  ...{ created_at: 19, updated_at: 19, expired_at: 19 },
} as const

const text = (characters = Number.POSITIVE_INFINITY) =>
  z.string().refine((value) => value.length <= characters || Array.from(value).length <= characters, {
    error: `longer than ${characters} characters`,
  })

/** `YYYY-mm-dd h:i:s` with 24-hour time, of a day that there is. A field without a value is ''. */
const isDatetime = (value: string) =>
  /^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(value) &&
  new Date(`${value.replace(' ', 'T')}Z`).toISOString().slice(0, 10) === value.slice(0, 10)
const datetime = z.string().refine((value) => value === '' || isDatetime(value), { error: 'no datetime' })

/** Only `amount` is said to have two decimals. */
const amount = text(documentedLengths.amount).regex(/^\d+\.\d\d$/)
const decimal = text(documentedLengths.amount).regex(/^(-?\d+(\.\d+)?)?$/)

const details = z.strictObject({
  request_user_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  remark: z.string(),
})

const walletA = ['1_1']
const walletAOnline = ['4_1', '4_2', '4_3']
const walletB = ['8_1', '8_2', '8_3']
const pointOfSale = ['11_1', '11_2']
const cards = ['7_1', '7_2', '9_5', '9_6', '10_1', '10_2', '12_1', '12_2', '12_3', '12_4', '13_1', '13_2']

const fields = z.strictObject({
  id: text(documentedLengths.id),
  user_id: text(documentedLengths.user_id),
  company_id: text(documentedLengths.company_id),
  store_id: text(documentedLengths.store_id),
  gateway_id: z.int(),
  gateway_sub_id: z.int(),
  gateway_sub_name: text(documentedLengths.gateway_sub_name),
  gateway_code: z.enum([...walletA, ...walletAOnline, ...walletB, ...pointOfSale, ...cards]),
  barcode_id: text(documentedLengths.barcode_id),
  payment_link_id: text(documentedLengths.payment_link_id).optional(),
  status: z.string().min(1),
  amount,
  currency: text(documentedLengths.currency).refine((code) => Array.from(code).length === 3),
  charge: z.union([z.number(), decimal]),
  refunded: decimal,
  refund_charge: decimal,
  net: decimal,
  tips: decimal,
  forex: z.number(),
  paid_at: datetime,
  can_settle_after: datetime,
  is_balance_settled: z.boolean(),
  settled_at: datetime,
  transaction_id: text(documentedLengths.transaction_id),
  reference_id: text(documentedLengths.reference_id),
  payer: text(),
  buyer_id: text(),
  wallet_type: text(documentedLengths.wallet_type),
  extra_parameters: text(documentedLengths.extra_parameters).optional(),
  custom_id: text(documentedLengths.custom_id).optional(),
  fixed_id: text(documentedLengths.fixed_id).optional(),
  refunded_at: datetime,
  created_at: datetime,
  updated_at: datetime,
  expired_at: datetime.optional(),
  pin_key: z.string().optional(),
  _links: z.array(z.strictObject({ rel: z.string(), href: z.url() })),
  cancellation_details: details.optional(),
  refund_details: details.optional(),
  fail_details: details.optional(),
})

type Fields = z.infer<typeof fields>

/** Rows 8, 9, 26 to 28, 36 and 37: what goes with which gateway. */
function gatewayComplaints(record: Fields): readonly (string | false)[] {
  const code = record.gateway_code
  const isPointOfSale = pointOfSale.includes(code)
  const rels = ['checkout', 'qrcode']
  if (walletAOnline.includes(code)) rels.push('checkout_wap', 'checkout_code', 'qrcode_wap')
  const onlyWalletA = (['barcode_id', 'payer', 'buyer_id'] as const).filter((name) => record[name] !== '')
  return [
    code !== `${record.gateway_id}_${record.gateway_sub_id}` && 'gateway_code is not of its two numbers',
    !walletA.includes(code) && onlyWalletA.length > 0 && `${onlyWalletA.join()} at ${code}`,
    ![...walletA, ...walletAOnline, ...walletB].includes(code) &&
      record.wallet_type !== '' &&
      `wallet_type at ${code}`,
    !isPointOfSale &&
      record.status !== 'precreated' &&
      (record.pin_key ?? '') !== '' &&
      `pin_key at ${code} and ${record.status}`,
    ...record._links.map(({ rel }) => !rels.includes(rel) && `a link ${rel} at ${code}`),
  ]
}

const detailsOfStatus = {
  cancelled: 'cancellation_details',
  refunded: 'refund_details',
  failed: 'fail_details',
} as const

/** Rows 23, 32 and 38 to 40, and §3: what goes with which status, and what a full refund leaves. */
function statusComplaints(record: Fields): readonly (string | false)[] {
  const wholly = record.refunded === record.amount && Number(record.amount) > 0
  const misplaced = Object.entries(detailsOfStatus).map(([status, name]) => {
    if (record.status !== status) return record[name] !== undefined && `${name} at ${record.status}`
    // A refund of a part is not in the document, whatever status it leads to.
    return (status !== 'refunded' || wholly) && record[name] === undefined && `no ${name}`
  })
  return [
    ...misplaced,
    !record.is_balance_settled && record.settled_at !== '' && 'settled_at without is_balance_settled',
    !(Number(record.refunded) > 0) && record.refunded_at !== '' && 'refunded_at without a refund',
    wholly && record.status !== 'refunded' && `status ${record.status} after a full refund`,
    wholly && record.net !== '0.00' && `net ${record.net} after a full refund`,
    wholly && record.refunded_at === '' && 'no refunded_at after a full refund',
    wholly && record.refund_charge === '' && 'no refund_charge after a full refund',
  ]
}

/** interface.md §2.2 as a schema. */
export const documentedRecord = fields.superRefine((record, context) => {
  for (const complaint of [...gatewayComplaints(record), ...statusComplaints(record)]) {
    if (complaint !== false) context.addIssue({ code: 'custom', message: complaint })
  }
})

/** What a record of §2.2 has that the document does not, or lacks that it has; empty for one that conforms. */
export function complaintsOf(record: unknown): readonly string[] {
  const read = documentedRecord.safeParse(record)
  return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

/** §2.2 speaks of "objects" and shows none; a field without a value is ''. */
export function isDocumentedRelated(related: unknown): boolean {
  return related === '' || (typeof related === 'object' && related !== null && !Array.isArray(related))
}

/** §7. */
export const documentedError = z.strictObject({
  success: z.literal(false),
  message: z.string(),
  status: z.int(),
})

/** §2.1; what stands in `data` is for `complaintsOf`. */
export const documentedEnvelope = z.strictObject({
  success: z.literal(true),
  data: z.record(z.string(), z.unknown()),
})
