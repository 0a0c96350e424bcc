import { fail, type Result, succeed } from '../../shared/result'
import { systemClock } from '../scheduling/clock'
import { inTime, late } from '../scheduling/in-time'
import { makeTurns } from '../scheduling/turns'
import type { Keychain, KeychainFault } from './keychain'

/** What is used of keytar, so that tests can stand something broken in its place. */
export type NativeKeychain = {
  readonly getPassword: (service: string, account: string) => Promise<string | null>
  readonly setPassword: (service: string, account: string, password: string) => Promise<void>
  readonly deletePassword: (service: string, account: string) => Promise<boolean>
}

export type OsKeychainDeps = {
  /** The name under which the operating system lists the secrets. */
  readonly service: string
  /** Milliseconds that one call may take; 5 s unless given. */
  readonly limit?: number
  readonly load?: () => Promise<NativeKeychain>
}

const usualLimit = 5000

/**
 * Loaded at the first call only: where the native library is missing that is a fault and not the end. By
 * `require`, because a dynamic import stays one in the bundle, and Electron 25 imports nothing out of an archive.
 */
async function loadKeytar(): Promise<NativeKeychain> {
  const library: typeof import('keytar') = require('keytar')
  return library
}

function unavailable(detail: string): { readonly ok: false; readonly fault: KeychainFault } {
  return fail({ kind: 'keychain_unavailable', detail })
}

/**
 * The keychain of this OS account: Keychain on macOS, Credential Manager on Windows, the Secret Service on
 * Linux. A locked one may wait for a person: such a call is answered after the limit, and until it ends no
 * other is begun, because each takes one of the few threads that file and name look-ups need too.
 */
export function makeOsKeychain({ service, limit = usualLimit, load = loadKeytar }: OsKeychainDeps): Keychain {
  const { inTurn } = makeTurns()
  let hangs = false
  /** Asked for only once: finding the library anew takes half a millisecond of every lookup. */
  let library: NativeKeychain | null = null

  async function loaded(): Promise<NativeKeychain> {
    library ??= await load()
    return library
  }

  async function bounded<T>(
    use: (keychain: NativeKeychain) => Promise<T>,
  ): Promise<Result<T, KeychainFault>> {
    if (hangs) return unavailable('The keychain is still busy with an earlier question. Is it locked?')
    const call = loaded().then(use)
    const answer = call.then(
      (value) => succeed(value),
      (error: unknown) => unavailable(error instanceof Error ? error.message : String(error)),
    )
    let ended = false
    void answer.then(() => {
      ended = true
      hangs = false
    })
    const first = await inTime(answer, limit, systemClock)
    if (first !== late) return first
    hangs = !ended
    return unavailable('The keychain does not answer. Is it locked?')
  }

  /** One after the other, so that a hanging keychain holds one thread at most. */
  function ask<T>(use: (keychain: NativeKeychain) => Promise<T>): Promise<Result<T, KeychainFault>> {
    return inTurn(() => bounded(use))
  }

  return {
    read: (name) => ask((keychain) => keychain.getPassword(service, name)),
    write: (name, secret) => ask((keychain) => keychain.setPassword(service, name, secret).then(() => null)),
    remove: (name) => ask((keychain) => keychain.deletePassword(service, name).then(() => null)),
  }
}
