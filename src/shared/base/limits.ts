/** The limits of a store's list of codes. The length of a line is in characters. */
export const listLimits = {
  maxBytes: 10 * 1024 * 1024,
  maxRows: 200_000,
  maxLineLength: 4096,
} as const

/** How long saved copies are kept, in days, and how many at most (architecture.md, "Saved copies"). */
export type Retention = { readonly days: number; readonly count: number }

export type Limits = { readonly min: number; readonly max: number }

export const retentionLimits = {
  days: { min: 1, max: 365 },
  count: { min: 1000, max: 200_000 },
} as const satisfies Readonly<Record<keyof Retention, Limits>>

export const defaultRetention: Retention = { days: 30, count: 50_000 }

/** Reads a whole number as a person writes it: `50000`, `50,000` or `50 000`. Null when it is none or outside the limits. */
export function readWholeNumber(text: string, { min, max }: Limits): number | null {
  const written = text.trim()
  if (!/^(\d+|\d{1,3}([ ,]\d{3})+)$/.test(written)) return null
  const number = Number(written.replace(/[ ,]/g, ''))
  return number >= min && number <= max ? number : null
}
