/** The part of the contract (contract.ts) that is about a payment: looking it up, searching what is saved, refunding it. */
import { z } from 'zod'
import {
  attemptViewSchema,
  lockedBySchema,
  lookupId,
  paymentStandingSchema,
  recentTransactions,
  shownTransactionSchema,
} from '../attempt/payment-standing'
import { charactersSchema, nothing, reasonText } from '../base/common-schemas'
import { maxTermLength, maxTerms } from '../lookup/copies'
import { codeKinds, relatedKinds } from '../payment/codes'
import { gatewayCodes, paymentStates } from '../payment/refund-rules'
import { personProof } from '../people/people'
import { ruleNames } from '../people/rules'

const relatedKindSchema = z.enum(relatedKinds)
/** Which of the four are asked for: each at most once, in the order of `relatedKinds`. */
export const chosenRelatedSchema = z
  .array(relatedKindSchema)
  .max(relatedKinds.length)
  .readonly()
  .transform((chosen): readonly (typeof relatedKinds)[number][] =>
    relatedKinds.filter((kind) => chosen.includes(kind)),
  )

/**
 * One related record as labelled lines, whatever its shape was (interface.md §2.2: "not shown"): a nested name
 * is a path with dots, a bare value has the name ''. No lines: the service says that there is none.
 */
const relatedRecordSchema = z
  .object({
    kind: relatedKindSchema,
    lines: z.array(z.object({ name: z.string(), value: z.string() }).readonly()).readonly(),
    /** There were more lines, or longer ones, than are kept. */
    cut: z.boolean(),
  })
  .readonly()
export type RelatedRecord = z.infer<typeof relatedRecordSchema>

const lookupOrder = z
  .object({
    lookup: lookupId,
    code: z.string().max(4096),
    match: z.enum(['automatic', ...codeKinds]),
    /** By keys or from a list instead of by the scanner. */
    typed: z.boolean(),
  })
  .strict()

const amountRange = z
  .object({ from: z.number().int(), to: z.number().int(), currency: z.string().max(maxTermLength) })
  .strict()
const dayPart = z.number().int().nonnegative().nullable()

/** What `readCopyQuery` makes of one typed word. */
const searchTerm = z
  .object({
    text: z.string().min(1).max(maxTermLength),
    amount: amountRange.nullable(),
    day: z.object({ year: dayPart, month: dayPart, day: dayPart }).strict().nullable(),
    states: z.array(z.enum(paymentStates)).max(paymentStates.length).readonly(),
    gateways: z.array(z.enum(gatewayCodes)).max(gatewayCodes.length).readonly(),
  })
  .strict()

/** A saved copy as a list shows it. */
const foundCopy = z
  .object({
    id: z.string(),
    transactionId: z.string(),
    customId: z.string(),
    amount: z.number().int().nullable(),
    refunded: z.number().int().nullable(),
    currency: z.string(),
    status: z.string(),
    gatewayCode: z.string(),
    /** The service's own name of the wallet or card, shortened for display; '' when it gives none. */
    wallet: z.string(),
    /** The service's own text for when it was paid. */
    paidAt: z.string(),
    savedAt: z.string().describe('ISO 8601, UTC'),
    lockedBy: lockedBySchema,
  })
  .readonly()

/** What there is to search: how many copies, and the day of the oldest payment among them (2026-11-21). */
const savedSummary = z
  .object({ count: z.number().int().nonnegative(), oldest: z.string().nullable() })
  .readonly()

const copySearchOrder = z.object({ terms: z.array(searchTerm).max(maxTerms) }).strict()

/** How many copies match, and the newest of them. */
const copySearchResult = z
  .object({ total: z.number().int().nonnegative(), rows: z.array(foundCopy).readonly(), saved: savedSummary })
  .readonly()

