import { practiceCodes } from '../shared/contract/practice'
import { type GatewayCode, gatewayCodes } from '../shared/payment/refund-rules'
import {
  detailsBy,
  digitsFor,
  fillTo,
  idFor,
  makeTransaction,
  practiceStores,
  practiceUsers,
  type TransactionFacts,
  type TransactionSketch,
} from './transaction'

/** The receipt that the pictures of Tillside show: untouched, paid, HK$120.50. */
export const exampleTransactionId = '483920174462'
export const exampleCustomId = 'C7719920461'

/** A refund that was there before anybody practised: hundredths, the reason, when (ISO 8601, UTC). */
type SeedRefund = readonly [amountHundredths: number, reason: string, at: string]
type SeedTransaction = {
  readonly facts: TransactionFacts
  readonly refunds: readonly SeedRefund[]
}

/** All practice data, in order: the same every time, whatever the clock. */
export function seedTransactions(): readonly SeedTransaction[] {
  const untouched = [
    ...gatewayTransactions(),
    ...practiceCodes.map(({ code }) => makeTransaction(code, practiceCodeSketch(code))),
  ]
  return [...demoTransactions(), ...longTransactions(), ...untouched.map((facts) => ({ facts, refunds: [] }))]
}

/** What the transaction behind a practice code is made from; it depends on the code alone. */
export function practiceCodeSketch(customId: string): TransactionSketch {
  return {
    id: idFor(customId),
    transaction_id: digitsFor(customId, 12),
    custom_id: customId,
    amount: 24_000 + 50 * Number(digitsFor(`${customId} amount`, 2)),
    gateway_sub_name: 'Practice terminal',
  }
}

function seeded(name: string, sketch: TransactionSketch, ...refunds: SeedRefund[]): SeedTransaction {
  const basics = { custom_id: name, gateway_sub_name: 'EFTPOS v2' }
  return { facts: makeTransaction(name, { ...basics, ...sketch }), refunds }
}

/** Nothing was paid, so nothing is charged and nothing will be settled. */
const unpaid = { charge: 0, paid_at: '', can_settle_after: '' } as const

/** Each named status (interface.md §3), part-refunded ones among them; amounts, currencies and texts at their edges. */
function demoTransactions(): readonly SeedTransaction[] {
  return [
    seeded(exampleCustomId, {
      transaction_id: exampleTransactionId,
      amount: 12_050,
      paid_at: '2026-11-20 10:31:07',
    }),
    seeded('DEMO-PART', { amount: 30_000, paid_at: '2026-11-19 17:22:40' }, [
      10_000,
      'One of three returned',
      '2026-11-19T18:04:12.000Z',
    ]),
    seeded(
      'DEMO-PARTS',
      { amount: 8880, gateway_code: '8_1', gateway_sub_name: 'Wallet B', wallet_type: 'HKWALLET' },
      [1880, 'Wrong size', '2026-11-20T10:11:12.000Z'],
      [1000, 'Price corrected', '2026-11-20T11:12:13.000Z'],
    ),
    seeded('DEMO-REFUNDED', { amount: 19_900, gateway_code: '7_1', gateway_sub_name: 'Card scheme 1' }, [
      19_900,
      'Customer changed their mind',
      '2026-11-20T12:00:01.000Z',
    ]),
    seeded('DEMO-CANCELLED', {
      ...unpaid,
      status: 'cancelled',
      amount: 5500,
      details: detailsBy(practiceUsers.jonas, 'Rung up twice'),
    }),
    seeded('DEMO-FAILED', {
      ...unpaid,
      status: 'failed',
      amount: 7250,
      gateway_code: '11_1',
      gateway_sub_name: 'EFTPOS',
      details: detailsBy(practiceUsers.jonas, 'Not enough funds'),
    }),
    seeded('DEMO-PRECREATED', {
      ...unpaid,
      status: 'precreated',
      amount: 46_000,
      gateway_code: '4_1',
      gateway_sub_name: 'Wallet A online',
      pin_key: '0C5D77A9E1B34F20',
      expired_at: '2026-11-20 09:27:30',
      _links: [{ rel: 'checkout', href: 'https://pay.example/checkout/6620417735018846' }],
    }),
    seeded('DEMO-ON-HOLD', { status: 'on_hold', amount: 15_000 }),
    seeded('DEMO-CENTS', { amount: 1005 }),
    seeded('DEMO-YEN', { amount: 120_000, currency: 'JPY', charge: 2200, forex: 0.0512 }),
    seeded('DEMO-TIPS', {
      amount: 48_600,
      tips: 6000,
      currency: 'GBP',
      forex: 9.8231,
      paid_at: '2026-11-12 20:48:19',
      can_settle_after: '2026-11-15 00:00:00',
      is_balance_settled: true,
      settled_at: '2026-11-16 02:00:00',
      store_id: practiceStores.station,
    }),
    seeded('DEMO-OTHER-STORE', { amount: 16_400, store_id: practiceStores.station }),
    seeded('DEMO-BARE', {
      amount: 2500,
      gateway_sub_name: '',
      reference_id: '',
      can_settle_after: '',
      charge: 0,
    }),
    seeded('DEMO-SHARED first', { custom_id: 'DEMO-SHARED', amount: 3300, paid_at: '2026-11-18 09:00:00' }),
    seeded('DEMO-SHARED second', { custom_id: 'DEMO-SHARED', amount: 4400, paid_at: '2026-11-20 09:00:00' }),
    seeded('ORDER-2026111900048200425099-STATION', { amount: 27_800, store_id: practiceStores.station }),
  ]
}

