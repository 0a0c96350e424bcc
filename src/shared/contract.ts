/**
 * The one contract between the window and the main process: each channel's input and output. Every type on
 * either side derives from it (style.md 1). A call is answered by `Result<Output, Fault>`; inputs and outputs
 * are both parsed in the main process. The renderer imports types only, so no zod reaches it.
 *
 * Amounts are hundredths of the currency; times are ISO 8601 in UTC unless they are the service's own text.
 */
import { z } from 'zod'
import { alarmSchema } from './alarms'
import { appStateSchema } from './app-state'
import { attemptEventSchema, attemptStateSchema, decisionOrderSchema } from './attempt'
import { charactersSchema, nothing, saved } from './common-schemas'
import { copyRangeOrder, copySearchOrder, copySearchResult, foundCopies } from './copy-search-schemas'
import type { Fault } from './fault'
import { outageStateSchema } from './outage'
import { outageChannels } from './outage-channels'
import { attemptViewSchema, decidableSchema, paymentStandingSchema } from './payment-standing'
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

const personName = z.string().trim().min(1).max(80)
const reasonText = z.string().trim().min(1).max(500)

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
    attempt: attemptViewSchema,
    events: z.array(attemptEventSchema).readonly(),
    /** Whether a person may say now that it was refunded, and that it was not (protocol 9). */
    decidable: z.object({ refunded: decidableSchema, notRefunded: decidableSchema }).readonly(),
    /** The store that took the payment, as the saved copies know it; null where they do not. */
    store: paymentStoreSchema.nullable(),
  })
  .readonly()

/** What to look for in Activity; every part that is given must fit. Texts are whole and exact, case aside. */
const activityOrder = z
  .object({
    /** Where the page before it ended, as it was answered; null is the first. */
    before: z.number().int().positive().nullable(),
    count: z.number().int().min(1).max(100),
    marker: marker.optional(),
    /** A transaction id, custom id or internal id. */
    code: z.string().max(128).optional(),
    cashier: z.string().max(80).optional(),
    state: attemptStateSchema.optional(),
    /** Milliseconds since 1970, inclusive: a day of this PC's clock. */
    from: z.number().int().optional(),
    to: z.number().int().optional(),
  })
  .strict()

/** An alarm or a lock that stands by no attempt. */
const lineNotice = z
  .object({
    line: z.number().int().positive(),
    at: moment,
    what: z.union([alarmSchema, z.enum(['locked_unread', 'lowering_returned', 'could_not_be_read'])]),
    marker: z.string(),
    id: z.string(),
    detail: z.string(),
    locks: z.boolean(),
    acknowledged: z.boolean(),
  })
  .readonly()

const activityPage = z
  .object({
    open: z.array(attemptViewSchema).readonly(),
    notices: z.array(lineNotice).readonly(),
    attempts: z.array(attemptViewSchema).readonly(),
    /** To be given as `before` for the next page; null when this was the last. */
    next: z.number().int().positive().nullable(),
  })
  .readonly()

const paperSubject = z.enum(['receipt', 'store_copy', 'outcome', 'practice_sheet'])

