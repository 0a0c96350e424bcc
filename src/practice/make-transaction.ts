import { createHash } from 'node:crypto'
import type { TransactionFacts } from './stored-transaction'

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

const practiceCompany = idFor('company')
export const practiceStores = { harbour: idFor('store harbour'), station: idFor('store station') } as const
export const practiceUsers = { mei: idFor('user mei'), jonas: idFor('user jonas') } as const

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
