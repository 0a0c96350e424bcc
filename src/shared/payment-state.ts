/** Where a payment stands as a person would say it; `other` is a status that interface.md does not name. */
export const paymentStates = [
  'paid',
  'partly_refunded',
  'refunded',
  'cancelled',
  'failed',
  'precreated',
  'other',
] as const
export type PaymentState = (typeof paymentStates)[number]

/** "Partly refunded" is derived: no status says it (design.md, "Money and records"). Amounts in hundredths. */
export function paymentState(record: {
  readonly status: string
  readonly amount: number | null
  readonly refunded: number | null
}): PaymentState {
  const { status, amount, refunded } = record
  if (status === 'cancelled' || status === 'failed' || status === 'precreated') return status
  if (amount !== null && refunded !== null && refunded > 0) {
    return refunded < amount ? 'partly_refunded' : 'refunded'
  }
  return status === 'refunded' || status === 'paid' ? status : 'other'
}
