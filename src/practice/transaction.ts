import { createHash } from 'node:crypto'
import { z } from 'zod'
import { charactersSchema } from '../shared/base/common-schemas'
import { writeHundredths } from '../shared/payment/money'
import type { PlainField } from '../shared/payment/transaction'

/** The three details objects' keys (interface.md §2.2). */
const detailsSchema = z
  .object({ request_user_id: z.string(), first_name: z.string(), last_name: z.string(), remark: z.string() })
  .readonly()
export type WireDetails = z.infer<typeof detailsSchema>

/** Hundredths whose decimal text is as short as §2.2 wants every amount to be. */
const amount = z
  .number()
  .int()
  .refine((hundredths) => writeHundredths(hundredths).length <= 15, { error: 'is longer than 15 characters' })

/**
 * What is fixed when a transaction is made, under the field names of interface.md §2.2 and within its lengths.
 * Amounts are hundredths; null is an optional field without a value. What refunds change is counted from them. The
 * defaults are those of a transaction that practice makes up.
 */
export const factsSchema = z
  .object({
    id: charactersSchema(64).refine((id) => id !== '', { error: 'is empty' }),
    user_id: charactersSchema(64),
    company_id: charactersSchema(64),
    store_id: charactersSchema(64),
    gateway_code: z
      .string()
      .regex(/^\d+_\d+$/)
      .default('11_2'),
    gateway_sub_name: charactersSchema(65_535).default(''),
    barcode_id: charactersSchema(64).default(''),
    payment_link_id: charactersSchema(64).nullable().default(null),
    status: z.string().default('paid').describe('before any refund'),
    amount: amount.nonnegative(),
    currency: charactersSchema(3)
      .refine((code) => Array.from(code).length === 3, { error: 'is not 3 characters' })
      .default('HKD'),
    charge: amount,
    tips: amount.nullable().default(null),
    forex: z.number().default(1),
    paid_at: z.string(),
    can_settle_after: z.string().default('2026-11-23 00:00:00'),
    is_balance_settled: z.boolean().default(false),
    settled_at: z.string().default(''),
    transaction_id: charactersSchema(15),
    reference_id: charactersSchema(191),
    payer: z.string().default(''),
    buyer_id: z.string().default(''),
    wallet_type: charactersSchema(20).default(''),
    extra_parameters: charactersSchema(65_535).nullable().default(null),
    custom_id: charactersSchema(36).nullable().default(null),
    fixed_id: charactersSchema(64).nullable().default(null),
    created_at: z.string(),
    updated_at: z.string(),
    expired_at: z.string().nullable().default(null),
    pin_key: z.string().nullable().default(null),
    _links: z
      .array(z.object({ rel: z.string(), href: z.string() }).readonly())
      .readonly()
      .default([]),
    details: detailsSchema
      .nullable()
      .default(null)
      .describe('who cancelled it or why it failed; null for any other status'),
  })
  .readonly()
export type TransactionFacts = z.infer<typeof factsSchema>

/** What a transaction may be made from: anything that is left out is filled in from its name. */
export type TransactionSketch = Partial<TransactionFacts>

/** One applied refund: a line of the ledger. */
export const entrySchema = z
  .object({
    id: z.string().describe('the transaction’s internal id'),
    transactionId: z.string(),
    amountHundredths: z.number().int().positive(),
    reason: z.string().describe('the refund_reason that was sent, whole'),
    deviceId: z.string().describe('empty when no device_unique_id was sent'),
    at: z.string().describe('ISO 8601, UTC'),
  })
  .readonly()
export type LedgerEntry = z.infer<typeof entrySchema>

/** A transaction as the ledger knows it: its facts, and the refunds applied to it in order. */
export type StoredTransaction = {
  readonly facts: TransactionFacts
  readonly refunds: readonly LedgerEntry[]
}

