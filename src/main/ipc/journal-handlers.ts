import type { ParsedInput } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import type { RefundService } from '../refund/refund-service'
import type { StoredCredentials } from '../vault/stored-credentials'
import type { SupervisorPin } from '../vault/supervisor-pin'
import type { Vault } from '../vault/vault'
import { isWeakPin } from '../vault/weak-pin'
import type { Handlers } from './answer-call'

type Typed = Pick<StoredCredentials, 'address' | 'token'>
type ByToken = Typed & { readonly newPin: string }

type Deps = {
  readonly refundService: Pick<RefundService, 'beginJournal' | 'replaceable' | 'acted'>
  readonly supervisorPin: Pick<SupervisorPin, 'check' | 'state' | 'set' | 'replaceDamaged'>
  readonly vault: Pick<Vault, 'state' | 'address' | 'checked' | 'save'>
  /** Whether the service at that address accepts the token. */
  readonly acceptsToken: (typed: Typed) => Promise<Result<null, Fault>>
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

/** What somebody typed, once the service has accepted it. A till that still knows its service asks that one. */
async function acceptedToken(deps: Deps, { newPin, ...typed }: ByToken): Promise<Result<ByToken, Fault>> {
  if (deps.refundService.replaceable() !== 'token') return fail({ kind: 'journal_not_replaceable' })
  const checked = deps.vault.checked(typed)
  if (!checked.ok) return checked
  const known = await deps.vault.address()
  if (known !== '' && known !== checked.value.address) {
    return fail({ kind: 'address_not_allowed', why: 'other_service', address: known })
  }
  const named = known === '' ? await mayNameService(deps) : succeed(null)
  if (!named.ok) return named
  // Before the service is asked: what cannot be kept afterwards is not begun.
  if (newPin !== '' && isWeakPin(newPin)) return fail({ kind: 'pin_weak' })
  const accepted = await deps.acceptsToken(checked.value)
  return accepted.ok ? succeed({ ...checked.value, newPin }) : accepted
}

async function allowed(
  deps: Deps,
  by: ParsedInput<'journal:begin'>['by'],
): Promise<Result<ByToken | null, Fault>> {
  if (by.with === 'pin') {
    // Where the key is lost nobody's PIN is enough (protocol 12), whatever the window offers.
    if (deps.refundService.replaceable() !== 'pin') return fail({ kind: 'journal_not_replaceable' })
    return deps.supervisorPin.check(by.pin)
  }
  const { address, token, newPin } = by
  return acceptedToken(deps, { address, token, newPin })
}

/** A keychain that lost everything lost these too: nobody should have to type them twice, or stay without a PIN. */
async function keepTyped(deps: Deps, { newPin, ...typed }: ByToken, supervisor: string): Promise<void> {
  const { vault, supervisorPin, refundService } = deps
  if ((await vault.state()) === 'none') await vault.save(typed)
  if (newPin === '') return
  const before = await supervisorPin.state()
  const lost = before.ok && before.value === 'damaged'
  const kept = await (lost
    ? supervisorPin.replaceDamaged(newPin)
    : supervisorPin.set({ currentPin: '', newPin }))
  if (kept.ok) refundService.acted({ act: 'pin', what: lost ? 'replaced' : 'set' }, supervisor)
}

/**
 * The word of somebody who may decide that a new record of refunds goes on where the old one cannot be used any more:
 * by the PIN, or by a token that the service accepts where the PIN or the key is lost (protocol 12).
 */
export function journalHandlers(deps: Deps) {
  return {
    'journal:begin': async ({ by, ...order }) => {
      const word = await allowed(deps, by)
      if (!word.ok) return word
      const begun = await deps.refundService.beginJournal(order)
      if (!begun.ok) return begun
      if (word.value !== null) await keepTyped(deps, word.value, order.supervisor)
      await deps.secretsChanged()
      return begun
    },
  } satisfies Partial<Handlers>
}
