import type { PlainField } from './transaction'

/** Fields that no saved copy holds (architecture.md, "Saved copies"): secrets, and what names a payer. */
export const neverSaved: ReadonlySet<string> = new Set<PlainField>([
  'pin_key',
  'payer',
  'buyer_id',
  'extra_parameters',
])
