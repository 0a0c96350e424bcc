import type { GatewayCode } from '../shared/gateway'
import { gateways } from '../shared/gateway'
import { digitsFor, idFor } from './made-up-ids'
import { makeTransaction, type TransactionSketch } from './make-transaction'
import { practiceStores } from './practice-people'
import type { TransactionFacts } from './stored-transaction'

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

/** A paid transaction for each of the 21 gateways: amount in hundredths, when it was paid, what is special. */
const paid: Readonly<Record<GatewayCode, readonly [number, string, TransactionSketch]>> = {
  '1_1': [6800, '2026-11-20 08:03:11', { ...walletA, custom_id: 'TABLE-12' }],
  '4_1': [45_900, '2026-11-19 19:44:02', { ...links('4_1', ...walletLinks), wallet_type: 'HK' }],
  '4_2': [129_900, '2026-11-19 20:15:37', { ...links('4_2', ...walletLinks), wallet_type: 'GLOBAL' }],
  '4_3': [3250, '2026-11-19 21:08:55', { ...links('4_3', ...walletLinks), wallet_type: 'CN' }],
  '7_1': [25_000, '2026-11-20 09:40:20', { custom_id: 'INV 2026/1187' }],
  '7_2': [18_440, '2026-11-20 09:52:31', { currency: 'USD', forex: 7.7832 }],
  '8_1': [4350, '2026-11-20 10:02:48', { wallet_type: 'HKWALLET', custom_id: 'K8-00417' }],
  '8_2': [88_000, '2026-11-18 14:20:09', { ...links('8_2', ...onlineLinks), wallet_type: 'WALLET' }],
  '8_3': [1990, '2026-11-18 15:31:44', { wallet_type: 'WALLET', extra_parameters: '{"app":"orders"}' }],
  '9_5': [64_900, '2026-11-18 16:12:12', { ...links('9_5', ...onlineLinks), custom_id: 'WEB-55120' }],
  '9_6': [7700, '2026-11-20 11:20:18', { fixed_id: idFor('fixed code 9_6'), currency: 'CNY', forex: 1.0942 }],
  '10_1': [15_600, '2026-11-20 11:34:51', { fixed_id: idFor('fixed code 10_1') }],
  '10_2': [9900, '2026-11-20 11:41:07', { custom_id: '6224710038' }],
  '11_1': [
    52_300,
    '2026-11-20 12:05:33',
    { tips: 5000, pin_key: 'A41F9C0D7735E2B8', custom_id: 'ROOM-1408' },
  ],
  '11_2': [31_250, '2026-11-20 12:17:26', { tips: 3000 }],
  '12_1': [77_700, '2026-11-18 18:08:40', { ...links('12_1', ...onlineLinks) }],
  '12_2': [21_000, '2026-11-18 18:32:15', { ...links('12_2', 'checkout'), currency: 'EUR', forex: 8.4514 }],
  '12_3': [12_400, '2026-11-19 12:45:50', { custom_id: 'PICKUP-77' }],
  '12_4': [13_800, '2026-11-19 12:58:03', { extra_parameters: '{"table":"7","guests":3}' }],
  '13_1': [250_000, '2026-11-17 10:00:29', { ...links('13_1', ...onlineLinks), custom_id: 'RENT-NOV' }],
  '13_2': [40_000, '2026-11-17 10:25:56', { fixed_id: idFor('fixed code 13_2'), charge: 0 }],
}

/** The 21 paid transactions, one per gateway code of interface.md §2.3. */
export function gatewayTransactions(): readonly TransactionFacts[] {
  return Object.entries(gateways).map(([code, name]) => {
    const [amount, paidAt, special] = paid[code as GatewayCode] // Object.entries forgets the keys' type
    const basics = { gateway_code: code, gateway_sub_name: name, amount, paid_at: paidAt }
    return makeTransaction(`gateway ${code}`, { ...basics, ...special })
  })
}
