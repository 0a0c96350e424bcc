/**
 * The one contract between the window and the main process: each channel's input and output. Every type on
 * either side derives from it (style.md 1). A call is answered by `Result<Output, Fault>`; inputs and outputs
 * are both parsed in the main process. The renderer imports types only, so no zod reaches it.
 *
 * Amounts are hundredths of the currency; times are ISO 8601 in UTC unless they are the service's own text.
 */
import { z } from 'zod'
import { attemptEventSchema, attemptSchema, decisionSchema } from './attempt'
import type { Fault } from './fault'
import type { Result } from './result'
import { codeKinds } from './scan-code'
import { transactionSchema } from './transaction'

const nothing = z.object({}).strict()
const lookupNumber = z.number().int().positive()
const marker = z.string().max(16)
const moment = z.string().describe('ISO 8601, UTC')
const pin = z.string().max(64)

const lookupOrder = z
  .object({ lookup: lookupNumber, code: z.string().max(4096), match: z.enum(['automatic', ...codeKinds]) })
  .strict()

/** What a receipt on screen rests on. */
const shownTransaction = z
  .object({
    lookup: lookupNumber,
    record: transactionSchema,
    foundBy: z.enum(codeKinds),
    code: z.string(),
    source: z.enum(['service', 'saved']),
    at: moment,
    /** The undecided attempt that locks this transaction, if any. */
    locked: attemptSchema.nullable(),
  })
  .readonly()

const recentTransaction = z
  .object({
    code: z.string(),
    foundBy: z.enum(codeKinds),
    record: transactionSchema,
    at: moment,
    undecided: z.boolean(),
  })
  .readonly()

/** All that the window shows outside a transaction; pushed whole whenever any of it changes. */
const deskState = z
  .object({
    mode: z.enum(['welcome', 'practice', 'service']),
    storeName: z.string(),
    cashier: z.string(),
    theme: z.enum(['system', 'light', 'dark', 'contrast']),
    paper: z.enum(['80mm', 'a4']),
    serviceAddress: z.string(),
    deviceId: z.string(),
    token: z.enum(['none', 'keychain', 'session_only']),
    keychain: z.discriminatedUnion('works', [
      z.object({ works: z.literal(true) }),
      z.object({ works: z.literal(false), detail: z.string() }),
    ]),
    refunds: z.discriminatedUnion('on', [
      z.object({ on: z.literal(true) }),
      z.object({
        on: z.literal(false),
        why: z.enum([
          'no_keychain',
          'journal_damaged',
          'journal_rolled_back',
          'journal_wrong_key',
          'journal_unwritable',
        ]),
      }),
    ]),
    connection: z.object({ state: z.enum(['online', 'offline', 'unknown']), since: moment }).readonly(),
    undecided: z.number().int().nonnegative(),
    sending: z.boolean(),
    supervisorPinSet: z.boolean(),
    about: z
      .object({
        version: z.string(),
        electron: z.string(),
        chrome: z.string(),
        node: z.string(),
        platform: z.string(),
        profile: z.string(),
      })
      .readonly(),
  })
  .readonly()

/** An attempt's evidence: where it stands and every line of the journal about it. */
const attemptEvidence = z
  .object({
    attempt: attemptSchema,
    events: z.array(attemptEventSchema).readonly(),
    nextLookAt: moment.nullable(),
  })
  .readonly()

const paperSubject = z.enum(['receipt', 'outcome', 'practice_sheet'])
const saved = z.object({ saved: z.boolean(), path: z.string() }).readonly()

export const contract = {
  'desk:read': { input: nothing, output: deskState },

  /** The renderer numbers its lookups upwards; main refuses a number that is not above the window's last. */
  'lookup:find': {
    input: lookupOrder,
    output: shownTransaction,
  },
  /**
   * The saved copy for a lookup that `lookup:find` has begun, or null. Answered at once, while the service is
   * asked; the service's answer replaces it.
   */
  'lookup:saved': {
    input: lookupOrder,
    output: shownTransaction.nullable(),
  },
  /** The next number that `lookup:find` accepts from this window: a reloaded window must not start again at 1. */
  'lookup:next-number': { input: nothing, output: lookupNumber },
  'lookup:recent': { input: nothing, output: z.array(recentTransaction).readonly() },

  'refund:issue': {
    input: z
      .object({
        lookup: lookupNumber,
        /** The internal `id` of the transaction on screen. */
        id: z.string().max(64),
        amount: z.object({ hundredths: z.number().int().positive(), currency: z.string().max(16) }).strict(),
        reason: z.string().trim().max(200),
        /** The cashier confirmed once more what `refundability` asked about. */
        confirmed: z.boolean(),
      })
      .strict(),
    output: attemptSchema,
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

  'settings:save': {
    input: z
      .object({
        storeName: z.string().trim().max(80),
        cashier: z.string().trim().max(80),
        theme: z.enum(['system', 'light', 'dark', 'contrast']),
        paper: z.enum(['80mm', 'a4']),
      })
      .partial()
      .strict(),
    output: deskState,
  },
  /** Address and token are one keychain value. The token goes in and never comes out. */
  'token:save': {
    input: z.object({ address: z.string().max(2048), token: z.string().max(8192) }).strict(),
    output: deskState,
  },
  'token:forget': { input: nothing, output: deskState },
  /** Deletes every saved copy on this till; the record of refunds stays. */
  'copies:forget': { input: nothing, output: nothing },
  'supervisor:set-pin': {
    input: z.object({ currentPin: pin, newPin: pin }).strict(),
    output: deskState,
  },

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
  'clipboard:copy': { input: z.object({ text: z.string().max(4096) }).strict(), output: nothing },
} as const

/** What main tells the window unasked. */
export const signals = {
  'desk:changed': deskState,
  'attempt:changed': attemptSchema,
} as const

export type Channel = keyof typeof contract
export type Input<C extends Channel> = z.input<(typeof contract)[C]['input']>
export type ParsedInput<C extends Channel> = z.output<(typeof contract)[C]['input']>
export type Output<C extends Channel> = z.output<(typeof contract)[C]['output']>
export type Answer<C extends Channel> = Result<Output<C>, Fault>

export type Signal = keyof typeof signals
export type SignalOf<S extends Signal> = z.output<(typeof signals)[S]>

export type DeskState = z.infer<typeof deskState>
export type ShownTransaction = z.infer<typeof shownTransaction>
export type RecentTransaction = z.infer<typeof recentTransaction>
export type AttemptEvidence = z.infer<typeof attemptEvidence>
export type PaperSubject = z.infer<typeof paperSubject>
