import type { ParsedInput } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import type { SupervisorPin } from '../vault/supervisor-pin'
import type { Vault } from '../vault/vault'

type Deps = {
  readonly vault: Pick<Vault, 'address' | 'checked' | 'state' | 'isStoredToken'>
  readonly supervisorPin: Pick<SupervisorPin, 'check' | 'state'>
}

/**
 * Whether what was typed may be stored (design.md, protocol 14): a token for the service that is connected may always
 * be replaced, another service takes the PIN or the token that is stored now. Where there is neither, anybody may.
 */
export async function mayConnect(
  { vault, supervisorPin }: Deps,
  { by, ...typed }: ParsedInput<'token:save'>,
): Promise<Result<null, Fault>> {
  const checked = vault.checked(typed)
  if (!checked.ok) return checked
  if (checked.value.address === (await vault.address())) return succeed(null)
  const [pin, token] = await Promise.all([supervisorPin.state(), vault.state()])
  const hasPin = pin.ok && pin.value !== 'none'
  if (!hasPin && token !== 'keychain') return succeed(null)
  if (by === undefined) return fail({ kind: 'other_service_needs_word', pin: hasPin })
  if (by.with === 'pin') return supervisorPin.check(by.pin)
  const same = await vault.isStoredToken(by.stored)
  if (!same.ok) return same
  return same.value && token === 'keychain' ? succeed(null) : fail({ kind: 'token_not_the_stored' })
}
