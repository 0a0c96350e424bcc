/** The part of the contract (contract.ts) that is about looking up a code and searching what is saved. */
import { z } from 'zod'
import { nothing } from './common-schemas'
import { copySearchOrder, copySearchResult } from './copy-search-schemas'
import { relatedKindSchema, relatedRecordSchema } from './related-schemas'
import { codeKinds } from './scan-code'
import { lookupId, recentTransactions, shownTransactionSchema } from './shown-transaction'

const lookupOrder = z
  .object({
    lookup: lookupId,
    code: z.string().max(4096),
    match: z.enum(['automatic', ...codeKinds]),
    /** By keys or from a list, and not by the scanner. */
    typed: z.boolean(),
  })
  .strict()

export const lookupChannels = {
  /**
   * Answers with a record only while no newer lookup has begun. The saved copy, if there is one, is pushed as
   * `lookup:copy-found` when it is read: before the service's answer as a rule, and always before a fault that it
   * outlives.
   */
  'lookup:find': {
    input: lookupOrder,
    output: shownTransactionSchema,
    who: 'cashier',
  },
  /**
   * One related record of the receipt on screen (interface.md §4.2, `include`), asked of the service with the code
   * and kind that found the payment; the saved one, marked, where the service does not answer. A newer lookup ends
   * it as `lookup_superseded`.
   */
  'lookup:related': {
    input: z.object({ lookup: lookupId, related: relatedKindSchema }).strict(),
    output: relatedRecordSchema,
    who: 'cashier',
  },
  /**
   * What the receipt on screen does not show of who paid, by the interface's names; empty where it shows all.
   * `screen_outdated` for any other receipt.
   */
  'lookup:private': {
    input: z.object({ lookup: lookupId }).strict(),
    output: z.record(z.string(), z.string()).readonly(),
    who: 'supervisor',
  },
  /** What this till looked up last. Changes of it are pushed as `lookup:recent-changed`. */
  'lookup:recent': { input: nothing, output: recentTransactions, who: 'cashier' },
  /**
   * The code that another program on this PC asks to be looked up, given once; refused where such programs have asked for
   * too many today, since hand and scanner share nothing with them. `lookup:requested` says that one waits.
   */
  'lookup:take-requested': {
    input: nothing,
    output: z.discriminatedUnion('at', [
      z.object({ at: z.literal('none') }).readonly(),
      z.object({ at: z.literal('code'), code: z.string() }).readonly(),
      z.object({ at: z.literal('refused') }).readonly(),
    ]),
    who: 'cashier',
  },

  /**
   * Searches what is saved on this till: newest payment first. Null says that a newer search has taken over. No term finds
   * everything.
   */
  'copies:search': { input: copySearchOrder, output: copySearchResult.nullable(), who: 'cashier' },
} as const
