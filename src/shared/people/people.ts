/** The people at the till, as records and screens name them (architecture.md, "Who may do what"), and the store's rules for them. */
import { z } from 'zod'
import { pin } from '../base/common-schemas'
import { levels, maxReasons, roles } from './rules'

/** Made by main, and never reused for another person. */
const personId = z.string().max(32)
export const personName = z.string().trim().min(1).max(80)

/** A person in the record. The id is '' on an open till, where the name is just typed. */
export const personRef = z.object({ id: personId, name: z.string().max(80) }).readonly()
export type PersonRef = z.output<typeof personRef>

/** A person with their role. */
export const knownPerson = z.object({ ...personRef.unwrap().shape, role: z.enum(roles) }).readonly()
export type KnownPerson = z.output<typeof knownPerson>

/** Returns the person as the record names them. */
export function refOf({ id, name }: KnownPerson): PersonRef {
  return { id, name }
}

/** What a badge's barcode says. Only its hash is kept. */
export const badgeCode = z.string().max(4096)

/** A proof of who a person is: their PIN or their badge. */
export const personProof = z.discriminatedUnion('with', [
  z.object({ with: z.literal('pin'), person: personId, pin }).strict(),
  z.object({ with: z.literal('badge'), code: badgeCode }).strict(),
])
export type PersonProof = z.output<typeof personProof>

/**
 * `none`: nobody is set up. `stopped`: no manager can sign in, each having been wrong ten times in a row. `damaged`: what was
 * kept cannot be read, or is missing; then nobody can sign in. `held`: it could not be read yet, since another program holds it.
 */
export const peopleStates = ['none', 'set', 'stopped', 'damaged', 'held'] as const
export type PeopleState = (typeof peopleStates)[number]

/** A person as the sign-in and the people page list them. */
export const listedPerson = z
  .object({ ...knownPerson.unwrap().shape, hasPin: z.boolean(), hasBadge: z.boolean(), stopped: z.boolean() })
  .readonly()
export type ListedPerson = z.output<typeof listedPerson>

/** A new person (id '') or a change of one. Fields that are left out stay; a null badge is removed. */
export const personChange = z
  .object({
    id: personId,
    name: personName,
    role: z.enum(roles),
    pin: pin.optional(),
    badge: badgeCode.nullable().optional(),
  })
  .strict()
export type PersonChange = z.output<typeof personChange>

/** Whether the till is staffed: once a cashier is set up, everybody signs in. Until then it is open and works without. */
export function isStaffed(people: readonly KnownPerson[]): boolean {
  return people.some(({ role }) => role === 'cashier')
}

/** Why a person cannot be added, changed or removed. */
export const personRefusals = [
  'gone',
  'too_many',
  'name_taken',
  'last_manager',
  'needs_pin',
  'badge_short',
  'badge_taken',
] as const

/** The changes to a person that the record has. */
export const personDoings = ['added', 'renamed', 'role', 'pin', 'badge', 'badge_removed', 'removed'] as const

/**
 * Why the person at the till was signed out or locked out: nobody touched it for a while, by the key, after a refund, another
 * person signed in, they were removed, the program ended, or the shift ended.
 */
export const signedOutReasons = ['idle', 'key', 'refund', 'other', 'removed', 'closed', 'shift'] as const
export type SignedOutReason = (typeof signedOutReasons)[number]

const limit = z.number().int().nonnegative().max(1e15).nullable()
/** Above `second` a refund takes a second person, above `never` it is not made here; null is no limit. */
const steps = z.object({ second: limit, never: limit }).strict().readonly()
const level = z.enum(levels)

const maxCurrencies = 20

/** `cashierCount` is refunds in an hour, `age` days since the payment. */
export const rulesSchema = z
  .object({
    /**
     * The limits in one currency: for one refund, for a cashier's refunds in a day, for the till's in a day. Once any currency is
     * named, a refund in another takes a second person.
     */
    money: z
      .array(
        z
          .object({
            currency: z.string().regex(/^[A-Z]{3}$/),
            amount: steps,
            cashierSum: steps,
            tillSum: steps,
          })
          .strict()
          .readonly(),
      )
      .max(maxCurrencies)
      .readonly(),
    cashierCount: steps,
    age: steps,
    typed: level,
    secondRefund: level,
    otherStore: level,
    otherReason: level,
    unknownStatus: level,
  })
  .strict()
  .readonly()

const maxReasonLength = 40

/** The store's own advice on the service's messages (renderer/words/refund.ts). */
export const adviceSchema = z
  .array(
    z
      .object({ contains: z.string().min(1).max(80), advice: z.string().min(1).max(200) })
      .strict()
      .readonly(),
  )
  .max(20)
  .readonly()

/** Codes of usual reasons and the store's own words, each once, in the order of the form. */
export const reasonsSchema = z
  .array(z.string().trim().min(1).max(maxReasonLength))
  .min(1)
  .max(maxReasons)
  .refine((list) => new Set(list).size === list.length, 'a reason stands in it twice')
  .readonly()
