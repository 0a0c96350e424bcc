/**
 * Who may call a channel of the contract (architecture.md, "Who may do what"). Each channel says so itself (`who`), and main
 * asks before any handler runs (main/ipc/answer.ts).
 */
import { z } from 'zod'
import { pin } from './common-schemas'

/** The supervisor's PIN. */
export const pinProof = z.object({ with: z.literal('pin'), pin }).strict()
/** A token, which the service at that address must accept. */
export const tokenProof = z
  .object({ with: z.literal('token'), address: z.string().max(2048), token: z.string().max(16_384) })
  .strict()

type PinProof = z.output<typeof pinProof>
/** What a call carries as `proof`, and main checks. */
export type Proof = PinProof | z.output<typeof tokenProof>

/**
 * `anybody` stands at the counter. `supervisor` takes a supervisor's session, which the PIN or the access token in use
 * opens. `own_proof` takes the input's `proof`, each time, whether a session is open or not: it decides about money.
 * `current_pin` takes the PIN that is set as the input's `proof`; while none is set, it takes a supervisor.
 */
export type Permission = 'anybody' | 'supervisor' | 'own_proof' | 'current_pin'

/** Only an input that always has a proof can be asked for one; the PIN's owner shows the PIN and nothing else. */
type Provable<In> =
  | (In extends { readonly proof: Proof } ? 'own_proof' : never)
  | (In extends { readonly proof: PinProof } ? 'current_pin' : never)

/** What the input decides: a proof that may be left out is asked for where it is given. */
type ByInput<In> = (input: In) => 'anybody' | 'supervisor' | ('proof' extends keyof In ? 'own_proof' : never)

export type Who<In> = 'anybody' | 'supervisor' | Provable<In> | ByInput<In>

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
