import { createHash } from 'node:crypto'
import { z } from 'zod'
import { isLongerThan } from '../shared/code-points'
import { writeHundredths } from '../shared/money'
import type { PlainField } from '../shared/transaction'

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

const practiceCompany = idFor('company')

/** What a transaction may be made from: anything that is left out is filled in from `name`. */
export type TransactionSketch = Partial<TransactionFacts>

/**
 * A whole transaction from a sketch: a paid one, with made-up ids that depend on `name` alone. The charge is
 * 1.8 % of the amount unless the sketch says otherwise.
 */
export function makeTransaction(name: string, sketch: TransactionSketch = {}): TransactionFacts {
  const amount = sketch.amount ?? 4500
  const paidAt = sketch.paid_at ?? '2026-11-20 09:12:44'
  const gateway = sketch.gateway_code ?? '11_2'
  return {
    id: idFor(name),
    user_id: practiceUsers.mei,
    company_id: practiceCompany,
    store_id: practiceStores.harbour,
    gateway_code: gateway,
    gateway_sub_name: '',
    barcode_id: '',
    payment_link_id: null,
    status: 'paid',
    amount,
    currency: 'HKD',
    charge: Math.round(amount * 0.018),
    tips: null,
    forex: 1,
    paid_at: paidAt,
    can_settle_after: '2026-11-23 00:00:00',
    is_balance_settled: false,
    settled_at: '',
    transaction_id: digitsFor(name, 12),
    reference_id: `PR${digitsFor(`${name} reference`, 22)}`,
    payer: '',
    buyer_id: '',
    wallet_type: '',
    extra_parameters: null,
    custom_id: null,
    fixed_id: null,
    created_at: paidAt === '' ? '2026-11-20 09:12:30' : paidAt,
    updated_at: paidAt === '' ? '2026-11-20 09:12:30' : paidAt,
    expired_at: null,
    pin_key: null,
    _links: [],
    details: null,
    ...sketch,
  }
}

/** The stores of the practice data and who works in them, by the ids that transactions carry. */

/** Facts about a related record, in the field names that the practice service gives them. */
export type PlainFacts = Readonly<Record<string, string>>

/** The department store has ids as long as interface.md §2.2 lets them be. */
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

const stores: ReadonlyMap<string, PlainFacts> = new Map([
  [
    practiceStores.harbour,
    {
      name: 'Practice Store, Harbour Road',
      code: 'HR-01',
      address: '12 Harbour Road, Ground Floor',
      phone: '+852 5550 0112',
      time_zone: 'Asia/Hong_Kong',
    },
  ],
  [
    practiceStores.station,
    {
      name: 'Practice Store, Central Station',
      code: 'CS-02',
      address: 'Central Station, Exit C, Shop 7',
      phone: '+852 5550 0207',
      time_zone: 'Asia/Hong_Kong',
    },
  ],
  [
    practiceStores.department,
    {
      name: 'Practice Department Store for Everything That a Household May Need, East Entrance, Second Floor',
      code: 'DS-03',
      address: `${'Tower Three of the Old Brewery, beside the lift to the car park, '.repeat(4)}Long Street 1`,
      phone: '+852 5550 0303',
      time_zone: 'Asia/Hong_Kong',
    },
  ],
])

type Person = { readonly first_name: string; readonly last_name: string; readonly email: string }

const users: ReadonlyMap<string, Person> = new Map([
  [practiceUsers.mei, { first_name: 'Mei', last_name: 'Lau', email: 'mei.lau@practice.example' }],
  [practiceUsers.jonas, { first_name: 'Jonas', last_name: 'Weber', email: 'jonas.weber@practice.example' }],
  [
    practiceUsers.maximiliane,
    {
      first_name: 'Maximiliane Friederike Charlotte Wilhelmine',
      last_name: 'von Hohenstein-Wittelsbacher zu Altenburg und Neuenkirchen',
      email: 'maximiliane.friederike.charlotte.wilhelmine@department-store.practice.example',
    },
  ],
])

/** The store with this id; one that a test made up has an id and a name alone. Null for no id. */
export function storeFacts({ store_id: id, currency }: TransactionFacts): PlainFacts | null {
  if (id === '') return null
  return { id, ...(stores.get(id) ?? { name: `Practice Store ${id}` }), currency }
}

/** The person with this id; one that a test made up is "Practice User". Null for no id. */
export function userFacts(id: string): ({ readonly id: string } & Person) | null {
  if (id === '') return null
  const person = { first_name: 'Practice', last_name: 'User', email: 'user@practice.example' }
  return { id, ...(users.get(id) ?? person) }
}

/** A details object of interface.md §2.2: who asked, and why. */
export function detailsBy(id: string, remark: string): WireDetails {
  const person = userFacts(id)
  return {
    request_user_id: id,
    first_name: person?.first_name ?? '',
    last_name: person?.last_name ?? '',
    remark,
  }
}

/** A made-up id in the form of a UUID, the same for the same name every time. */
export function idFor(name: string): string {
  const hex = createHash('sha256').update(`practice ${name}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

/** A made-up number of so many digits, never beginning with 0, the same for the same name every time. */
export function digitsFor(name: string, length: number): string {
  const hex = createHash('sha256').update(`practice digits ${name}`).digest('hex')
  const digits = Array.from(hex, (letter) => String(Number.parseInt(letter, 16) % 10)).join('')
  return `${1 + (Number(digits.charAt(0)) % 9)}${digits.slice(1, length)}`
}

/** So many characters as interface.md §2.2 counts them: code points. An emoji is one, and two units of a string. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** A text of exactly so many characters: `begin`, then `filling` over and over, then `end`. */
export function fillTo(characters: number, begin: string, filling: string, end = ''): string {
  const rest = characters - countCharacters(begin) - countCharacters(end)
  const pieces = Array.from(filling)
  const middle = Array.from({ length: rest }, (_, index) => pieces[index % pieces.length])
  return `${begin}${middle.join('')}${end}`
}
