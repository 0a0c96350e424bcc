import type { Fault } from '../../shared/fault'
import type { Result } from '../../shared/result'
import type { StoredCredentials } from '../vault/stored-credentials'
import type { Vault } from '../vault/vault'

type Deps = {
  readonly vault: Pick<Vault, 'withCredentials'>
  /** Asks the service at that address. */
  readonly acceptsToken: (credentials: StoredCredentials) => Promise<Result<null, Fault>>
}

/**
 * Whether this token took the stored one's place at the service: that one is refused there, and this one accepted. So a
 * token that was mistyped or has run out locks nobody out. A token that is merely accepted shows nothing: others than this
 * store's owner may have one. False too while the service cannot be asked.
 */
export function makeAcceptedInstead({ vault, acceptsToken }: Deps): (token: string) => Promise<boolean> {
  return async (token) => {
    const accepted = await vault.withCredentials(async ({ address, token: stored }) => {
      const before = await acceptsToken({ address, token: stored })
      if (before.ok || before.fault.kind !== 'token_not_accepted') return false
      return (await acceptsToken({ address, token })).ok
    })
    return accepted.ok && accepted.value
  }
}
