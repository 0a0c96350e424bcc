import { digitsFor, idFor } from './made-up-ids'
import { practiceStores, practiceUsers } from './practice-people'
import type { TransactionFacts } from './stored-transaction'

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