export const contract = {
  'app:read': { input: nothing, output: appStateSchema },

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
        /** Only after the fault `supervisor_needed`: who allows it, and with which PIN. */
        supervisor: z.object({ pin, name: personName }).strict().optional(),
      })
      .strict(),
    /** `shown` is the record that the service's answer held, as the window shows it next; null without one. */
    output: z.object({ attempt: attemptViewSchema, shown: shownTransactionSchema.nullable() }).readonly(),
  },

  /**
   * Refunds of this till, newest first, a page at a time. The first page (`before` null) also answers, under `open`,
   * whatever is undecided or has an alarm that nobody has acknowledged, whatever was asked for.
   */
  'activity:page': { input: activityOrder, output: activityPage },
  'activity:open': { input: z.object({ marker }).strict(), output: attemptEvidence },
  /** Asks the service at once instead of at the next planned look. Sends nothing but a show. */
  'activity:check': { input: z.object({ marker }).strict(), output: attemptEvidence },
  'activity:decide': {
    input: z.object({ marker, pin, decision: decisionOrderSchema }).strict(),
    output: attemptEvidence,
  },
  /** Ends one alarm: of an attempt (its number there), or of the line that raised it. Never a lock. */
  'activity:acknowledge': {
    input: z
      .object({
        alarm: z.discriminatedUnion('of', [
          z.object({ of: z.literal('attempt'), marker, number: z.number().int().positive() }).strict(),
          z.object({ of: z.literal('line'), line: z.number().int().positive() }).strict(),
        ]),
        pin,
        supervisor: personName,
        note: z.string().trim().min(1).max(500),
      })
      .strict(),
    output: nothing,
  },
  /** How the payment of a lookup stands now; null when that lookup shows nothing any more. */
  'payment:standing': {
    input: z.object({ lookup: lookupNumber }).strict(),
    output: paymentStandingSchema.nullable(),
  },
  /** A supervisor accepts that the service says less was refunded than before (protocol 2). `refunded` is what was on screen. */
  'payment:accept-lower': {
    input: z
      .object({
        lookup: lookupNumber,
        refunded: z.number().int().nonnegative(),
        pin,
        supervisor: personName,
        why: reasonText,
      })
      .strict(),
    output: paymentStandingSchema,
  },
  /** A supervisor ends a lock that no attempt of this journal holds; `line` is the lock's. Sends nothing. */
  'payment:release': {
    input: z
      .object({
        line: z.number().int().positive(),
        pin,
        supervisor: personName,
        saw: reasonText,
        why: reasonText,
      })
      .strict(),
    output: nothing,
  },
  /**
   * Says whether the address that is stored now names the service of that number or another one (protocol 14).
   * `of` null is another. Taking a move back is the same call with `of` null.
   */
  'service:settle': {
    input: z
      .object({
        address: z.string().max(2048),
        of: z.number().int().positive().nullable(),
        pin,
        supervisor: personName,
        why: reasonText,
      })
      .strict(),
    output: appStateSchema,
  },
  'activity:export': {
    input: z.object({ from: moment, to: moment, format: z.enum(['csv', 'json']) }).strict(),
    output: saved,
  },

  /**
   * Begins a new journal where the old one cannot be used any more, on the word of somebody who may decide (design.md,
   * protocol 12): with the PIN, or, where the keychain lost key or PIN, by typing a token that the service accepts.
   * Sends no refund. Answers what of the old ones stands in it.
   */
  'journal:begin': {
    input: z
      .object({
        by: z.discriminatedUnion('with', [
          z.object({ with: z.literal('pin'), pin }).strict(),
          z
            .object({
              with: z.literal('token'),
              address: z.string().max(2048),
              token: z.string().max(8192),
              /** In the place of one that is lost; '' leaves it so. */
              newPin: pin,
            })
            .strict(),
        ]),
        supervisor: personName,
        why: reasonText,
      })
      .strict(),
    output: z
      .object({
        attempts: z.number().int().nonnegative(),
        undecided: z.number().int().nonnegative(),
        /** Payments that stay locked though their refund could not be read. */
        unread: z.number().int().nonnegative(),
        /** Lines that the keychain knew of and that could not be read; null when nobody knows how many there were. */
        missing: z.number().int().nonnegative().nullable(),
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
    output: appStateSchema,
  },
  /**
   * Address and token are one keychain value. The token goes in and never comes out. Connecting another service than
   * the one that is stored now takes the PIN or that one's token (design.md, protocol 14).
   */
  'token:save': {
    input: z
      .object({
        address: z.string().max(2048),
        token: z.string().max(8192),
        /** Only after the fault `other_service_needs_word`. */
        by: z
          .discriminatedUnion('with', [
            z.object({ with: z.literal('pin'), pin }).strict(),
            z.object({ with: z.literal('token'), stored: z.string().max(8192) }).strict(),
          ])
          .optional(),
      })
      .strict(),
    output: appStateSchema,
  },
  'token:forget': { input: nothing, output: appStateSchema },
  /** Counts the saved copies, and those that these limits would delete; null while they cannot be opened. */
  'copies:count': { input: retentionSchema, output: copyCount.nullable() },
  /** Deletes every saved copy on this till; the record of refunds stays. */
  'copies:forget': { input: nothing, output: nothing },
  'supervisor:set-pin': {
    input: z.object({ currentPin: pin, newPin: pin }).strict(),
    output: appStateSchema,
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
  'app:changed': appStateSchema,
  'attempt:changed': attemptViewSchema,
  'payment:changed': paymentStandingSchema,
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

export type AppState = z.infer<typeof appStateSchema>
export type ShownTransaction = z.infer<typeof shownTransactionSchema>
export type RecentTransaction = z.infer<typeof recentTransactionSchema>
export type AttemptEvidence = z.infer<typeof attemptEvidence>
export type ActivityOrder = z.infer<typeof activityOrder>
export type ActivityPage = z.infer<typeof activityPage>
export type LineNotice = z.infer<typeof lineNotice>
export type CopyCount = z.infer<typeof copyCount>
