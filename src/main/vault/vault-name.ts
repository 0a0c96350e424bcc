import { createHash } from 'node:crypto'

/**
 * The keychain's name for one of a profile's secrets: two profiles of one OS account never share a token or a
 * key. @param profile the absolute path of the profile's user data.
 */
export function vaultName(what: string, profile: string): string {
  const hash = createHash('sha256').update(profile).digest('hex').slice(0, 12)
  return `${what} ${hash}`
}
