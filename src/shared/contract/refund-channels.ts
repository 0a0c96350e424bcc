/** The part of the contract (contract.ts) that is about refunding the payment on screen. */
import { z } from 'zod'
import {
  attemptViewSchema,
  lookupId,
  paymentStandingSchema,
  shownTransactionSchema,
} from '../attempt/payment-standing'
import { charactersSchema, nothing, reasonText } from '../base/common-schemas'
import { personProof } from '../people/people'
import { ruleNames } from '../people/rules'

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

export const refundChannels = {
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
      .object({
        line: z.number().int().positive(),
        proof: personProof,
        saw: reasonText,
        why: reasonText,
      })
      .strict(),
    output: nothing,
    who: 'own_proof',
  },
} as const
