import { isolatedText } from './shown-text'

/**
 * The 21 gateway codes of interface.md §2.3, `<gateway_id>_<gateway_sub_id>`, with the words a cashier reads.
 * `kind` is the interface's own; `name` is short enough for a list.
 */
export const gateways = {
  '1_1': { name: 'Wallet A', kind: 'wallet provider A' },
  '4_1': { name: 'Wallet A online', kind: 'wallet provider A, online' },
  '4_2': { name: 'Wallet A online, PC to mobile', kind: 'wallet provider A, online, PC-to-mobile' },
  '4_3': { name: 'Wallet A in app', kind: 'wallet provider A, online, SDK' },
  '7_1': { name: 'Card scheme 1', kind: 'card scheme 1' },
  '7_2': { name: 'Card scheme 2', kind: 'card scheme 2' },
  '8_1': { name: 'Wallet B', kind: 'wallet provider B' },
  '8_2': { name: 'Wallet B online', kind: 'wallet provider B, online' },
  '8_3': { name: 'Wallet B in app', kind: 'wallet provider B, online, SDK' },
  '9_5': { name: 'Card network online', kind: 'card-network online payment' },
  '9_6': { name: 'Card network QR', kind: 'card-network QR payment' },
  '10_1': { name: 'Card network, store code', kind: 'card-network merchant-presented code' },
  '10_2': { name: 'Card network, customer code', kind: 'card-network customer-presented code' },
  '11_1': { name: 'EFTPOS', kind: 'card-network point of sale' },
  '11_2': { name: 'EFTPOS v2', kind: 'card-network point of sale, version 2' },
  '12_1': { name: 'Card scheme 1 online', kind: 'card scheme 1, online' },
  '12_2': { name: 'Card scheme 2 online', kind: 'card scheme 2, online' },
  '12_3': { name: 'Mobile wallet C', kind: 'mobile wallet C' },
  '12_4': { name: 'Mobile wallet D', kind: 'mobile wallet D' },
  '13_1': { name: 'Faster payment online', kind: 'bank faster-payment, online' },
  '13_2': { name: 'Faster payment', kind: 'bank faster-payment, offline' },
} as const satisfies Record<string, { readonly name: string; readonly kind: string }>

export type GatewayCode = keyof typeof gateways

/** Whether a text is one of the documented codes. The list may grow at the service, so others are tolerated. */
export function isGatewayCode(code: string): code is GatewayCode {
  return Object.hasOwn(gateways, code)
}

/** The gateway in words for a person; a code that is not documented is shown as it came. */
export function gatewayName(code: string): string {
  if (code === '') return 'No gateway'
  return isGatewayCode(code) ? gateways[code].name : `Gateway ${isolatedText(code)}`
}