/** What the cashier has filled in. */
const refundAsked = z
  .object({
    lookup: lookupId,
    /** The internal `id` of the transaction on screen. */
    id: charactersSchema(64),
    /** What was on screen as refunded, in hundredths: a form that is sent again after its refund is not the same. */
    refunded: z.number().int().nonnegative(),
    amount: z.object({ hundredths: z.number().int().positive(), currency: charactersSchema(16) }).strict(),
    /** A code of the store's list, and what was typed beside *other*. */
    reason: z.object({ code: z.string().max(80), text: z.string().trim().max(200) }).strict(),
  })
  .strict()

const refundOrder = refundAsked
  .extend({
    /** The cashier confirmed once more what `refundability` asked about. */
    confirmed: z.boolean(),
    /** The rules of the fault `second_person_needed` that a second person read and said yes to; none without one. */
    yesTo: z.array(z.enum(ruleNames)).max(ruleNames.length).readonly().default([]),
    /** Who said yes. */
    proof: personProof.optional(),
  })
  .strict()

export const paymentChannels = {
  /**
   * Answers with a record only while no newer lookup has begun. The saved copy, if there is one, is pushed as
   * `lookup:copy-found` when it is read: before the service's answer as a rule, and always before a fault that it
   * outlives.
   */
  'lookup:find': { input: lookupOrder, output: shownTransactionSchema, who: 'cashier' },
  /**
   * One related record of the receipt on screen (interface.md §4.2, `include`), asked of the service with the code
   * and kind that found the payment. A newer lookup ends it as `lookup_superseded`.
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
   * The code that another program on this PC asks to be looked up, given once. A locked till says only that one waits for
   * the sign-in. `lookup:requested` says that there is one.
   */
  'lookup:take-requested': {
    input: nothing,
    output: z.discriminatedUnion('at', [
      z.object({ at: z.literal('none') }).readonly(),
      z.object({ at: z.literal('code'), code: z.string() }).readonly(),
      z.object({ at: z.literal('waits') }).readonly(),
    ]),
    who: 'anybody',
  },

  /**
   * Searches what is saved on this till: newest payment first. Null says that a newer search has taken over. No term finds
   * everything.
   */
  'copies:search': { input: copySearchOrder, output: copySearchResult.nullable(), who: 'cashier' },

  /**
   * What the store's rules say of a refund before it is confirmed, from memory: `second_person_needed` and `refund_not_here`
   * are its faults. Nothing is asked of the service, written or promised by it: `refund:issue` judges anew.
   */
  'refund:judge': { input: refundAsked, output: nothing, who: 'cashier' },
  'refund:issue': {
    input: refundOrder,
    /** `shown` is the record that the service's answer held, as the window shows it next; null without one. */
    output: z.object({ attempt: attemptViewSchema, shown: shownTransactionSchema.nullable() }).readonly(),
    who: ({ proof }: z.output<typeof refundOrder>) => (proof === undefined ? 'cashier' : 'own_proof'),
  },

  /** A second person says no: the record keeps who, by which rules, and to what. Only where `refund:judge` asks for one. */
  'refund:decline': {
    input: refundAsked.extend({ proof: personProof }).strict(),
    output: nothing,
    who: 'own_proof',
  },

  /** How the payment of a lookup stands now; null when that lookup shows nothing any more. */
  'payment:standing': {
    input: z.object({ lookup: lookupId }).strict(),
    output: paymentStandingSchema.nullable(),
    who: 'cashier',
  },
  /** A supervisor accepts that the service says less was refunded than before (protocol 2). `refunded` is what was on screen. */
  'payment:accept-lower': {
    input: z
      .object({
        lookup: lookupId,
        refunded: z.number().int().nonnegative(),
        proof: personProof,
        why: reasonText,
      })
      .strict(),
    output: paymentStandingSchema,
    who: 'own_proof',
  },
  /** A supervisor ends a lock that no attempt of this journal holds; `line` is the lock's. Sends nothing. */
  'payment:release': {
    input: z
      .object({ line: z.number().int().positive(), proof: personProof, saw: reasonText, why: reasonText })
      .strict(),
    output: nothing,
    who: 'own_proof',
  },
} as const

export type FoundCopy = z.infer<typeof foundCopy>
export type SavedSummary = z.infer<typeof savedSummary>
