import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { fail, type Result, succeed } from '../../shared/base/result'
import type { FaultOf } from '../../shared/fault'
import type { Credentials, LendingFault } from '../service/address'
import { keyBytes } from '../system/sealing'
import { makeTurns } from '../system/signal'
import {
  type AddressRule,
  type CredentialsEntry,
  type CredentialsFault,
  type CredentialsNote,
  checkCredentials,
  emptyEntry,
  makeCredentialsPlace,
  type NoteChange,
  noteOf,
} from './credentials'
import { type Keychain, type KeychainFault, unavailable, vaultName } from './keychain'

/** What the rest of main may know of the credentials: never the token. */
type VaultView = {
  /** It works where it answers with what it held before. */
  readonly keychain: { readonly works: true } | { readonly works: false; readonly detail: string }
  readonly token: 'none' | 'keychain' | 'session_only'
  /** The service's address for display; '' when there is none. */
  readonly address: string
  /** Null where there is no entry, or the keychain never answered. */
  readonly note: CredentialsNote | null
}

type VaultDeps = {
  readonly keychain: Keychain
  /** The absolute path of the profile's user data. */
  readonly profile: string
  /**
   * Whether this profile has ever had a journal. An entry that is made again on such a till counts as having lost its note, so
   * that nobody becomes supervisor by deleting it. No unless given.
   */
  readonly wasUsed?: () => boolean
  /** Makes the device id; a random one unless given. */
  readonly makeId?: () => string
  /** Makes data keys; the operating system's source unless given. */
  readonly random?: (bytes: number) => Buffer
  readonly monotonic?: () => number
  /** An address that the rule does not allow is neither kept nor lent. Any unless given. */
  readonly addresses?: AddressRule
}

export type Vault = ReturnType<typeof makeVault>

/**
 * Opens the profile's secrets. The token goes in and is only ever lent to a callback in the main process; no function returns it
 * (architecture.md, promise 3).
 */
export function makeVault(deps: VaultDeps) {
  const { keychain, profile, random = randomBytes } = deps
  return { ...makeTokenStore(deps), ...makeKeyStore(keychain, profile, random) }
}

/** Whether the administrator decides about this address, so that nobody at the till can type another. */
function isPolicys(fault: CredentialsFault): fault is FaultOf<'loopback_address' | 'address_by_policy'> {
  return fault.kind === 'loopback_address' || fault.kind === 'address_by_policy'
}

