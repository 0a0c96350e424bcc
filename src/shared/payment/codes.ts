/** The codes by which a payment is asked for, and what can be asked for beside it. */
import { isLongerThan, plainWidth } from '../base/text'
import type { Transaction } from './transaction'

/** The three identifiers a receipt's code can be (interface.md §4.2; `internal_id` is `id`, asked without `query`). */
export const codeKinds = ['transaction_id', 'custom_id', 'internal_id'] as const
export type CodeKind = (typeof codeKinds)[number]

/** Returns that identifier of a record; '' for none. */
export function codeOf(
  { transactionId, customId, id }: Pick<Transaction, 'transactionId' | 'customId' | 'id'>,
  kind: CodeKind,
): string {
  return { transaction_id: transactionId, custom_id: customId, internal_id: id }[kind]
}

/** Returns a code without the difference of capitals. Many services make none; the interface does not say (§4.2). */
export const foldedCode = (code: string) => code.toLowerCase()

/** Whether two codes are the same but for capitals. */
export function isSameCode(one: string, other: string): boolean {
  return foldedCode(one) === foldedCode(other)
}

export type CodeMatch = 'automatic' | CodeKind

/** In code points (interface.md §2.2). */
const maxLengths = { transaction_id: 15, custom_id: 36, internal_id: 64 } as const

/**
 * Drops control characters and the spaces around a scanned, typed or pasted text: scanners add prefixes, line ends and
 * group separators that belong to no code. Full-width letters and digits, which input methods write, become plain ones.
 */
export function cleanCode(text: string): string {
  return plainWidth(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')).trim()
}

/**
 * Returns the kinds to ask for, in order (architecture.md, "Codes"): up to 15 characters may be a
 * transaction id, up to 36 a custom id, any up to 64 an internal id. Empty when no kind can hold the code.
 * @param code a text that `cleanCode` made.
 */
export function kindsToTry(code: string, match: CodeMatch): readonly CodeKind[] {
  if (code === '') return []
  const fitting = codeKinds.filter((kind) => !isLongerThan(code, maxLengths[kind]))
  return match === 'automatic' ? fitting : fitting.filter((kind) => kind === match)
}

/** In code points. */
export function maxCodeLength(match: CodeMatch): number {
  return match === 'automatic' ? maxLengths.internal_id : maxLengths[match]
}

/**
 * The related records that a show can add (interface.md §4.2, `include`), in the order in which they are asked
 * for: one show each, because how several are given at once is not documented.
 */
export const relatedKinds = ['store', 'user', 'fixed_code', 'emv_code'] as const
export type RelatedKind = (typeof relatedKinds)[number]
