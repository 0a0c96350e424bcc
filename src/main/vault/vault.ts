import { randomBytes } from 'node:crypto'
import type { FaultOf } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import type { Keychain, KeychainFault } from './keychain'
import { checkCredentials, readStoredCredentials, type StoredCredentials } from './stored-credentials'
import { vaultName } from './vault-name'

export type TokenState = 'none' | 'keychain' | 'session_only'
export type KeychainState = { readonly works: true } | { readonly works: false; readonly detail: string }

export type VaultParts = {
  readonly keychain: Keychain
  /** The absolute path of the profile's user data. */
  readonly profile: string
  /** Makes data keys; the operating system's source unless given. */
  readonly random?: (bytes: number) => Buffer
}

/**
 * The profile's secrets. The token goes in and is only ever lent to a callback in the main process; nothing
 * answers it (design.md, promise 3).
 */
export type Vault = {
  /**
   * Keeps a checked address and token as one keychain value. Without a working keychain they are kept in
   * memory until the program ends, never in a file. Answers where they are now.
   */
  readonly save: (
    typed: StoredCredentials,
  ) => Promise<Result<'keychain' | 'session_only', FaultOf<'address_not_allowed' | 'token_not_usable'>>>
  /** Lends address and token for one use, read from the keychain anew each time. */
  readonly withCredentials: <T>(
    use: (credentials: StoredCredentials) => Promise<T>,
  ) => Promise<Result<T, FaultOf<'not_set_up' | 'keychain_unavailable'>>>
  /** Forgets both, also those of the session. On a fault the keychain may still hold them. */
  readonly forget: () => Promise<Result<null, KeychainFault>>
  /** How often this program itself has kept or forgotten them, for who remembers what they were. */
  readonly changes: () => number
  readonly state: () => Promise<TokenState>
  /** The service's address for display, '' when there is none. */
  readonly address: () => Promise<string>
  /** Whether the keychain answers at this moment. */
  readonly keychainState: () => Promise<KeychainState>
  /** 32 bytes. Null when there is none and `createIfMissing` was not asked: *lost* is not *new*. */
  readonly dataKey: (
    name: string,
    how?: { readonly createIfMissing: boolean },
  ) => Promise<Result<Buffer | null, KeychainFault>>
  /** Small texts beside the keys, such as the head of the journal's chain. */
  readonly readNote: (name: string) => Promise<Result<string | null, KeychainFault>>
  readonly writeNote: (name: string, text: string) => Promise<Result<null, KeychainFault>>
}

const keyLength = 32

export function makeVault({ keychain, profile, random = randomBytes }: VaultParts): Vault {
  return { ...makeTokenStore(keychain, profile), ...makeKeyStore(keychain, profile, random) }
}

/** Where address and token lie: the keychain or, for lack of one, this session's memory. */
function makeCredentialsPlace(keychain: Keychain, name: string) {
  let session: StoredCredentials | null = null
  let changes = 0
  return {
    isSession: () => session !== null,
    changes: () => changes,
    /** What was kept in this session without a keychain is newer than what a keychain may still hold. */
    async find(): Promise<Result<StoredCredentials | null, KeychainFault>> {
      if (session !== null) return succeed(session)
      const found = await keychain.read(name)
      if (!found.ok) return found
      return succeed(found.value === null ? null : readStoredCredentials(found.value))
    },
    async keep(credentials: StoredCredentials): Promise<'keychain' | 'session_only'> {
      const written = await keychain.write(name, JSON.stringify(credentials))
      session = written.ok ? null : credentials
      changes += 1
      return written.ok ? 'keychain' : 'session_only'
    },
    async drop() {
      session = null
      const removed = await keychain.remove(name)
      changes += 1
      return removed
    },
  }
}

function makeTokenStore(
  keychain: Keychain,
  profile: string,
): Omit<Vault, 'dataKey' | 'readNote' | 'writeNote'> {
  const name = vaultName('payment service', profile)
  const place = makeCredentialsPlace(keychain, name)
  return {
    async save(typed) {
      const checked = checkCredentials(typed)
      return checked.ok ? succeed(await place.keep(checked.value)) : checked
    },
    async withCredentials(use) {
      const found = await place.find()
      if (!found.ok) return found
      return found.value === null ? fail({ kind: 'not_set_up' }) : succeed(await use(found.value))
    },
    forget: place.drop,
    changes: place.changes,
    async state() {
      const found = await place.find()
      if (place.isSession()) return 'session_only'
      return found.ok && found.value !== null ? 'keychain' : 'none'
    },
    async address() {
      const found = await place.find()
      return found.ok ? (found.value?.address ?? '') : ''
    },
    async keychainState() {
      const found = await keychain.read(name)
      return found.ok ? { works: true } : { works: false, detail: found.fault.detail }
    },
  }
}

function makeKeyStore(
  keychain: Keychain,
  profile: string,
  random: (bytes: number) => Buffer,
): Pick<Vault, 'dataKey' | 'readNote' | 'writeNote'> {
  let previous: Promise<unknown> = Promise.resolve()

  async function readKey(name: string): Promise<Result<Buffer | null, KeychainFault>> {
    const found = await keychain.read(name)
    if (!found.ok) return found
    if (found.value === null) return succeed(null)
    const key = Buffer.from(found.value, 'base64')
    return key.length === keyLength ? succeed(key) : unavailable('A key in the keychain is damaged.')
  }

  async function createKey(name: string): Promise<Result<Buffer | null, KeychainFault>> {
    const made = random(keyLength)
    const written = await keychain.write(name, made.toString('base64'))
    if (!written.ok) return written
    // What the keychain really kept is the key: data sealed with any other would be lost.
    const kept = await readKey(name)
    return kept.ok && kept.value === null ? unavailable('The keychain did not keep a key.') : kept
  }

  return {
    dataKey(what, how = { createIfMissing: false }) {
      const name = vaultName(`key ${what}`, profile)
      // One after the other: two callers at once must not make two keys of one name.
      const turn = previous.then(async () => {
        const found = await readKey(name)
        return found.ok && found.value === null && how.createIfMissing ? createKey(name) : found
      })
      previous = turn
      return turn
    },
    readNote: (what) => keychain.read(vaultName(`note ${what}`, profile)),
    writeNote: (what, text) => keychain.write(vaultName(`note ${what}`, profile), text),
  }
}

function unavailable(detail: string): { readonly ok: false; readonly fault: KeychainFault } {
  return fail({ kind: 'keychain_unavailable', detail })
}
