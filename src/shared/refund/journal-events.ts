/**
 * The journal's lines about no attempt: what was found out or decided about a payment, and what was done to the till
 * (refund-protocol.md 2, 9, 12 and 14). Times are milliseconds since 1970 by this PC's clock, amounts hundredths.
 */
import { z } from 'zod'
import { alarmSchema } from '../attempt/alarms'
import { knownPerson, personDoings, personRef, rulesSchema, signedOutReasons } from '../people/people'
import { ruleNames } from '../people/rules'
import { daySchema } from './day'

const at = z.number().int()
const amount = z.number().int().nonnegative()
const id = z.string().min(1)

/** What locks a payment without an attempt, until a person releases it. */
export const lockEventSchema = z
  .discriminatedUnion('kind', [
    /** The value that a lowering had taken back came back. */
    z
      .object({ kind: z.literal('lowering_returned'), at, id, currency: z.string(), refunded: amount })
      .strict(),
    /**
     * A refund of an earlier journal that cannot be opened, whose payment stays locked. `lock` is the SHA-256 of the id in
     * hexadecimal, or its beginning.
     */
    z
      .object({
        kind: z.literal('locked_unread'),
        at,
        lock: z.string().regex(/^[0-9a-f]{16,64}$/),
        marker: z.string(),
      })
      .strict(),
  ])
  .readonly()

/** An event of one payment, by its internal `id`. */
export const paymentEventSchema = z
  .discriminatedUnion('kind', [
    /** From here on `to` is the high-water value; what was seen before no longer counts. */
    z
      .object({
        kind: z.literal('lowered'),
        at,
        id,
        from: amount,
        to: amount,
        by: z.object({ supervisor: z.string(), why: z.string() }).strict().readonly(),
      })
      .strict(),
    /** More was refunded than by this till, which is news and no alarm. From here on it is expected. */
    z.object({ kind: z.literal('risen'), at, id, currency: z.string(), refunded: amount }).strict(),
    ...lockEventSchema.unwrap().options,
    /** A person ends the lock that the line with this number made. */
    z
      .object({
        kind: z.literal('released'),
        at,
        line: z.number().int().positive(),
        supervisor: z.string(),
        saw: z.string(),
        why: z.string(),
      })
      .strict(),
  ])
  .readonly()
export type PaymentEvent = z.infer<typeof paymentEventSchema>

/** How many characters of a setting's value a line keeps. The store's reasons are the longest. */
export const maxSettingLength = 500

/** An act that is no refund. */
export const actSchema = z
  .discriminatedUnion('act', [
    z
      .object({
        act: z.literal('setting'),
        name: z.string().max(80),
        was: z.string().max(maxSettingLength),
        now: z.string().max(maxSettingLength),
      })
      .strict(),
    /** The rules for refunds changed; null where they could not be read any more. */
    z.object({ act: z.literal('rules'), was: rulesSchema.nullable(), now: rulesSchema.nullable() }).strict(),
    /** The second person, who did this act, declined the cashier's refund, which takes a yes by these rules. */
    z
      .object({
        act: z.literal('declined'),
        cashier: personRef.nullable(),
        id,
        amount: z.number().int().positive(),
        currency: z.string(),
        rules: z.array(z.enum(ruleNames)).readonly(),
      })
      .strict(),
    /** A person was changed; `person` is as they are afterwards. */
    z.object({ act: z.literal('person'), what: z.enum(personDoings), person: knownPerson }).strict(),
    /** Somebody signed in to serve, or was let in to help; `by` is the proof. */
    z
      .object({
        act: z.literal('signed_in'),
        by: z.enum(['pin', 'badge', 'token']),
        to: z.enum(['serve', 'help']),
      })
      .strict(),
    /** A person closed their shift, with its figures. */
    z.object({ act: z.literal('shift'), since: at, day: daySchema }).strict(),
    z.object({ act: z.literal('signed_out'), why: z.enum(signedOutReasons) }).strict(),
    /** A person's wrong PINs since the last right one: the right one followed, or ten in a row stopped the PIN. */
    z
      .object({
        act: z.literal('wrong_pins'),
        what: z.enum(['right_after_wrong', 'stopped']),
        person: personRef,
        tries: z.number().int().positive(),
        since: at,
      })
      .strict(),
    z
      .object({
        act: z.literal('credentials'),
        what: z.enum(['saved', 'forgotten', 'provisioned']),
        address: z.string(),
      })
      .strict(),
    z
      .object({
        act: z.literal('export'),
        what: z.string().max(80),
        from: z.string().max(40),
        to: z.string().max(40),
      })
      .strict(),
    z.object({ act: z.literal('copies_forgotten') }).strict(),
    /** The payer of the receipt on screen was shown, by its transaction id, else by its internal id. */
    z.object({ act: z.literal('private_shown'), transaction: z.string().max(255) }).strict(),
    z.object({ act: z.literal('practice'), what: z.enum(['entered']) }).strict(),
  ])
  .readonly()

/** An alarm without an attempt, until somebody acknowledges it. */
export const alarmEventSchema = z
  .discriminatedUnion('kind', [
    /** Lines that could not be read, of the record or of an earlier journal when it was taken over. */
    z
      .object({
        kind: z.literal('could_not_be_read'),
        at,
        lines: z.number().int().nonnegative(),
        /** Whether refunds of the last hours may be missing, so that the day's limits ask for a second person. */
        sumsUnknown: z.boolean(),
        detail: z.string(),
      })
      .strict(),
    /** An alarm about a payment that has no attempt to write it to. */
    z.object({ kind: z.literal('payment_alarmed'), at, id, alarm: alarmSchema, detail: z.string() }).strict(),
  ])
  .readonly()

/** An event of the till as a whole. */
export const tillEventSchema = z
  .discriminatedUnion('kind', [
    /** The service at this address said that it is practice (shared/contract/practice.ts), and counts so for good. */
    z.object({ kind: z.literal('practice_heard'), at, address: z.string() }).strict(),
    /** Says nothing but how long the till has run, which each line does. */
    z.object({ kind: z.literal('ran'), at }).strict(),
    /** `by` is who did it, as far as the till knows; null where unknown. */
    z.object({ kind: z.literal('acted'), at, by: personRef.nullable(), act: actSchema }).strict(),
    ...alarmEventSchema.unwrap().options,
    /** Ends the alarm that the line with this number raised. */
    z
      .object({
        kind: z.literal('alarm_acknowledged'),
        at,
        line: z.number().int().positive(),
        by: z.string(),
        note: z.string(),
      })
      .strict(),
  ])
  .readonly()
export type TillEvent = z.infer<typeof tillEventSchema>
export type Act = z.infer<typeof actSchema>
