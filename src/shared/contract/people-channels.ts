/**
 * Who may call a channel of the contract (architecture.md, "Who may do what"), and the channels that are about who stands at the
 * till. Each channel of the contract says itself who may call it (`who`), and main asks before any handler runs
 * (main/ipc/answer.ts). PINs, badges and tokens go in and never come out.
 */
import { z } from 'zod'
import { nothing, pin } from '../base/common-schemas'
import { badgeCode, type PersonProof, personChange, personName, personProof } from '../people/people'
import { appStateSchema } from './app-state'

/**
 * A token, which the service at that address must accept: where nobody can show who they are any more. Whoever types it says
 * who they are, and may become a manager by the PIN beside it; '' leaves that.
 */
export const tokenProof = z
  .object({
    with: z.literal('token'),
    address: z.string().max(2048),
    token: z.string().max(16_384),
    name: personName,
    newPin: pin,
  })
  .strict()
export type TokenProof = z.output<typeof tokenProof>

/** What a call carries as `proof`, and main checks. */
export type Proof = PersonProof | TokenProof

/**
 * `anybody` is at the counter, also while the till is locked. `cashier`, `supervisor` and `manager` take somebody of that role or
 * more: who is signed in, or who opened the rights to help (main/people/rights.ts); on an open till everybody may what a
 * cashier may. `manager_in_person` is not the access token in use, as long as a manager can come in. `own_proof` takes the
 * input's `proof` each time, a supervisor's or more, whoever is signed in: it decides about money.
 */
export type Permission = 'anybody' | 'cashier' | 'supervisor' | 'manager' | 'manager_in_person' | 'own_proof'

/** Only an input that always has a proof can be asked for one. */
type Fixed<In> =
  | Exclude<Permission, 'own_proof'>
  | (In extends { readonly proof: Proof } ? 'own_proof' : never)

/** What the input decides: a proof that may be left out is asked for where it is given. */
type ByInput<In> = (
  input: In,
) => 'anybody' | 'cashier' | 'manager' | ('proof' extends keyof In ? 'own_proof' : never)

type Who<In> = Fixed<In> | ByInput<In>

/** The contract itself, where every channel's `who` fits its input; `never` in the place of one that does not. */
type Permitted<T> = {
  readonly [C in keyof T]: T[C] extends { input: infer I extends z.ZodType; output: z.ZodType; who: infer W }
    ? [W] extends [Who<z.output<I>>]
      ? T[C]
      : never
    : never
}

/** Does not compile where a channel takes a proof that its input does not carry, or does not say who may call it. */
export function permitted<const T extends object>(contract: T & Permitted<T>): T {
  return contract
}

export const peopleChannels = {
  /** Signs in at a staffed till, also over somebody else or a lock. */
  'people:sign-in': {
    input: z.object({ proof: personProof }).strict(),
    output: appStateSchema,
    who: 'anybody',
  },
  /**
   * Whether a scanned code is somebody's badge, who signs in by it unless a form has asked for it. Every other code is to be
   * looked up: it counts as nobody's try.
   */
  'people:scan': {
    input: z.object({ code: badgeCode, signsIn: z.boolean() }).strict(),
    output: z.object({ isBadge: z.boolean() }).readonly(),
    who: 'anybody',
  },
  /** Locks a staffed till, and closes the rights to help. */
  'people:lock': {
    input: z.object({ why: z.enum(['key', 'refund']) }).strict(),
    output: appStateSchema,
    who: 'anybody',
  },
  /** Restarts the time until the lock: somebody uses keys, scanner or pointer. */
  'people:active': { input: nothing, output: nothing, who: 'anybody' },
  /**
   * Opens the rights of a supervisor or manager who helps at the till: they end by themselves two minutes after they were
   * last used, and ten minutes after they were opened.
   */
  'rights:begin': {
    input: z.discriminatedUnion('with', [
      ...personProof.options,
      z.object({ with: z.literal('token'), stored: z.string().max(16_384) }).strict(),
    ]),
    output: appStateSchema,
    who: 'anybody',
  },
  'rights:end': { input: nothing, output: appStateSchema, who: 'anybody' },
  /** Adds somebody, or changes one; the first is a manager. */
  'people:save': { input: personChange, output: appStateSchema, who: 'manager_in_person' },
  'people:remove': {
    input: z.object({ id: z.string().max(32) }).strict(),
    output: appStateSchema,
    who: 'manager_in_person',
  },
} as const
