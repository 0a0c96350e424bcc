import { fail, succeed } from '../../../shared/result'
import type { Keychain } from '../keychain'

export type MemoryKeychain = Keychain & {
  readonly secrets: Map<string, string>
  /** Until it is mended every call answers `keychain_unavailable`. */
  readonly breakIt: () => void
  readonly mendIt: () => void
}

/** A keychain for tests that can be broken and mended. */
export function makeMemoryKeychain(): MemoryKeychain {
  const secrets = new Map<string, string>()
  let broken = false
  const answer = <T>(value: () => T) =>
    Promise.resolve(
      broken ? fail({ kind: 'keychain_unavailable', detail: 'broken' } as const) : succeed(value()),
    )
  return {
    secrets,
    breakIt: () => {
      broken = true
    },
    mendIt: () => {
      broken = false
    },
    read: (name) => answer(() => secrets.get(name) ?? null),
    write: (name, secret) =>
      answer(() => {
        secrets.set(name, secret)
        return null
      }),
    remove: (name) =>
      answer(() => {
        secrets.delete(name)
        return null
      }),
  }
}
