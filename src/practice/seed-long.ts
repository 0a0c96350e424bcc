import { fillTo } from './characters'
import { makeTransaction, type TransactionSketch } from './make-transaction'
import { practiceStores, practiceUsers } from './practice-people'
import type { SeedTransaction } from './seed-states'

/** `999999999999.99`, and the most that can be written with a minus: 15 characters each. */
const largestAmount = 99_999_999_999_999
const largestReversal = 9_999_999_999_999

const english = 'Card terminal of the east entrance, second floor, beside the lift to the car park. '
/** Each is one character: two units of a JavaScript string, four bytes on the wire, twelve when escaped. */
const pictures = '🧾👜👟🧥🎁'

/** What every gateway may have, each as long as interface.md §2.2 lets it be. */
function longBasics(name: string, filling: string): TransactionSketch {
  return {
    custom_id: name,
    user_id: practiceUsers.maximiliane,
    company_id: fillTo(64, 'COMPANY-', '0123456789'),
    store_id: practiceStores.department,
    gateway_sub_name: fillTo(65_535, '', filling),
    reference_id: fillTo(191, 'REFERENCE-', '0123456789'),
    payment_link_id: 'P'.repeat(64),
    fixed_id: 'F'.repeat(64),
    extra_parameters: fillTo(65_535, '{"note":"', filling, '","basket":[1,2,3]}'),
    amount: largestAmount,
    charge: largestReversal,
    tips: largestAmount,
    forex: 1234.567890123456,
    expired_at: '2026-12-31 23:59:59',
  }
}

/** At a point of sale: no wallet's fields, and a PIN key, which has no documented length. */
function pointOfSale(): SeedTransaction {
  const name = 'DEMO-LONG'
  const sketch: TransactionSketch = {
    ...longBasics(name, english),
    id: fillTo(64, 'LONG', '0123456789'),
    transaction_id: '999888777666555',
    pin_key: '0123456789ABCDEF'.repeat(4),
    _links: [
      { rel: 'checkout', href: `https://pay.example/checkout/${'a'.repeat(400)}` },
      { rel: 'qrcode', href: `https://pay.example/qrcode/${'b'.repeat(120)}` },
    ],
  }
  return { facts: makeTransaction(name, sketch), refunds: [] }
}

/** Through wallet provider A's global gateway, whose fields no other has, and refunded whole. */
function wallet(): SeedTransaction {
  const name = 'DEMO-LONG-WALLET'
  const sketch: TransactionSketch = {
    ...longBasics(name, pictures),
    id: fillTo(64, 'LONG-WALLET', '0123456789'),
    transaction_id: '999888777666444',
    gateway_code: '1_1',
    barcode_id: '1'.repeat(64),
    wallet_type: 'WALLET-TYPE-20-CHARS',
    payer: 'a.very.long.name.of.a.customer.with.many.parts@some-long-department.mail.example',
    buyer_id: '2088'.repeat(12),
    is_balance_settled: true,
    settled_at: '2026-11-24 02:00:00',
  }
  const reason = fillTo(500, '', 'The customer brought all of it back, unpacked and unused. ')
  return {
    facts: makeTransaction(name, sketch),
    refunds: [{ amountHundredths: largestAmount, reason, at: '2026-11-20T15:16:17.000Z' }],
  }
}

/** Never refunded, so that its charge needs no room for a minus. */
function failed(): SeedTransaction {
  const name = 'DEMO-LONG-FEE'
  const details = { request_user_id: practiceUsers.jonas, first_name: '', last_name: '', remark: 'Timed out' }
  const amounts = { amount: largestAmount, charge: largestAmount }
  return {
    facts: makeTransaction(name, { custom_id: name, status: 'failed', ...amounts, details }),
    refunds: [],
  }
}

/** Receipts with texts and amounts as long as interface.md §2.2 lets them be. */
export function longTransactions(): readonly SeedTransaction[] {
  return [pointOfSale(), wallet(), failed()]
}
