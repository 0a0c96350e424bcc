import { performance } from 'node:perf_hooks'
import { fail, type Result, succeed } from '../../shared/result'
import type { Keychain, KeychainFault } from './keychain'
import type { ProfileLock } from './profile-lock'
import { type CredentialsEntry, readEntry, type StoredCredentials, writeEntry } from './stored-credentials'

/** How long a keychain that did not answer is left alone, in milliseconds (refund-protocol.md 11). */
const silenceBeforeAsking = 60_000

export type CredentialsPlaceDeps = {
  readonly keychain: Keychain
  readonly name: string
  readonly lock: ProfileLock
  /** Milliseconds by a clock that nobody can set. */
  readonly monotonic?: () => number
}

type Found = Result<CredentialsEntry | null, KeychainFault>
/** `unreadable`: this program did not write it. */
type ReadEntry = CredentialsEntry | 'unreadable' | null

/** Where the credentials entry lies, and in memory what is known of it. */
export type CredentialsPlace = {
  /**
   * What the keychain says. One that does not answer, or says *nothing* where something was known, has not said
   * that it is gone: what was known stays in use, and it is asked again after a minute.
   */
  readonly find: () => Promise<Found>
  /** Asks at once, however lately it did not answer; a fault also when it says *nothing* where something was known. */
  readonly ask: () => Promise<Found>
  /**
   * Reads, changes and writes under the profile's lock; `edit` answers the entry to be kept, null for none. On a
   * fault nothing is changed.
   */
  readonly change: (
    edit: (before: CredentialsEntry | null) => CredentialsEntry | null,
  ) => Promise<Result<null, KeychainFault>>
  /**
   * Kept in memory alone, until it is forgotten or the program ends. What was typed while nobody knew what is stored
   * ends once the keychain answers with another service: connecting that one needs a word that could not be asked for
   * (refund-protocol.md 14).
   */
  readonly keepForSession: (credentials: StoredCredentials) => void
  readonly session: () => StoredCredentials | null
  readonly forgetSession: () => void
  /** Forgets what is known in memory of the keychain's entry. */
  readonly forgetKnown: () => void
  /** How often address or token were seen to change, by this program or by another (provisioning). */
  readonly changes: () => number
}

export function makeCredentialsPlace(deps: CredentialsPlaceDeps): CredentialsPlace {
  const { keychain, name, lock, monotonic = () => performance.now() } = deps
  let session: (StoredCredentials & { readonly isBlind: boolean }) | null = null
  let known: CredentialsEntry | null = null
  let silence: { readonly fault: KeychainFault; readonly since: number } | null = null
  let changes = 0

  function silent(fault: KeychainFault): { readonly ok: false; readonly fault: KeychainFault } {
    silence = { fault, since: monotonic() }
    return fail(fault)
  }

  async function read(): Promise<Result<ReadEntry, KeychainFault>> {
    const found = await keychain.read(name)
    if (!found.ok || found.value === null) return found.ok ? succeed(null) : found
    return succeed(readEntry(found.value) ?? 'unreadable')
  }

  async function write(entry: CredentialsEntry | null): Promise<Result<null, KeychainFault>> {
    if (entry === null) return keychain.remove(name)
    const text = writeEntry(entry)
    return text === null ? fail(tooLong) : keychain.write(name, text)
  }

  async function ask(): Promise<Found> {
    const before = known
    const found = await read()
    if (!found.ok) return silent(found.fault)
    // Something newer was written or forgotten while this was being asked.
    if (known !== before) return succeed(known)
    if (found.value === null && known !== null) return silent(saysNothing)
    silence = null
    const held = found.value === 'unreadable' ? null : found.value
    if (held?.address !== known?.address || held?.token !== known?.token) changes += 1
    known = held
    endBlindSession(known)
    return succeed(known)
  }

  function endBlindSession(found: CredentialsEntry | null): void {
    if (session?.isBlind !== true || found === null || found.token === '') return
    if (found.address !== session.address) forgetSession()
  }

  function forgetSession(): void {
    session = null
    changes += 1
  }

  async function change(
    edit: (before: CredentialsEntry | null) => CredentialsEntry | null,
  ): Promise<Result<null, KeychainFault>> {
    const found = await read()
    if (!found.ok) return silent(found.fault)
    const before = found.value === 'unreadable' ? null : found.value
    const after = edit(before ?? known)
    const written = await write(after)
    if (!written.ok) return written
    if (after?.address !== known?.address || after?.token !== known?.token) changes += 1
    known = after
    silence = null
    return written
  }

  return {
    ask,
    async find() {
      const due = silence === null || monotonic() - silence.since >= silenceBeforeAsking
      const found = due ? await ask() : fail((silence ?? { fault: saysNothing }).fault)
      return !found.ok && known !== null ? succeed(known) : found
    },
    change: (edit) => lock(() => change(edit)),
    keepForSession(credentials) {
      session = { ...credentials, isBlind: known === null }
      changes += 1
    },
    session: () => session,
    forgetSession,
    forgetKnown() {
      known = null
      changes += 1
    },
    changes: () => changes,
  }
}

const tooLong: KeychainFault = {
  kind: 'keychain_unavailable',
  detail: 'What belongs beside the access token is longer than every system’s keychain can keep.',
}

const saysNothing: KeychainFault = {
  kind: 'keychain_unavailable',
  detail: 'The keychain answers, but not with what it held before. Is it locked?',
}
