/** How long saved copies are kept, in days, and how many at most (architecture.md, "Saved copies"). */
export type Retention = { readonly days: number; readonly count: number }

export type Limits = { readonly least: number; readonly most: number }

/** What a store may choose from. */
export const retentionLimits = {
  days: { least: 1, most: 365 },
  count: { least: 1000, most: 200_000 },
} as const satisfies Readonly<Record<keyof Retention, Limits>>

/** What holds where a store has chosen nothing. */
export const usualRetention: Retention = { days: 30, count: 50_000 }

/**
 * A whole number that a person wrote, `50000` or `50,000` or `50 000`. Null when it is none or lies outside
 * the limits.
 */
export function readWholeNumber(text: string, { least, most }: Limits): number | null {
  const written = text.trim()
  if (!/^(\d+|\d{1,3}([ ,]\d{3})+)$/.test(written)) return null
  const number = Number(written.replace(/[ ,]/g, ''))
  return number >= least && number <= most ? number : null
}
