import { fail, type Result, succeed } from '../../shared/result'
import { makeTurns } from '../scheduling/turns'
import type { Keychain, KeychainFault } from './keychain'
import { vaultName } from './keychain'

/** A profile's data keys, by what they are for. */
export const dataKeyNames = ['saved copies', 'export signature'] as const
export type DataKeyName = (typeof dataKeyNames)[number]

/** A profile's data keys in the keychain. */
export type KeyStore = {
  /** 32 bytes. Null when there is none and `createIfMissing` was not asked: *lost* is not *new*. */
  readonly dataKey: (
    name: DataKeyName,
    how?: { readonly createIfMissing: boolean },
  ) => Promise<Result<Buffer | null, KeychainFault>>
}

const keyLength = 32

/** @param random makes so many random bytes. */
export function makeKeyStore(
  keychain: Keychain,
  profile: string,
  random: (bytes: number) => Buffer,
): KeyStore {
  const { inTurn } = makeTurns()

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
      return inTurn(async () => {
        const found = await readKey(name)
        return found.ok && found.value === null && how.createIfMissing ? createKey(name) : found
      })
    },
  }
}

function unavailable(detail: string): { readonly ok: false; readonly fault: KeychainFault } {
  return fail({ kind: 'keychain_unavailable', detail })
}