const links = (code: string, ...rels: readonly string[]): TransactionSketch => ({
  _links: rels.map((rel) => ({
    rel,
    href: `https://pay.example/${rel.replace('_', '/')}/${digitsFor(`link ${code}`, 16)}`,
  })),
  payment_link_id: `pl_${digitsFor(`payment link ${code}`, 18)}`,
  expired_at: '2026-11-21 23:59:59',
  store_id: practiceStores.station,
})
const onlineLinks = ['checkout', 'qrcode'] as const
const walletLinks = [...onlineLinks, 'checkout_wap', 'checkout_code', 'qrcode_wap'] as const

/** interface.md §2.2, rows 9, 26 and 27: only wallet provider A's global gateway has these. */
const walletA: TransactionSketch = {
  barcode_id: '284417302955018846',
  payer: 'hana.s***@mail.example',
  buyer_id: '2088602330417735',
  wallet_type: 'GLOBAL',
}

/** A paid transaction for each of the 21 gateways: its name, the amount in hundredths, when it was paid, what is special. */
const paid: Readonly<Record<GatewayCode, readonly [string, number, string, TransactionSketch]>> = {
  '1_1': ['Wallet A', 6800, '2026-11-20 08:03:11', { ...walletA, custom_id: 'TABLE-12' }],
  '4_1': [
    'Wallet A online',
    45_900,
    '2026-11-19 19:44:02',
    { ...links('4_1', ...walletLinks), wallet_type: 'HK' },
  ],
  '4_2': [
    'Wallet A online, PC to mobile',
    129_900,
    '2026-11-19 20:15:37',
    { ...links('4_2', ...walletLinks), wallet_type: 'GLOBAL' },
  ],
  '4_3': [
    'Wallet A in app',
    3250,
    '2026-11-19 21:08:55',
    { ...links('4_3', ...walletLinks), wallet_type: 'CN' },
  ],
  '7_1': ['Card scheme 1', 25_000, '2026-11-20 09:40:20', { custom_id: 'INV 2026/1187' }],
  '7_2': ['Card scheme 2', 18_440, '2026-11-20 09:52:31', { currency: 'USD', forex: 7.7832 }],
  '8_1': ['Wallet B', 4350, '2026-11-20 10:02:48', { wallet_type: 'HKWALLET', custom_id: 'K8-00417' }],
  '8_2': [
    'Wallet B online',
    88_000,
    '2026-11-18 14:20:09',
    { ...links('8_2', ...onlineLinks), wallet_type: 'WALLET' },
  ],
  '8_3': [
    'Wallet B in app',
    1990,
    '2026-11-18 15:31:44',
    { wallet_type: 'WALLET', extra_parameters: '{"app":"orders"}' },
  ],
  '9_5': [
    'Card network online',
    64_900,
    '2026-11-18 16:12:12',
    { ...links('9_5', ...onlineLinks), custom_id: 'WEB-55120' },
  ],
  '9_6': [
    'Card network QR',
    7700,
    '2026-11-20 11:20:18',
    { fixed_id: idFor('fixed code 9_6'), currency: 'CNY', forex: 1.0942 },
  ],
  '10_1': ['Card network, store code', 15_600, '2026-11-20 11:34:51', { fixed_id: idFor('fixed code 10_1') }],
  '10_2': ['Card network, customer code', 9900, '2026-11-20 11:41:07', { custom_id: '6224710038' }],
  '11_1': [
    'EFTPOS',
    52_300,
    '2026-11-20 12:05:33',
    { tips: 5000, pin_key: 'A41F9C0D7735E2B8', custom_id: 'ROOM-1408' },
  ],
  '11_2': ['EFTPOS v2', 31_250, '2026-11-20 12:17:26', { tips: 3000 }],
  '12_1': ['Card scheme 1 online', 77_700, '2026-11-18 18:08:40', { ...links('12_1', ...onlineLinks) }],
  '12_2': [
    'Card scheme 2 online',
    21_000,
    '2026-11-18 18:32:15',
    { ...links('12_2', 'checkout'), currency: 'EUR', forex: 8.4514 },
  ],
  '12_3': ['Mobile wallet C', 12_400, '2026-11-19 12:45:50', { custom_id: 'PICKUP-77' }],
  '12_4': [
    'Mobile wallet D',
    13_800,
    '2026-11-19 12:58:03',
    { extra_parameters: '{"table":"7","guests":3}' },
  ],
  '13_1': [
    'Faster payment online',
    250_000,
    '2026-11-17 10:00:29',
    { ...links('13_1', ...onlineLinks), custom_id: 'RENT-NOV' },
  ],
  '13_2': [
    'Faster payment',
    40_000,
    '2026-11-17 10:25:56',
    { fixed_id: idFor('fixed code 13_2'), charge: 0 },
  ],
}

