/** The part of the contract (contract.ts) that is about looking up a code and searching what is saved. */
import { z } from 'zod'
import { nothing } from './common-schemas'
import { copyRangeOrder, copySearchOrder, copySearchResult, foundCopies } from './copy-search-schemas'
import { relatedKindSchema, relatedRecordSchema } from './related-schemas'
import { codeKinds } from './scan-code'
import { lookupNumber, recentTransactionSchema, shownTransactionSchema } from './shown-transaction'

const lookupOrder = z
  .object({ lookup: lookupNumber, code: z.string().max(4096), match: z.enum(['automatic', ...codeKinds]) })
  .strict()

export const lookupChannels = {
  /** The renderer numbers its lookups upwards; main refuses a number that is not above the window's last. */
  'lookup:find': {
    input: lookupOrder,
    output: shownTransactionSchema,
  },
  /**
   * The saved copy for a lookup that `lookup:find` has begun, or null. Answered at once, while the service is
   * asked; the service's answer replaces it.
   */
  'lookup:saved': {
    input: lookupOrder,
    output: shownTransactionSchema.nullable(),
  },
  /** The next number that `lookup:find` accepts from this window: a reloaded window must not start again at 1. */
  'lookup:next-number': { input: nothing, output: lookupNumber },
  /**
   * One related record of the receipt on screen (interface.md §4.2, `include`), asked of the service with the code
   * and kind that found the payment; the saved one, marked, where the service does not answer. A newer lookup ends
   * it as `lookup_superseded`.
   */
  'lookup:related': {
    input: z.object({ lookup: lookupNumber, related: relatedKindSchema }).strict(),
    output: relatedRecordSchema,
  },
  'lookup:recent': { input: nothing, output: z.array(recentTransactionSchema).readonly() },

  /**
   * Searches what is saved on this till: newest payment first. The window numbers its searches upwards; null says
   * that a newer one has taken over. No term finds everything.
   */
  'copies:search': { input: copySearchOrder, output: copySearchResult.nullable() },
  /** More rows of the search that was answered last; null when that was another one. */
  'copies:matches': { input: copyRangeOrder, output: foundCopies.nullable() },
} as const
