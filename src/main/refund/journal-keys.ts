import { randomBytes } from 'node:crypto'
import { fail, type Result, succeed } from '../../shared/result'
import { keyBytes } from '../database/sealing'
import type { Keychain, KeychainFault } from '../vault/keychain'
import { type Head, readHead, writeHead } from './journal-line'

/** The journal's two secrets in the OS keychain: its key, and the head of its chain. */
export type JournalKeys = {
  /** The key, or null when the keychain works and has none. Never makes one: a lost key is not a new journal. */
  readonly readKey: () => Promise<Result<Buffer | null, KeychainFault>>
  readonly createKey: () => Promise<Result<Buffer, KeychainFault>>
  readonly readHead: () => Promise<Result<Head | null, KeychainFault>>
  readonly writeHead: (head: Head) => Promise<Result<null, KeychainFault>>
}

/** @param name what the two entries' names begin with; it carries the profile. */
export function makeJournalKeys(keychain: Keychain, name: string): JournalKeys {
  const keyName = `${name} key`
  const headName = `${name} head`

  async function readKey(): Promise<Result<Buffer | null, KeychainFault>> {
    const found = await keychain.read(keyName)
    if (!found.ok || found.value === null) return found.ok ? succeed(null) : found
    const key = Buffer.from(found.value, 'base64')
    if (key.length === keyBytes) return succeed(key)
    return fail({
      kind: 'keychain_unavailable',
      detail: 'The journal key in the keychain has the wrong length',
    })
  }

  return {
    readKey,
    async createKey() {
      const key = randomBytes(keyBytes)
      const written = await keychain.write(keyName, key.toString('base64'))
      if (!written.ok) return written
      // Read back: a key that the keychain did not keep would lock the journal out at the next start.
      const kept = await readKey()
      if (!kept.ok) return kept
      if (kept.value?.equals(key) === true) return succeed(key)
      return fail({ kind: 'keychain_unavailable', detail: 'The keychain did not keep the journal key' })
    },
    async readHead() {
      const found = await keychain.read(headName)
      if (!found.ok || found.value === null) return found.ok ? succeed(null) : found
      const head = readHead(found.value)
      if (head !== null) return succeed(head)
      return fail({
        kind: 'keychain_unavailable',
        detail: 'The journal head in the keychain can not be read',
      })
    },
    writeHead: (head) => keychain.write(headName, writeHead(head)),
  }
}
