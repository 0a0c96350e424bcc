/** A mistake that somebody could make in the protocol. The harness is worth something only if it catches every one. */

import type { CommandName } from '../commands/all-commands'

/** Where it changes the program, by name and syntax tree (proof/run/place-mutants.mjs says how it is found). */
export type Change = {
  /** The declaration that it lies in; `outer/inner` for one inside another. */
  readonly in: string
  /** The end of the file's path, where two files declare the name. */
  readonly file?: string
  /** Of places that are alike, from 1. */
  readonly place?: number
} & (
  | { readonly value: string; readonly becomes: string }
  | { readonly statement: string; readonly becomes: string }
  | { readonly body: string }
  | { readonly constant: string }
)

export type Mutant = {
  /** In words; those of the findings begin with F and their number. */
  readonly name: string
  /** The rule of architecture.md, "The refund protocol", that it breaks. */
  readonly rule: number
  readonly changes: readonly Change[]
  /** What the histories that look for it are about; none is everything. */
  readonly focus?: readonly CommandName[]
  /** Histories cannot see it, or hardly ever: why, and which test does. */
  readonly unseen?: { readonly why: string; readonly seenBy: string }
}
