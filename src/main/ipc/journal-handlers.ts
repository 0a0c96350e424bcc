import type { ParsedInput } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import type { RefundService } from '../refund/refund-service'
import type { SupervisorPin } from '../vault/pin'
import type { Vault } from '../vault/vault'
import { isWeakPin } from '../vault/weak-pin'
import type { Handlers } from './answer-call'

type Order = ParsedInput<'journal:begin'>
type TokenProof = Extract<Order['proof'], { with: 'token' }>

type Deps = {
  readonly refundService: Pick<RefundService, 'beginJournal' | 'replaceable' | 'acted'>
  readonly supervisorPin: Pick<SupervisorPin, 'state' | 'keep'>
  readonly vault: Pick<Vault, 'state' | 'address' | 'checked' | 'save'>
  /** To be called when address or token may have changed. */
  readonly secretsChanged: () => Promise<unknown>
}

const connectFirst = fail({
  kind: 'address_not_allowed',
  why: 'connect_first',
  address: '',
} as const)

/**
 * A till that has lost its credentials would ask whatever service is typed, one of the cashier's own too. Where it still
 * has a PIN it is connected first, which takes that PIN.
 */
async function mayNameService({ supervisorPin }: Deps): Promise<Result<null, Fault>> {
  const pin = await supervisorPin.state()
  if (!pin.ok) return pin
  return pin.value === 'set' || pin.value === 'stopped' ? connectFirst : succeed(null)
}

/** A till that still knows its service asks that one. */
async function mayAskService(deps: Deps, proof: TokenProof): Promise<Result<null, Fault>> {
  const checked = deps.vault.checked(proof)
  if (!checked.ok) return checked
  const known = await deps.vault.address()
  if (known === '') return mayNameService(deps)
  return known === checked.value.address
    ? succeed(null)
    : fail({ kind: 'address_not_allowed', why: 'other_service', address: known })
}

/** A keychain that lost everything lost these too: nobody should have to type them twice, or stay without a PIN. */
async function keepTyped(deps: Deps, proof: TokenProof, { newPin, supervisor }: Order): Promise<void> {
  const { vault, supervisorPin, refundService } = deps
  const { address, token } = proof
  if ((await vault.state()) === 'none') await vault.save({ address, token })
  const before = await supervisorPin.state()
  if (newPin === '' || !before.ok || (before.value !== 'damaged' && before.value !== 'none')) return
  const kept = await supervisorPin.keep(newPin, before.value)
  const what = before.value === 'damaged' ? 'replaced' : 'set'
  if (kept.ok) refundService.acted({ act: 'pin', what }, supervisor)
}

/**
 * The word of somebody who may decide that a new record of refunds goes on where the old one cannot be used any more:
 * by the PIN, or by a token that the service accepts where the PIN or the key is lost (protocol 12).
 */
export function journalHandlers(deps: Deps) {
  return {
    'journal:begin': {
      before: async ({ proof, newPin }) => {
        // Where the key is lost nobody's PIN is enough (protocol 12), whatever the window offers.
        if (deps.refundService.replaceable() !== proof.with) return fail({ kind: 'journal_not_replaceable' })
        const may = proof.with === 'pin' ? succeed(null) : await mayAskService(deps, proof)
        if (!may.ok) return may
        // What cannot be kept afterwards is not begun.
        return newPin !== '' && isWeakPin(newPin) ? fail({ kind: 'pin_weak' }) : may
      },
      answer: async (order) => {
        const { proof, supervisor, why } = order
        const begun = await deps.refundService.beginJournal({ supervisor, why })
        if (!begun.ok) return begun
        if (proof.with === 'token') await keepTyped(deps, proof, order)
        await deps.secretsChanged()
        return begun
      },
    },
  } satisfies Partial<Handlers>
}
