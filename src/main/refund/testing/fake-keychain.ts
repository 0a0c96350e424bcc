/** A keychain in memory that can be taken away and given back. */
import { fail, succeed } from '../../../shared/result'
import type { Keychain, KeychainFault } from '../../vault/keychain'

export type FakeKeychain = Keychain & {
  /** What is kept, by name. A test may read and change it as a person with the keychain's password could. */
  readonly entries: Map<string, string>
  /** From now on every call answers that there is no keychain; null gives it back. */
  readonly breakWith: (detail: string | null) => void
  /** As `breakWith`, for writes alone. */
  readonly breakWritesWith: (detail: string | null) => void
}

/** @param entries what it holds at first; share one map between two to let a program restart. */
export function makeFakeKeychain(entries = new Map<string, string>()): FakeKeychain {
  let broken: string | null = null
  let brokenWrites: string | null = null

  const missing = (detail: string): KeychainFault => ({ kind: 'keychain_unavailable', detail })

  return {
    entries,
    breakWith(detail) {
      broken = detail
    },
    breakWritesWith(detail) {
      brokenWrites = detail
    },
    async read(name) {
      return broken === null ? succeed(entries.get(name) ?? null) : fail(missing(broken))
    },
    async write(name, secret) {
      const detail = broken ?? brokenWrites
      if (detail !== null) return fail(missing(detail))
      entries.set(name, secret)
      return succeed(null)
    },
    async remove(name) {
      if (broken !== null) return fail(missing(broken))
      entries.delete(name)
      return succeed(null)
    },
  }
}
