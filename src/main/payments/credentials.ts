import type { FaultOf } from '../../shared/fault'
import type { Result } from '../../shared/result'

export type Credentials = { readonly address: string; readonly token: string }
export type CredentialsFault = FaultOf<
  'not_set_up' | 'keychain_unavailable' | 'loopback_address' | 'address_by_policy'
>

/** Lends address and token for one use (the vault's `withCredentials`); nothing here keeps them. */
export type LendCredentials = <T>(
  use: (credentials: Credentials) => Promise<T>,
) => Promise<Result<T, CredentialsFault>>
