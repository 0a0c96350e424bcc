import { type Channel, contract, type ParsedInput } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import type { Permission, Proof } from '../../shared/permission'
import { fail, type Result, succeed } from '../../shared/result'
import type { AcceptsToken, SupervisorPin } from '../vault/pin'
import type { Vault } from '../vault/vault'
import type { SupervisorSession } from './supervisor-session'

type Allowed = Promise<Result<null, Fault>>

/**
 * Whether a call may be made now; a fault says what it would take.
 * @param before is asked before a proof is looked at: a call that fails there is nobody's guess at the PIN.
 */
export type MayCall = <C extends Channel>(
  channel: C,
  input: ParsedInput<C>,
  before: () => Allowed | Awaited<Allowed>,
) => Allowed

type Deps = {
  readonly supervisor: Pick<SupervisorSession, 'needs' | 'isOpen' | 'use'>
  readonly supervisorPin: Pick<SupervisorPin, 'state' | 'check'>
  readonly vault: Pick<Vault, 'checked'>
  readonly acceptsToken: AcceptsToken
}

/** What a call takes, by its channel and what it asks for. */
function permissionFor<C extends Channel>(channel: C, input: ParsedInput<C>): Permission {
  // The contract holds each rule to its own channel's input, which the type checker does not carry through the table.
  const who = contract[channel].who as Permission | ((order: ParsedInput<C>) => Permission)
  return typeof who === 'function' ? who(input) : who
}

/** Asks each channel's own rule, the session that is open or not, and the proof that the call carries. */
export function makeMayCall({ supervisor, supervisorPin, vault, acceptsToken }: Deps): MayCall {
  async function asSupervisor(): Allowed {
    if (supervisor.isOpen()) {
      supervisor.use()
      return succeed(null)
    }
    const needed = await supervisor.needs()
    if (!needed.ok) return needed
    return needed.value === 'nothing'
      ? succeed(null)
      : fail({ kind: 'act_needs_supervisor', by: needed.value })
  }

  async function isProven({ proof }: { readonly proof?: Proof }): Allowed {
    // The contract's types hold that there is one.
    if (proof === undefined) throw new Error('A call without its proof')
    if (proof.with === 'pin') return supervisorPin.check(proof.pin)
    const typed = vault.checked(proof)
    return typed.ok ? acceptsToken(typed.value) : typed
  }

  return async (channel, input, before) => {
    const permission = permissionFor(channel, input)
    if (permission === 'anybody') return succeed(null)
    if (permission === 'supervisor') return asSupervisor()
    if (permission === 'current_pin') {
      // What is set decides, never what the caller says of it.
      const state = await supervisorPin.state()
      if (!state.ok) return state
      if (state.value === 'none') return asSupervisor()
    }
    const ready = await before()
    // An input that cannot carry a proof does not come this far.
    return ready.ok ? isProven(input as { readonly proof?: Proof }) : ready
  }
}
