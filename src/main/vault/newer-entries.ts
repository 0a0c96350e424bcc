import { fail, type Result } from '../../shared/result'
import { isNewerText, newerWords } from '../files/known-version'
import type { Keychain, KeychainFault } from './keychain'

export type KnownKeychain = {
  readonly keychain: Keychain
  /** The entries of a newer program that were met so far, by name. */
  readonly newer: () => readonly string[]
}

/**
 * The same keychain, in which an entry that says that a newer program wrote it answers as one that is not available, and
 * is neither overwritten nor removed. A name is looked at before it is first written; what this program has read or
 * written since is its own.
 * @param met called with each such entry, once.
 */
export function leaveNewerEntries(keychain: Keychain, met: (entry: string) => void): KnownKeychain {
  const newer = new Set<string>()
  const known = new Set<string>()

  async function read(name: string): Promise<Result<string | null, KeychainFault>> {
    const found = await keychain.read(name)
    if (!found.ok) return found
    if (found.value === null || !isNewerText(found.value)) {
      known.add(name)
      newer.delete(name)
      return found
    }
    const entry = `“${name}” of the keychain`
    if (!newer.has(name)) met(entry)
    newer.add(name)
    known.delete(name)
    return fail({ kind: 'keychain_unavailable', detail: newerWords(entry) })
  }

  async function change(
    name: string,
    work: () => Promise<Result<null, KeychainFault>>,
  ): Promise<Result<null, KeychainFault>> {
    const found = known.has(name) ? null : await read(name)
    return found === null || found.ok ? work() : found
  }

  return {
    keychain: {
      read,
      write: (name, secret) => change(name, () => keychain.write(name, secret)),
      remove: (name) => change(name, () => keychain.remove(name)),
    },
    newer: () => [...newer],
  }
}
