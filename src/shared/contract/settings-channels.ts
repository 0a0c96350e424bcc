/** The part of the contract (contract.ts) that is about setting the till up. */
import { z } from 'zod'
import { lookupId } from '../attempt/payment-standing'
import { charactersSchema, nothing, reasonText } from '../base/common-schemas'
import { faultSchema } from '../fault'
import { personProof, rulesSchema } from '../people/people'
import { appStateSchema, savedSettings } from './app-state'
import { tokenProof } from './people-channels'

/** What of the settings is the store's and not the cashier's. */
const storeSettings = [
  'tillName',
  'storeId',
  'lockMinutes',
  'lockAfterRefund',
  'paperLanguages',
  'rules',
  'reasons',
] as const

const settingsOrder = z
  .object({
    tillName: z.string().trim().max(80),
    /** The `store_id` that payments taken at this till's own store carry; '' when nobody has said. */
    storeId: z.string().max(200).trim().pipe(charactersSchema(64)),
    cashier: z.string().trim().max(80),
    ...savedSettings,
    rules: rulesSchema,
  })
  .partial()
  .strict()

export const settingsChannels = {
  'settings:save': {
    input: settingsOrder,
    output: appStateSchema,
    who: (order: z.output<typeof settingsOrder>) =>
      storeSettings.some((name) => order[name] !== undefined) ? 'manager' : 'cashier',
  },
  /**
   * Takes the `store_id` of the receipt on screen for that of this till's own store, once: where one is set already, or the
   * receipt is another one, it is `screen_outdated`. Changing it later is a manager's.
   */
  'store:learn': { input: z.object({ lookup: lookupId }).strict(), output: appStateSchema, who: 'cashier' },
  /**
   * Asks the service first, and keeps address and token as one keychain value when it was reached. `anyway` keeps them
   * without asking: a till may be set up before it has a line. The token goes in and never comes out.
   */
  'token:save': {
    input: z
      .object({ address: z.string().max(2048), token: z.string().max(16_384), anyway: z.boolean() })
      .strict(),
    output: z.discriminatedUnion('saved', [
      z.object({ saved: z.literal(true), app: appStateSchema }).readonly(),
      z
        .object({
          saved: z.literal(false),
          /** `refused`: the token. `unreachable`: nothing answers. `strange`: what answers is not the payment service. */
          said: z.enum(['refused', 'unreachable', 'strange']),
          /** The same in detail. */
          fault: faultSchema,
        })
        .readonly(),
    ]),
    who: 'manager',
  },
  'token:forget': { input: nothing, output: appStateSchema, who: 'manager' },
  /** Deletes every saved copy on this till; the record of refunds stays. */
  'copies:forget': { input: nothing, output: nothing, who: 'manager' },
  /**
   * Begins a new journal where the old one cannot be used any more, on the word of somebody who may decide
   * (refund-protocol.md 12): with the own PIN, or, where the keychain lost key or people, by typing a token that the service accepts.
   * Sends no refund. Answers what of the old ones stands in it.
   */
  'journal:begin': {
    input: z
      .object({ proof: z.discriminatedUnion('with', [...personProof.options, tokenProof]), why: reasonText })
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
    who: 'own_proof',
  },

  /** Both open the other mode's till in this window. */
  'practice:enter': { input: nothing, output: nothing, who: 'supervisor' },
  'practice:leave': { input: nothing, output: nothing, who: 'anybody' },
} as const
