import type { RelatedKind } from '../../shared/related'

/**
 * The path of a transaction (interface.md §4) for a code of any kind, percent-encoded so that no code can lead
 * to another path. Null for a code that no path can hold: the empty one, and text that is not valid Unicode.
 */
export function transactionPath(code: string): string | null {
  if (code === '') return null
  try {
    // "." and ".." are legal in a path and mean another one.
    const segment = /^\.{1,2}$/.test(code) ? code.replaceAll('.', '%2E') : encodeURIComponent(code)
    return `/v1/transactions/${segment}`
  } catch {
    return null
  }
}

/** The same path with the related record that is wanted beside the transaction (interface.md §4.2, `include`). */
export function relatedPath(code: string, related: RelatedKind): string | null {
  const path = transactionPath(code)
  return path === null ? null : `${path}?include=${related}`
}
