import { firstCodePoints, isLongerThan } from '../base/text'

/** The 21 gateway codes of interface.md §2.3, `<gateway_id>_<gateway_sub_id>`. The service may add to them. */
export const gatewayCodes = [
  ...['1_1', '4_1', '4_2', '4_3', '7_1', '7_2', '8_1', '8_2', '8_3', '9_5', '9_6'],
  ...['10_1', '10_2', '11_1', '11_2', '12_1', '12_2', '12_3', '12_4', '13_1', '13_2'],
] as const

export type GatewayCode = (typeof gatewayCodes)[number]

/** In characters: `gateway_sub_name` may have 65,535 (interface.md §2.2). All of it is under "More". */
const maxShownName = 60

/** Returns the service's own name of the wallet or card, shortened for display; '' when it gives none. */
export function walletName({
  fields,
}: {
  readonly fields: { readonly gateway_sub_name?: string | undefined }
}): string {
  const name = (fields.gateway_sub_name ?? '').trim()
  return isLongerThan(name, maxShownName) ? `${firstCodePoints(name, maxShownName)}…` : name
}
