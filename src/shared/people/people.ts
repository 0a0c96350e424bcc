/** Who stands at the till (architecture.md, "Who may do what"): roles, and a person as records and screens name one. */
import { z } from 'zod'
import { pin } from '../base/common-schemas'
import { roles } from './roles'

/** Made by main, and never given to another person. */
const personId = z.string().max(32)
export const personName = z.string().trim().min(1).max(80)

/** A person in the record. The id is '' on an open till, where a name is nothing but typed. */
export const personRef = z.object({ id: personId, name: z.string().max(80) }).readonly()
export type PersonRef = z.output<typeof personRef>

/** A person with what they may do. */
export const knownPerson = z.object({ ...personRef.unwrap().shape, role: z.enum(roles) }).readonly()
export type KnownPerson = z.output<typeof knownPerson>

/** The person as the record names them. */
export function refOf({ id, name }: KnownPerson): PersonRef {
  return { id, name }
}

/** How a person shows who they are: by their own PIN, or by their badge. */
export const personProof = z.discriminatedUnion('with', [
  z.object({ with: z.literal('pin'), person: personId, pin }).strict(),
  z.object({ with: z.literal('badge'), code: z.string().max(128) }).strict(),
])
export type PersonProof = z.output<typeof personProof>

/**
 * `none`: nobody is set up. `stopped`: no manager can come in, each was wrong ten times in a row. `damaged`: what was kept
 * can't be read, or is missing although there was something; then nobody is let in as anybody.
 */
export const peopleStates = ['none', 'set', 'stopped', 'damaged'] as const
export type PeopleState = (typeof peopleStates)[number]

/** A person as the sign-in and the page for people list one. */
export const listedPerson = z
  .object({ ...knownPerson.unwrap().shape, hasPin: z.boolean(), hasBadge: z.boolean(), stopped: z.boolean() })
  .readonly()
export type ListedPerson = z.output<typeof listedPerson>

/** A new person (id '') or a change of one. What is left out stays; a badge that is null is taken away. */
export const personChange = z
  .object({
    id: personId,
    name: personName,
    role: z.enum(roles),
    pin: pin.optional(),
    badge: z.string().max(128).nullable().optional(),
  })
  .strict()
export type PersonChange = z.output<typeof personChange>

/** A till is staffed once a cashier is set up: everybody signs in. Until then it is open, and works without. */
export function isStaffed(people: readonly KnownPerson[]): boolean {
  return people.some(({ role }) => role === 'cashier')
}

/** Why somebody can't be added, changed or removed like that. */
export const personRefusals = [
  'gone',
  'too_many',
  'name_taken',
  'last_manager',
  'needs_pin',
  'badge_short',
  'badge_taken',
] as const

/** What is done to somebody who may stand at the till. */
export const personDoings = ['added', 'renamed', 'role', 'pin', 'badge', 'badge_removed', 'removed'] as const

/**
 * Why who served is signed out: nothing was done for a while, by the key, after a refund, another signed in, they were removed,
 * the program ended, or the shift did.
 */
export const signedOutReasons = ['idle', 'key', 'refund', 'other', 'removed', 'closed', 'shift'] as const
export type SignedOutReason = (typeof signedOutReasons)[number]
