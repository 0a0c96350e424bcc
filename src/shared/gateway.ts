import { firstCodePoints, isLongerThan, isolatedText } from './text'

/** The 21 gateway codes of interface.md §2.3, `<gateway_id>_<gateway_sub_id>`, each with our own short name. */
export const gateways = {
  '1_1': 'Wallet A',
  '4_1': 'Wallet A online',
  '4_2': 'Wallet A online, PC to mobile',
  '4_3': 'Wallet A in app',
  '7_1': 'Card scheme 1',
  '7_2': 'Card scheme 2',
  '8_1': 'Wallet B',
  '8_2': 'Wallet B online',
  '8_3': 'Wallet B in app',
  '9_5': 'Card network online',
  '9_6': 'Card network QR',
  '10_1': 'Card network, store code',
  '10_2': 'Card network, customer code',
  '11_1': 'EFTPOS',
  '11_2': 'EFTPOS v2',
  '12_1': 'Card scheme 1 online',
  '12_2': 'Card scheme 2 online',
  '12_3': 'Mobile wallet C',
  '12_4': 'Mobile wallet D',
  '13_1': 'Faster payment online',
  '13_2': 'Faster payment',
} as const satisfies Record<string, string>

export type GatewayCode = keyof typeof gateways

/** Whether a text is one of the documented codes. The list may grow at the service, so others are tolerated. */
export function isGatewayCode(code: string): code is GatewayCode {
  return Object.hasOwn(gateways, code)
}

/** In characters: `gateway_sub_name` may have 65,535 (interface.md §2.2). The whole of it stands under "More". */
const maxShownName = 60

type Gateway = {
  readonly gatewayCode: string
  readonly fields: { readonly gateway_sub_name?: string | undefined }
}

/** What the service itself calls the wallet or card, as much of it as is shown; '' when it says nothing. */
export function walletName({ fields }: Pick<Gateway, 'fields'>): string {
  return firstCodePoints((fields.gateway_sub_name ?? '').trim(), maxShownName)
}

/** What the wallet or card is called: by the service's own name for it, else by ours for its code. */
export function gatewayName({ gatewayCode, fields }: Gateway): string {
  const name = walletName({ fields })
  if (name === '') return gatewayKind(gatewayCode)
  const isCut = isLongerThan((fields.gateway_sub_name ?? '').trim(), maxShownName)
  return isolatedText(isCut ? `${name}…` : name)
}

/** Our own name for a gateway's code; a code that is not documented is shown as it came. */
export function gatewayKind(code: string): string {
  if (code === '') return 'No gateway'
  return isGatewayCode(code) ? gateways[code] : `Gateway ${isolatedText(code)}`
}
