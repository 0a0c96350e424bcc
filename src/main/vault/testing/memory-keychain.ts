import { fail, succeed } from '../../../shared/base/result'
import type { Keychain } from '../keychain'

export type MemoryKeychain = Keychain & {
  readonly secrets: Map<string, string>
  /** Every call fails with `keychain_unavailable` until it is mended. */
  readonly breakIt: () => void
  /** As after a cancelled unlock prompt: every read returns null, and writes are refused. */
  readonly answerNothing: () => void
  readonly mendIt: () => void
  /** Refuses the write with that number, counted from now on, and every later one; of that entry alone if given. */
  readonly breakWritesFrom: (number: number, entry?: string) => void
  /** Refuses to write the entries with these names; null accepts every one again. */
  readonly breakWrites: (refuses: ((name: string) => boolean) | null) => void
  /** Does not answer for the entries with these names; null answers for every one again. */
  readonly breakReads: (refuses: ((name: string) => boolean) | null) => void
  /** How often anything was read. */
  readonly reads: () => number
}

/**
 * Makes a keychain for tests that can be broken and mended.
 * @param maxEntryBytes what it keeps under one name at most, as on Windows; unlimited unless given.
 */
export function makeMemoryKeychain(maxEntryBytes = Number.POSITIVE_INFINITY): MemoryKeychain {
  const secrets = new Map<string, string>()
  let state: 'works' | 'broken' | 'answers nothing' = 'works'
  let reads = 0
  let refuses: ((name: string) => boolean) | null = null
  let refusesToRead: ((name: string) => boolean) | null = null
  const refused = () => fail({ kind: 'keychain_unavailable', detail: 'broken' } as const)
  const change = async (work: () => unknown) => {
    if (state !== 'works') return refused()
    work()
    return succeed(null)
  }
  return {
    secrets,
    breakIt: () => {
      state = 'broken'
    },
    answerNothing: () => {
      state = 'answers nothing'
    },
    mendIt: () => {
      state = 'works'
    },
    breakWrites(named) {
      refuses = named
    },
    breakWritesFrom(number, entry) {
      let writes = 0
      refuses = (name) => {
        if (entry !== undefined && name !== entry) return false
        writes += 1
        return writes >= number
      }
    },
    breakReads(named) {
      refusesToRead = named
    },
    reads: () => reads,
    async read(name) {
      reads += 1
      if (state === 'broken' || refusesToRead?.(name) === true) return refused()
      return succeed(state === 'works' ? (secrets.get(name) ?? null) : null)
    },
    write: async (name, secret) =>
      refuses?.(name) === true || Buffer.byteLength(secret) > maxEntryBytes
        ? refused()
        : change(() => secrets.set(name, secret)),
    remove: (name) => change(() => secrets.delete(name)),
  }
}
