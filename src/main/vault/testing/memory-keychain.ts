import { fail, succeed } from '../../../shared/base/result'
import type { Keychain } from '../keychain'

export type MemoryKeychain = Keychain & {
  readonly secrets: Map<string, string>
  /** Until it is mended every call answers `keychain_unavailable`. */
  readonly breakIt: () => void
  /** As after a cancelled unlock prompt: every read answers null, and writes are refused. */
  readonly answerNothing: () => void
  readonly mendIt: () => void
  /** Refuses to write entries that are named so; null takes every one again. */
  readonly breakWrites: (refuses: ((name: string) => boolean) | null) => void
  /** How often anything was read. */
  readonly reads: () => number
}

/**
 * A keychain for tests that can be broken and mended.
 * @param longest the most bytes that it keeps under one name, as Windows does; any unless given.
 */
export function makeMemoryKeychain(longest = Number.POSITIVE_INFINITY): MemoryKeychain {
  const secrets = new Map<string, string>()
  let state: 'works' | 'broken' | 'answers nothing' = 'works'
  let reads = 0
  let refuses: ((name: string) => boolean) | null = null
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
    reads: () => reads,
    async read(name) {
      reads += 1
      if (state === 'broken') return refused()
      return succeed(state === 'works' ? (secrets.get(name) ?? null) : null)
    },
    write: async (name, secret) =>
      refuses?.(name) === true || Buffer.byteLength(secret) > longest
        ? refused()
        : change(() => secrets.set(name, secret)),
    remove: (name) => change(() => secrets.delete(name)),
  }
}