/** The 21 paid transactions, one per gateway code of interface.md §2.3. */
function gatewayTransactions(): readonly TransactionFacts[] {
  return gatewayCodes.map((code) => {
    const [name, amount, paidAt, special] = paid[code]
    const basics = { gateway_code: code, gateway_sub_name: name, amount, paid_at: paidAt }
    return makeTransaction(`gateway ${code}`, { ...basics, ...special })
  })
}

/** `999999999999.99`: 15 characters. */
const maxAmount = 99_999_999_999_999

const english = 'Card terminal of the east entrance, second floor, beside the lift to the car park. '
/** Each is one character: two units of a JavaScript string, four bytes on the wire, twelve when escaped. */
const pictures = '🧾👜👟🧥🎁'

/** What every gateway may have, each as long as interface.md §2.2 lets it be. */
function longBasics(filling: string): TransactionSketch {
  return {
    user_id: practiceUsers.maximiliane,
    company_id: fillTo(64, 'COMPANY-', '0123456789'),
    store_id: practiceStores.department,
    gateway_sub_name: fillTo(65_535, '', filling),
    reference_id: fillTo(191, 'REFERENCE-', '0123456789'),
    payment_link_id: 'P'.repeat(64),
    fixed_id: 'F'.repeat(64),
    extra_parameters: fillTo(65_535, '{"note":"', filling, '","basket":[1,2,3]}'),
    amount: maxAmount,
    // A full refund shows it with a minus.
    charge: 9_999_999_999_999,
    tips: maxAmount,
    forex: 1234.567890123456,
    expired_at: '2026-12-31 23:59:59',
  }
}

/** Receipts with texts and amounts as long as interface.md §2.2 lets them be. */
function longTransactions(): readonly SeedTransaction[] {
  return [
    // At a point of sale: no wallet's fields, and a PIN key, which has no documented length.
    seeded('DEMO-LONG', {
      ...longBasics(english),
      id: fillTo(64, 'LONG', '0123456789'),
      transaction_id: '999888777666555',
      pin_key: '0123456789ABCDEF'.repeat(4),
      _links: [
        { rel: 'checkout', href: `https://pay.example/checkout/${'a'.repeat(400)}` },
        { rel: 'qrcode', href: `https://pay.example/qrcode/${'b'.repeat(120)}` },
      ],
    }),
    // Through wallet provider A's global gateway, whose fields no other has, and refunded whole.
    seeded(
      'DEMO-LONG-WALLET',
      {
        ...longBasics(pictures),
        id: fillTo(64, 'LONG-WALLET', '0123456789'),
        transaction_id: '999888777666444',
        gateway_code: '1_1',
        barcode_id: '1'.repeat(64),
        wallet_type: 'WALLET-TYPE-20-CHARS',
        payer: 'a.very.long.name.of.a.customer.with.many.parts@some-long-department.mail.example',
        buyer_id: '2088'.repeat(12),
        is_balance_settled: true,
        settled_at: '2026-11-24 02:00:00',
      },
      [
        maxAmount,
        fillTo(500, '', 'The customer brought all of it back, unpacked and unused. '),
        '2026-11-20T15:16:17.000Z',
      ],
    ),
  ]
}
