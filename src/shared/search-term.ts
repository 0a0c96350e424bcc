import type { PaymentState } from './payment-state'

/** A day, or as much of one as was typed: null stands for any. */
export type DayPattern = {
  readonly year: number | null
  readonly month: number | null
  readonly day: number | null
}

/** Hundredths, both included; `currency` is what stood before the number ('hk$'), '' for any. */
export type AmountRange = { readonly from: number; readonly to: number; readonly currency: string }

export type SearchTerm = {
  /** The word itself, in small letters: a part of a code, a gateway, a currency or the service's own status. */
  readonly text: string
  readonly amount: AmountRange | null
  readonly day: DayPattern | null
  readonly states: readonly PaymentState[]
}

export const mostTerms = 8
export const longestTerm = 64

/** A word is meant by its beginning: so it is found while it is being typed. */
export function isMeant(word: string, typed: string): boolean {
  return typed !== '' && word.startsWith(typed)
}