function makeTokenStore(deps: VaultDeps) {
  const { profile, wasUsed = () => false, addresses = 'any', makeId = randomUUID } = deps
  const place = makeCredentialsPlace({
    ...deps,
    name: vaultName('payment service', profile),
  })
  const made = (): CredentialsEntry => ({ ...emptyEntry, hasPeople: wasUsed() })

  async function credentials(): Promise<Result<Credentials | null, KeychainFault>> {
    const session = place.session()
    // What was kept in memory, without a keychain, is newer than what the keychain may still hold.
    if (session !== null) return succeed({ address: session.address, token: session.token })
    const found = await place.find()
    if (!found.ok || found.value === null || found.value.token === '') return found.ok ? succeed(null) : found
    return succeed({ address: found.value.address, token: found.value.token })
  }

  /** Checks what was typed as `save` does, and keeps nothing. */
  const checked = (typed: Credentials) => checkCredentials(typed, addresses)

  const entryWith = (before: CredentialsEntry | null, credentials: Credentials, change: NoteChange) => {
    const deviceId = before?.deviceId ?? makeId()
    return { ...(before ?? made()), ...credentials, deviceId, ...change, wasConnected: true }
  }

  async function save(
    typed: Credentials,
    change: NoteChange = {},
  ): Promise<Result<'keychain' | 'session_only', CredentialsFault>> {
    const credentials = checked(typed)
    if (!credentials.ok) return credentials
    const kept = await place.change((before) => entryWith(before, credentials.value, change))
    if (!kept.ok) place.keepForSession(credentials.value)
    else if (place.session() !== null) place.forgetSession()
    return succeed(kept.ok ? 'keychain' : 'session_only')
  }

  /**
   * Gives the keychain of a till that was never connected what is in memory, unless another was typed, or it was forgotten,
   * meanwhile. To connect one again takes a proof that could not be asked for.
   */
  async function keepTyped(): Promise<void> {
    const typed = place.session()
    if (typed === null) return
    const isDue = (entry: CredentialsEntry | null) =>
      place.session() === typed && entry?.wasConnected !== true
    const { address, token } = typed
    const kept = await place.change((before) =>
      isDue(before) ? entryWith(before, { address, token }, {}) : before,
    )
    if (kept.ok && place.session() === typed && place.known()?.token === token) place.forgetSession()
  }

  return {
    checked,
    /**
     * Checks address and token and keeps them as one keychain value, with the note. Without a working keychain they are kept in
     * memory, never in a file, until it works (`look`) or the program ends. Returns where they are now.
     * @param change to the note, in the same write.
     */
    save,
    /**
     * Lends address and token for one use, read from the keychain each time. A keychain that does not answer is asked again
     * after a minute; until then what was known is lent.
     */
    async withCredentials<T>(
      use: (credentials: Credentials) => Promise<T>,
    ): Promise<Result<T, LendingFault>> {
      const found = await credentials()
      if (!found.ok) return found
      const { value } = found
      if (value === null) return fail({ kind: 'not_set_up' })
      const allowed = addresses === 'any' ? found : checked(value)
      if (!allowed.ok) return fail(isPolicys(allowed.fault) ? allowed.fault : { kind: 'not_set_up' })
      return succeed(await use(value))
    },
    /** Forgets both, also in memory; the note stays. On a fault the keychain may still hold them. */
    async forget(): Promise<Result<null, KeychainFault>> {
      place.forgetSession()
      const dropped = await place.change((before) => before && { ...before, address: '', token: '' })
      if (!dropped.ok) place.forgetKnown()
      return dropped
    },
    /** The note of the keychain's entry, never of credentials in memory; null when there is no entry. */
    async note(): Promise<Result<CredentialsNote | null, KeychainFault>> {
      const found = await place.find()
      if (!found.ok) return found
      return succeed(found.value === null ? null : noteOf(found.value))
    },
    /** Changes the note, making the entry where there is none. On a fault nothing is changed. */
    changeNote: (change: NoteChange): Promise<Result<null, KeychainFault>> =>
      place.change((before) => ({ ...(before ?? made()), ...change })),
    /** Whether this is the stored token; false when none is stored. */
    async isStoredToken(token: string): Promise<Result<boolean, KeychainFault>> {
      const found = await credentials()
      return found.ok ? succeed(found.value !== null && isSame(found.value.token, token.trim())) : found
    },
    /** How often they were seen to change, by this program or another, for callers that remember what they were. */
    changes: place.changes,
    /** The service's address for display; '' when there is none. */
    async address(): Promise<string> {
      const found = await credentials()
      return found.ok ? (found.value?.address ?? '') : ''
    },
    /**
     * Asks the keychain at once. Where it does not answer, what was known counts. One that has never had a token gets the one
     * in memory: with a record but without these, a till would refund under no device id, and be nobody's.
     */
    async look(): Promise<VaultView> {
      const found = await place.ask()
      if (found.ok && found.value?.wasConnected !== true) await keepTyped()
      const held = place.known()
      const session = place.session()
      const isHeld = held !== null && held.token !== ''
      return {
        keychain: found.ok ? { works: true } : { works: false, detail: found.fault.detail },
        token: session === null ? (isHeld ? 'keychain' : 'none') : 'session_only',
        address: (session ?? (isHeld ? held : emptyEntry)).address,
        note: held === null ? null : noteOf(held),
      }
    },
  }
}

/** Compares in a time that does not depend on the texts. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest()
  return timingSafeEqual(digest(one), digest(other))
}

/** A profile's data keys, by what they are for. */
export const dataKeyNames = ['saved copies', 'export signature'] as const
type DataKeyName = (typeof dataKeyNames)[number]

/** Opens a profile's data keys in the keychain. @param random makes so many random bytes. */
function makeKeyStore(keychain: Keychain, profile: string, random: (bytes: number) => Buffer) {
  const { inTurn } = makeTurns()

  async function readKey(name: string): Promise<Result<Buffer | null, KeychainFault>> {
    const found = await keychain.read(name)
    if (!found.ok) return found
    if (found.value === null) return succeed(null)
    const key = Buffer.from(found.value, 'base64')
    return key.length === keyBytes ? succeed(key) : unavailable('A key in the keychain is damaged.')
  }

  async function createKey(name: string): Promise<Result<Buffer | null, KeychainFault>> {
    const made = random(keyBytes)
    const written = await keychain.write(name, made.toString('base64'))
    if (!written.ok) return written
    // The key is what the keychain really kept: data sealed with any other would be lost.
    const kept = await readKey(name)
    return kept.ok && kept.value === null ? unavailable('The keychain did not keep a key.') : kept
  }

  return {
    /** A key of 32 bytes. Null when there is none, unless `createIfMissing`: a lost key must not be replaced. */
    dataKey(
      what: DataKeyName,
      how: { readonly createIfMissing: boolean } = { createIfMissing: false },
    ): Promise<Result<Buffer | null, KeychainFault>> {
      const name = vaultName(`key ${what}`, profile)
      // One after the other: two callers at once must not make two keys of one name.
      return inTurn(async () => {
        const found = await readKey(name)
        return found.ok && found.value === null && how.createIfMissing ? createKey(name) : found
      })
    },
  }
}
