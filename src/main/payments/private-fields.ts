import type { PlainField } from '../../shared/transaction'

/** Never written down anywhere (design.md, "Saved copies"): secrets, and what names a payer. */
export const privateFields: ReadonlySet<string> = new Set<PlainField>([
  'pin_key',
  'payer',
  'buyer_id',
  'extra_parameters',
])

/** In text that is no JSON a private value ends where the next value or mark begins. */
const privateInText = new RegExp(`(${[...privateFields].join('|')})[^,;&<\\n]*`, 'gi')

/** A text of the service without private fields: exactly for JSON, as far as they can be seen for any other. */
export function withoutPrivateFields(text: string): string {
  try {
    const told: unknown = JSON.parse(text, (key, value: unknown) =>
      privateFields.has(key) ? undefined : value,
    )
    return JSON.stringify(told) ?? ''
  } catch {
    return text.replace(privateInText, '$1 (left out)')
  }
}
