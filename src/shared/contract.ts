/**
 * The one contract between the window and the main process: each channel's input and output. Every type on
 * either side derives from it (style.md 1). A call is answered by `Result<Output, Fault>`; inputs and outputs
 * are both parsed in the main process. The renderer imports types only, so no zod reaches it.
 *
 * Amounts are hundredths of the currency; times are ISO 8601 in UTC unless they are the service's own text.
 */
import { z } from 'zod'
import { attemptEventSchema, attemptSchema, decisionSchema } from './attempt'
import { charactersSchema } from './characters-schema'
import { nothing, saved } from './common-schemas'
import { copyRangeOrder, copySearchOrder, copySearchResult, foundCopies } from './copy-search-schemas'
import { deskStateSchema } from './desk-state'
import type { Fault } from './fault'
import { outageStateSchema } from './outage'
import { outageChannels } from './outage-channels'
import {
  chosenRelatedSchema,
  paymentStoreSchema,
  relatedKindSchema,
  relatedRecordSchema,
} from './related-schemas'
import type { Result } from './result'
import { retentionSchema } from './retention-schemas'
import { codeKinds } from './scan-code'
import { lookupNumber, recentTransactionSchema, shownTransactionSchema } from './shown-transaction'

const marker = z.string().max(16)
const moment = z.string().describe('ISO 8601, UTC')
const pin = z.string().max(64)

const lookupOrder = z
  .object({ lookup: lookupNumber, code: z.string().max(4096), match: z.enum(['automatic', ...codeKinds]) })
  .strict()

/** What of the saved copies is on this till, whosever they are. */
const copyCount = z
  .object({
    saved: z.number().int().nonnegative(),
    /** When the oldest of them came from the service. */
    oldest: moment.nullable(),
    /** How many of them lie outside the limits that were asked about. */
    outside: z.number().int().nonnegative(),
  })
  .readonly()

/** An attempt's evidence: where it stands and every line of the journal about it. */
const attemptEvidence = z
  .object({
    attempt: attemptSchema,
    events: z.array(attemptEventSchema).readonly(),
    nextLookAt: moment.nullable(),
    /** The store that took the payment, as the saved copies know it; null where they do not. */
    store: paymentStoreSchema.nullable(),
  })
  .readonly()

const paperSubject = z.enum(['receipt', 'store_copy', 'outcome', 'practice_sheet'])

