import { firstCodePoints, isLongerThan } from '../base/text'

/**
 * The state of a payment for people. The three `other` ones are a status that interface.md does not name, which is always
 * shown itself, with what was refunded beside it.
 */
export const paymentStates = [
  'paid',
  'partly_refunded',
  'refunded',
  'cancelled',
  'failed',
  'precreated',
  'other',
  'other_partly_refunded',
  'other_refunded',
] as const
export type PaymentState = (typeof paymentStates)[number]

/** "Partly refunded" is derived: no status says it (architecture.md, "Money and records"). Amounts in hundredths. */
export function paymentState(record: {
  readonly status: string
  readonly amount: number | null
  readonly refunded: number | null
}): PaymentState {
  const { status, amount, refunded } = record
  if (status === 'cancelled' || status === 'failed' || status === 'precreated') return status
  const moved = amount !== null && refunded !== null && refunded > 0
  const state = moved ? (refunded < amount ? 'partly_refunded' : 'refunded') : null
  if (isNamedStatus(status)) return state ?? status
  return state === null ? 'other' : `other_${state}`
}

/** Whether interface.md §3 names a status that a refund can follow from or lead to; its list is not complete. */
function isNamedStatus(status: string): status is 'paid' | 'refunded' {
  return status === 'paid' || status === 'refunded'
}

/** The `store_id` of this till's own store; '' when none is set. */
export type OwnStore = { readonly storeId: string }

/** Whether a payment was taken at another store than this till's, by its `store_id` (interface.md §2.2) alone. */
export function isOtherStore(storeId: string, own: OwnStore): boolean {
  return storeId !== '' && own.storeId !== '' && storeId !== own.storeId
}

/** Whether this till can take its store from a payment: none is set, and the payment's id fits. */
export function teachesStore(storeId: string, own: OwnStore): boolean {
  return own.storeId === '' && storeId !== '' && storeId === storeId.trim() && !isLongerThan(storeId, 64)
}

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
