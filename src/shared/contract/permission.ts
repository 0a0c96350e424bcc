/**
 * Who may call a channel of the contract (architecture.md, "Who may do what"). Each channel says so itself (`who`), and main
 * asks before any handler runs (main/ipc/answer.ts).
 */
import { z } from 'zod'
import { pin } from '../base/common-schemas'
import { type PersonProof, personName } from '../people/people'

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

export type Who<In> = Fixed<In> | ByInput<In>

/** The contract itself, where every channel's `who` fits its input; `never` in the place of one that does not. */
export type Permitted<T> = {
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
