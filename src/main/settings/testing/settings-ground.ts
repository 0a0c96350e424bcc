import { noLock } from '../../vault/testing/memory-keychain'

/** What settings of a test need beside their folder: nobody else who writes. */
export function settingsGround(folder: string) {
  return { folder, lock: noLock, warn: (_message: string) => {} }
}
