import { type MemoryKeychain, makeMemoryKeychain, noLock } from '../../vault/testing/memory-keychain'
import { makeVault } from '../../vault/vault'

/** What settings of a test need beside their folder: a keychain in memory, and nobody else who writes. */
export function settingsGround(folder: string, keychain: MemoryKeychain = makeMemoryKeychain()) {
  const wasUsed = () => false
  const keys = { keychain, profile: folder, lock: noLock, wasUsed }
  return {
    ...keys,
    folder,
    credentials: makeVault(keys),
    makeId: () => 'made',
    now: () => new Date(0),
    warn: (_message: string) => {},
  }
}