export const contract = {
  'desk:read': { input: nothing, output: deskStateSchema },

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

  'refund:issue': {
    input: z
      .object({
        lookup: lookupNumber,
        /** The internal `id` of the transaction on screen. */
        id: charactersSchema(64),
        amount: z
          .object({ hundredths: z.number().int().positive(), currency: charactersSchema(16) })
          .strict(),
        reason: z.string().trim().max(200),
        /** The cashier confirmed once more what `refundability` asked about. */
        confirmed: z.boolean(),
      })
      .strict(),
    /** `shown` is the record that the service's answer held, as the window shows it next; null without one. */
    output: z.object({ attempt: attemptSchema, shown: shownTransactionSchema.nullable() }).readonly(),
  },

  'activity:list': {
    input: z.object({ from: moment.nullable(), to: moment.nullable() }).strict(),
    output: z.array(attemptSchema).readonly(),
  },
  'activity:open': { input: z.object({ marker }).strict(), output: attemptEvidence },
  /** Asks the service at once instead of at the next planned look. Sends nothing but a show. */
  'activity:look': { input: z.object({ marker }).strict(), output: attemptEvidence },
  'activity:decide': {
    input: z.object({ marker, pin, decision: decisionSchema }).strict(),
    output: attemptSchema,
  },
  'activity:export': {
    input: z.object({ from: moment, to: moment, format: z.enum(['csv', 'json']) }).strict(),
    output: saved,
  },

  /**
   * Begins a new journal in the place of a damaged or rolled back one, on a supervisor's word (design.md,
   * protocol 11). Sends nothing. Answers what of the old one stands in it.
   */
  'journal:begin': {
    input: z
      .object({
        pin,
        supervisor: z.string().trim().min(1).max(80),
        why: z.string().trim().min(1).max(500),
      })
      .strict(),
    output: z
      .object({
        attempts: z.number().int().nonnegative(),
        undecided: z.number().int().nonnegative(),
        /** Whether the old one could be read to the end that the keychain knew. */
        whole: z.boolean(),
      })
      .readonly(),
  },

  'settings:save': {
    input: z
      .object({
        storeName: z.string().trim().max(80),
        /** The `store_id` that payments taken at this till's own store carry; '' when nobody has said. */
        storeId: z.string().trim().pipe(charactersSchema(64)),
        related: chosenRelatedSchema,
        cashier: z.string().trim().max(80),
        theme: z.enum(['system', 'light', 'dark', 'contrast']),
        paper: z.enum(['80mm', 'a4']),
        ...retentionSchema.shape,
      })
      .partial()
      .strict(),
    output: deskStateSchema,
  },
  /** Address and token are one keychain value. The token goes in and never comes out. */
  'token:save': {
    input: z.object({ address: z.string().max(2048), token: z.string().max(8192) }).strict(),
    output: deskStateSchema,
  },
  'token:forget': { input: nothing, output: deskStateSchema },
  /** Counts the saved copies, and those that these limits would delete; null while they can not be opened. */
  'copies:count': { input: retentionSchema, output: copyCount.nullable() },
  /** Deletes every saved copy on this till; the record of refunds stays. */
  'copies:forget': { input: nothing, output: nothing },
  'supervisor:set-pin': {
    input: z.object({ currentPin: pin, newPin: pin }).strict(),
    output: deskStateSchema,
  },

  ...outageChannels,

  /** Both restart the program into the other mode. */
  'practice:enter': { input: nothing, output: nothing },
  'practice:leave': { input: nothing, output: nothing },

  /** Prints or saves what the window has laid out for paper (its print style sheet shows only that). */
  'paper:print': {
    input: z.object({ subject: paperSubject, paper: z.enum(['80mm', 'a4']) }).strict(),
    output: nothing,
  },
  'paper:save-pdf': {
    input: z
      .object({ subject: paperSubject, paper: z.enum(['80mm', 'a4']), suggestedName: z.string().max(120) })
      .strict(),
    output: saved,
  },
  /** A link can be as long as any text of the interface (interface.md §2.2: 65,535 characters). */
  'clipboard:copy': { input: z.object({ text: charactersSchema(65_535) }).strict(), output: nothing },
  /** The window could not draw a part of itself. Answers the reference of its line in the log. */
  'window:report-error': {
    input: z.object({ place: z.string().max(40), message: z.string().max(4000) }).strict(),
    output: z.object({ reference: z.string() }).readonly(),
  },
  /** Loads the page anew; what main has under way goes on. */
  'window:reload': { input: nothing, output: nothing },
} as const

/** What main tells the window unasked. */
export const signals = {
  'desk:changed': deskStateSchema,
  'attempt:changed': attemptSchema,
  /** The name of the store whose payment that lookup shows has come. */
  'lookup:store-named': z.object({ lookup: lookupNumber, store: paymentStoreSchema }).readonly(),
  /** A search waits until the copies can be searched: how much of that is done. */
  'copies:preparing': z
    .object({ done: z.number().int().nonnegative(), of: z.number().int().positive() })
    .readonly(),
  'outage:changed': outageStateSchema,
} as const

export type Channel = keyof typeof contract
export type Input<C extends Channel> = z.input<(typeof contract)[C]['input']>
export type ParsedInput<C extends Channel> = z.output<(typeof contract)[C]['input']>
export type Output<C extends Channel> = z.output<(typeof contract)[C]['output']>
export type Answer<C extends Channel> = Result<Output<C>, Fault>

export type Signal = keyof typeof signals
export type SignalOf<S extends Signal> = z.output<(typeof signals)[S]>

export type DeskState = z.infer<typeof deskStateSchema>
export type ShownTransaction = z.infer<typeof shownTransactionSchema>
export type RecentTransaction = z.infer<typeof recentTransactionSchema>
export type AttemptEvidence = z.infer<typeof attemptEvidence>
export type CopyCount = z.infer<typeof copyCount>
