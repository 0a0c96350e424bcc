/** The part of the contract (contract.ts) that is about the refunds of this till and what is known of each. */
import { z } from 'zod'
import { alarmSchema } from '../attempt/alarms'
import { attemptEventSchema, attemptStateSchema, decisionOrderSchema } from '../attempt/attempt'
import { attemptViewSchema, decidableSchema } from '../attempt/payment-standing'
import { moment, nothing, saved } from '../base/common-schemas'
import { personProof } from '../people/people'
import { daySchema, sheetSchema } from '../refund/day'

const marker = z.string().max(16)
const comparable = moment.refine((text) => !Number.isNaN(Date.parse(text)), 'not ISO 8601')

/** An attempt's evidence: where it stands and every line of the journal about it. */
const attemptEvidence = z
  .object({
    attempt: attemptViewSchema,
    events: z.array(attemptEventSchema).readonly(),
    /** Whether a person may say now that it was refunded, and that it was not (protocol 9). */
    decidable: z.object({ refunded: decidableSchema, notRefunded: decidableSchema }).readonly(),
    /** The `store_id` of the payment, as the saved copies know it; '' where they do not. */
    storeId: z.string(),
  })
  .readonly()

/** What to look for in Activity; every part that is given must fit. Texts are whole and exact, case aside. */
const activityOrder = z
  .object({
    /** The `next` of the page before it; null for the first page. */
    before: z.number().int().positive().nullable(),
    count: z.number().int().min(1).max(1000),
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

/** An alarm or a lock that stands by no attempt, until somebody ends it. */
const lineNotice = z
  .object({
    line: z.number().int().positive(),
    at: moment,
    what: z.union([alarmSchema, z.enum(['locked_unread', 'lowering_returned', 'could_not_be_read'])]),
    marker: z.string(),
    id: z.string(),
    /** Lines that could not be read; 0 when that is unknown, and for everything else. */
    lines: z.number().int().nonnegative(),
    /** The refund numbers of what can't be read any more. */
    lost: z.array(z.string()).readonly(),
    /** What the service shows as refunded again; null for everything else. */
    refunded: z.object({ hundredths: z.number().int(), currency: z.string() }).readonly().nullable(),
    locks: z.boolean(),
  })
  .readonly()

const activityPage = z
  .object({
    open: z.array(attemptViewSchema).readonly(),
    notices: z.array(lineNotice).readonly(),
    attempts: z.array(attemptViewSchema).readonly(),
    /** The `before` of the next page; null when this was the last. */
    next: z.number().int().positive().nullable(),
    /** Whether some of what was asked for may be missing because older parts of the record are still being read. */
    reading: z.boolean(),
  })
  .readonly()

/** What was refunded in a period, and what needs attention now. */
const daySummary = z
  .object({
    /** Null for a cashier: figures of a shift are shown once it is closed. */
    day: daySchema.nullable(),
    /** What needs an answer or a person, whatever its day, in Activity's order; not all of it. */
    open: z.array(attemptViewSchema).readonly(),
    /** How many more entries of that sort Activity has, alarms of no refund of this record among them. */
    moreOpen: z.number().int().nonnegative(),
  })
  .readonly()

export const activityChannels = {
  /**
   * Refunds of this till, newest first, a page at a time. The first page (`before` null) also answers, under `open`,
   * whatever is undecided or has an alarm that nobody has acknowledged, whatever was asked for.
   */
  'activity:page': { input: activityOrder, output: activityPage, who: 'cashier' },
  /**
   * Added up by main from one moment to another, in milliseconds since 1970, both inclusive. Refused (`journal_opening`), as
   * `shift:sheets` is, while part of that time is still being read.
   */
  'activity:day': {
    input: z.object({ from: z.number().int(), to: z.number().int() }).strict(),
    output: daySummary,
    who: 'cashier',
  },
  /** Shifts that were closed in that time, newest first; a cashier's own alone. */
  'shift:sheets': {
    input: z.object({ from: z.number().int(), to: z.number().int() }).strict(),
    output: z.array(sheetSchema).readonly(),
    who: 'cashier',
  },
  /** Closes the shift of who is signed in, locks the till, and then answers the shift's figures. */
  'shift:close': { input: nothing, output: sheetSchema, who: 'cashier' },
  'activity:open': { input: z.object({ marker }).strict(), output: attemptEvidence, who: 'cashier' },
  /** Checks with the service at once, by a show alone, instead of at the next planned time. */
  'activity:check': { input: z.object({ marker }).strict(), output: attemptEvidence, who: 'cashier' },
  'activity:decide': {
    input: z
      .object({
        marker,
        proof: personProof,
        decision: decisionOrderSchema.unwrap().omit({ supervisor: true }),
      })
      .strict(),
    output: attemptEvidence,
    who: 'own_proof',
  },
  /** Ends one alarm: of an attempt (its number there), or of the line that raised it. Never a lock. */
  'activity:acknowledge': {
    input: z
      .object({
        alarm: z.discriminatedUnion('of', [
          z.object({ of: z.literal('attempt'), marker, number: z.number().int().positive() }).strict(),
          z.object({ of: z.literal('line'), line: z.number().int().positive() }).strict(),
        ]),
        proof: personProof,
        note: z.string().trim().min(1).max(500),
      })
      .strict(),
    output: nothing,
    who: 'own_proof',
  },
  'activity:export': {
    input: z.object({ from: comparable, to: comparable, format: z.enum(['csv', 'json']) }).strict(),
    output: saved,
    who: 'manager',
  },
} as const
