import { createHash } from 'node:crypto'
import type { FaultOf } from '../../shared/fault'
import type { Result } from '../../shared/result'

export type KeychainFault = FaultOf<'keychain_unavailable'>

/**
 * Named secrets of this OS account. Every call is bounded in time: a keychain that is missing, locked or
 * hanging answers `keychain_unavailable` and never blocks the program (architecture.md, "Measured facts").
 */
export type Keychain = {
  /** The secret, or null when there is none of that name. */
  readonly read: (name: string) => Promise<Result<string | null, KeychainFault>>
  readonly write: (name: string, secret: string) => Promise<Result<null, KeychainFault>>
  readonly remove: (name: string) => Promise<Result<null, KeychainFault>>
}

/** What tells one profile's names from another's. @param profile the real path of its folder (profile/real-folder.ts). */
export function vaultHash(profile: string): string {
  return createHash('sha256').update(profile).digest('hex').slice(0, 12)
}

/**
 * The keychain's name for one of a profile's secrets: two profiles of one OS account never share a token or a
 * key. @param profile the real path of its folder.
 */
export function vaultName(what: string, profile: string): string {
  return `${what} ${vaultHash(profile)}`
}
