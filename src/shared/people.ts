/** Who stands at the till (architecture.md, "People"): roles, and a person as records and screens name one. */
import { z } from 'zod'
import { pin } from './common-schemas'

/** From the least to the most that somebody may. */
export const roles = ['cashier', 'supervisor', 'manager'] as const
export type Role = (typeof roles)[number]

/** Whether this role may do what that one may. */
export function atLeast(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}

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
