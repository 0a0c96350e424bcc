/**
 * Where a payment stands as a person would say it. The three `other` ones are a status that interface.md does not
 * name: its own word is always shown, and beside it what was refunded.
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