/** Hundredths refunded so far. */
export function refundedOf({ refunds }: StoredTransaction): number {
  return refunds.reduce((sum, refund) => sum + refund.amountHundredths, 0)
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

/**
 * Makes a whole transaction from a sketch: a paid one, with made-up ids that depend on `name` alone. The charge is
 * 1.8 % of the amount unless the sketch says otherwise. Throws if a text or an amount is longer than §2.2 lets it be.
 */
export function makeTransaction(name: string, sketch: TransactionSketch = {}): TransactionFacts {
  const { amount = 4500, paid_at: paidAt = '2026-11-20 09:12:44' } = sketch
  const madeAt = paidAt === '' ? '2026-11-20 09:12:30' : paidAt
  return factsSchema.parse({
    id: idFor(name),
    user_id: practiceUsers.mei,
    company_id: idFor('company'),
    store_id: practiceStores.harbour,
    amount,
    charge: Math.round(amount * 0.018),
    paid_at: paidAt,
    transaction_id: digitsFor(name, 12),
    reference_id: `PR${digitsFor(`${name} reference`, 22)}`,
    created_at: madeAt,
    updated_at: madeAt,
    ...sketch,
  })
}

/** The stores of the practice data, by the ids that transactions carry; one has an id as long as §2.2 lets it be. */
export const practiceStores = {
  harbour: idFor('store harbour'),
  station: idFor('store station'),
  department: fillTo(64, 'STORE-', '0123456789'),
} as const

export const practiceUsers = {
  mei: idFor('user mei'),
  jonas: idFor('user jonas'),
  maximiliane: fillTo(64, 'USER-', '0123456789'),
} as const

/** Facts about a related record, in the field names that the practice service gives them. */
export type PlainFacts = Readonly<Record<string, string>>

const stores: ReadonlyMap<string, PlainFacts> = new Map([
  [practiceStores.harbour, { name: 'Practice Store, Harbour Road', address: '12 Harbour Road' }],
  [practiceStores.station, { name: 'Practice Store, Central Station', address: 'Exit C, Shop 7' }],
  [
    practiceStores.department,
    {
      name: 'Practice Department Store for Everything That a Household May Need, East Entrance, Second Floor',
      address: `${'Tower Three of the Old Brewery, beside the lift to the car park, '.repeat(4)}Long Street 1`,
    },
  ],
])

const users: ReadonlyMap<string, PlainFacts> = new Map([
  [practiceUsers.mei, { first_name: 'Mei', last_name: 'Lau' }],
  [practiceUsers.jonas, { first_name: 'Jonas', last_name: 'Weber' }],
  [
    practiceUsers.maximiliane,
    {
      first_name: 'Maximiliane Friederike Charlotte Wilhelmine',
      last_name: 'von Hohenstein-Wittelsbacher zu Altenburg und Neuenkirchen',
    },
  ],
])

/** Returns the store with this id; one that a test made up has an id and a name alone. Null for no id. */
export function storeFacts({ store_id: id, currency }: TransactionFacts): PlainFacts | null {
  if (id === '') return null
  return { id, ...(stores.get(id) ?? { name: `Practice Store ${id}` }), currency }
}

/** Returns the person with this id; one that a test made up is "Practice User". Null for no id. */
export function userFacts(id: string): PlainFacts | null {
  if (id === '') return null
  return { id, ...(users.get(id) ?? { first_name: 'Practice', last_name: 'User' }) }
}

/** A details object of interface.md §2.2: who asked, and why. */
export function detailsBy(id: string, remark: string): WireDetails {
  const { first_name = '', last_name = '' } = userFacts(id) ?? {}
  return { request_user_id: id, first_name, last_name, remark }
}

function hexFor(name: string): string {
  return createHash('sha256').update(`practice ${name}`).digest('hex')
}

/** Returns a made-up id in the form of a UUID, the same for the same name every time. */
export function idFor(name: string): string {
  return hexFor(name).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

/** Returns a made-up number of so many digits, never beginning with 0, the same for the same name every time. */
export function digitsFor(name: string, length: number): string {
  const digits = Array.from(hexFor(`digits ${name}`), (hex) => String(Number.parseInt(hex, 16) % 10)).join('')
  return `${1 + (Number(digits.charAt(0)) % 9)}${digits.slice(1, length)}`
}

/** Returns a text of exactly so many characters (an emoji is one): `begin`, then `filling` over and over, then `end`. */
export function fillTo(characters: number, begin: string, filling: string, end = ''): string {
  const pieces = Array.from(filling)
  const rest = characters - Array.from(begin).length - Array.from(end).length
  const last = pieces.slice(0, rest % pieces.length).join('')
  return `${begin}${filling.repeat(Math.floor(rest / pieces.length))}${last}${end}`
}
