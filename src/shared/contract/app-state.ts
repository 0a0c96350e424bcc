import { z } from 'zod'
import { attentionSchema, lateNewsSchema } from '../attempt/alarms'
import {
  languages,
  maxPaperLanguages,
  maxSoundVolume,
  papers,
  settingNames,
  textSizes,
  themes,
} from '../base/choices'
import { lockMinutesSchema, moment } from '../base/common-schemas'
import { refundsOffReasons } from '../fault'
import {
  adviceSchema,
  knownPerson,
  listedPerson,
  peopleStates,
  personRef,
  reasonsSchema,
  rulesSchema,
} from '../people/people'
import { roles } from '../people/rules'
import { chosenRelatedSchema } from './payment-channels'
import { testPrints } from './set-up'

/** Settings that are saved as they are shown (settings-channels.ts). */
export const savedSettings = {
  /** `system` is the PC's. */
  language: z.enum(['system', ...languages]),
  /** The customers', on paper; none is the PC's. */
  paperLanguages: z.array(z.enum(languages)).max(maxPaperLanguages).readonly(),
  theme: z.enum(themes),
  paper: z.enum(papers),
  textSize: z.literal(textSizes),
  soundVolume: z.number().int().min(0).max(maxSoundVolume),
  /** Minutes without a touch before a staffed till is locked. */
  lockMinutes: lockMinutesSchema,
  lockAfterRefund: z.boolean(),
  /** The store's reasons in the order of the form. */
  reasons: reasonsSchema,
} as const

/** All that the window shows outside a transaction (contract.ts); pushed whole whenever any of it changes. */
export const appStateSchema = z
  .object({
    /** When main read it, in milliseconds of its run: of two the later is newer, whichever arrives first. */
    readAt: z.number(),
    mode: z.enum(['welcome', 'practice', 'service']),
    tillName: z.string(),
    /** The `store_id` of this till's own store; '' when none is set. */
    storeId: z.string(),
    cashier: z.string(),
    ...savedSettings,
    /** Which related records are asked for under "More". */
    related: chosenRelatedSchema,
    /** Whether the till has printed its test slip (set-up.ts). */
    testPrint: z.enum(testPrints),
    /** The store's rules for refunds; null once they can't be read any more. */
    rules: rulesSchema.nullable(),
    /** The store's own advice, by what the service's refusals contain. */
    advice: adviceSchema,
    serviceAddress: z.string(),
    /** The stored address by the name that receipts and refunds have of their service; '' when none is stored. */
    serviceName: z.string(),
    /** The services that said that they move no real money, by name (practice.ts). */
    practiceServices: z.array(z.string()).readonly(),
    /** '' until a token is kept in the keychain. */
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
        why: z.enum(refundsOffReasons),
        /** How somebody may begin a new journal (protocol 12); null where nothing is to be replaced. */
        replaceable: z.enum(['person', 'token']).nullable(),
      }),
    ]),
    /** What is wrong with the administrator's policy, in words: file, key, what was expected. Null when nothing is. */
    policyProblem: z.string().nullable(),
    /** The settings that the policy sets, which nobody can change at this till. */
    setByPolicy: z.array(z.enum(settingNames)).readonly(),
    /** The only payment service that the policy lets be connected, by its address; '' when it names none. */
    policyAddress: z.string(),
    /** Attempts and payments by what they wait for. */
    attention: attentionSchema,
    /** What changed about refunds whose cashier has gone on: alarms first, each kind newest first. */
    news: z.array(lateNewsSchema).readonly(),
    connection: z.object({ state: z.enum(['online', 'offline', 'unknown']), since: z.string() }).readonly(),
    undecided: z.number().int().nonnegative(),
    sending: z.boolean(),
    people: z
      .object({
        state: z.enum(peopleStates),
        /** Everybody signs in; else the till is open. */
        staffed: z.boolean(),
        signedIn: knownPerson.nullable(),
        /** Nobody is signed in, or nothing was done for a while; false on an open till. */
        locked: z.boolean(),
        /** All who are set up. */
        list: z.array(listedPerson).readonly(),
        /** The rights that somebody opened to help, by role; null while they are closed. */
        rights: z.enum(roles).nullable(),
      })
      .readonly(),
    /** Wrong PINs before the last right one, for whoever typed that; null when there were none. */
    wrongPins: z
      .object({ person: personRef, tries: z.number().int().positive(), since: moment })
      .readonly()
      .nullable(),
    /** The public key that exports of this till are signed with; '' while it is not known. */
    exportsSignedBy: z.string(),
    about: z
      .object({
        version: z.string(),
        /** Not the Electron that ships: it says so in the window, and connects to this PC only. */
        testBuild: z.boolean(),
        /** What this build is for. A package for trial or for tests says so in the window, and connects to this PC only. */
        build: z.enum(['checkout', 'package', 'test_package']),
        /** How this PC writes days and numbers, as a language tag. */
        locale: z.string(),
        profile: z.string(),
        /** The program was started on another folder than this account's own. The window and all paper say so. */
        foreignProfile: z.boolean(),
        /** The folder that this profile's keychain entries were made in, where that is another one. */
        profileMovedFrom: z.string().nullable(),
      })
      .readonly(),
  })
  .readonly()
