import type { StoredCredentials } from '../vault/credentials'
import type { AcceptsToken } from '../vault/pin'
import type { Vault } from '../vault/vault'

type Deps = {
  readonly vault: Pick<Vault, 'withCredentials'>
  /** Asks the service at that address. */
  readonly acceptsToken: AcceptsToken
  /** Whether the service shows a payment that this till knows to whoever has that token. */
  readonly showsPayment: (credentials: StoredCredentials) => Promise<boolean>
}

/**
 * Whether this token took the stored one's place at the service: that one is refused there, and this one is shown a payment
 * that this till knows. So a token that was mistyped or has run out locks nobody out, and another merchant's token of the
 * same service opens nothing. False too while the service cannot be asked.
 */
export function makeAcceptedInstead({
  vault,
  acceptsToken,
  showsPayment,
}: Deps): (token: string) => Promise<boolean> {
  return async (token) => {
    const accepted = await vault.withCredentials(async ({ address, token: stored }) => {
      const before = await acceptsToken({ address, token: stored })
      if (before.ok || before.fault.kind !== 'token_not_accepted') return false
      return showsPayment({ address, token })
    })
    return accepted.ok && accepted.value
  }
}
