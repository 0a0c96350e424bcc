/**
 * The journal's secrets in the OS keychain (refund-protocol.md 11 and 12): for each journal its key and the head of
 * its chain under its own id, so that a new journal never overwrites an old key or head, and one entry that says
 * which journal is in force.
 */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { fail, type Result, succeed } from '../../shared/result'
import { attemptWork } from '../system/database'
import { keyBytes } from '../system/sealing'
import type { Keychain, KeychainFault } from '../vault/keychain'
import { probeKeychain } from '../vault/keychain'
import { type Head, readHead, writeHead } from './journal-line'
import type { Standing } from './journal-types'
import { openLocks } from './segment'

/** What the keychain keeps of a journal beside its key. */
export type HeadEntry = {
  readonly head: Head
  /** The newest 32 undecided, each 16 hexadecimal digits of its lock: what cannot be opened still locks. */
  readonly locks: readonly string[]
}

export type JournalKeys = ReturnType<typeof makeJournalKeys>

/** The keychain keeps so many locks: some take little more than 2,000 characters. */
const maxLocks = 32

/** What the keychain keeps of a journal that stands there. */
export function headEntryOf(head: Head, standing: Standing): HeadEntry {
  const locks = [...new Set(openLocks(standing).map(({ lock }) => lock))]
  return { head, locks: locks.reverse().slice(0, maxLocks) }
}

const storedHead = z
  .object({
    head: z.string(),
    locks: z.array(z.string().regex(/^[0-9a-f]{16}$/)).readonly(),
  })
  .readonly()

/** @param name what the entries' names begin with; it carries the profile. */
export function makeJournalKeys(keychain: Keychain, name: string) {
  const inForce = `${name} in force`

  /** Null when the keychain works and has none, or none that could be a key. Never makes one: a lost key is not a new journal. */
  async function readKey(journal: string): Promise<Result<Buffer | null, KeychainFault>> {
    const found = await keychain.read(`${name} ${journal} key`)
    if (!found.ok || found.value === null) return found.ok ? succeed(null) : found
    const key = Buffer.from(found.value, 'base64')
    return succeed(key.length === keyBytes ? key : null)
  }

  return {
    /** The id of the journal in force; null when the keychain works and names none. */
    async readInForce(): Promise<Result<string | null, KeychainFault>> {
      const found = await keychain.read(inForce)
      return found.ok && found.value === '' ? succeed(null) : found
    },
    writeInForce: (journal: string): Promise<Result<null, KeychainFault>> => keychain.write(inForce, journal),
    readKey,
    /** Makes a key, keeps it, and reads it back: one that the keychain did not keep would lock the journal out at the next start. */
    async createKey(journal: string): Promise<Result<Buffer, KeychainFault>> {
      const key = randomBytes(keyBytes)
      const written = await keychain.write(`${name} ${journal} key`, key.toString('base64'))
      if (!written.ok) return written
      const kept = await readKey(journal)
      if (!kept.ok) return kept
      if (kept.value?.equals(key) === true) return succeed(key)
      return fail({ kind: 'keychain_unavailable', detail: 'The keychain did not keep the journal key' })
    },
    /** Null when there is none. An entry that cannot be read answers `damaged`. */
    async readHead(journal: string): Promise<Result<HeadEntry | 'damaged' | null, KeychainFault>> {
      const found = await keychain.read(`${name} ${journal} head`)
      if (!found.ok || found.value === null) return found.ok ? succeed(null) : found
      return succeed(readEntry(found.value) ?? 'damaged')
    },
    writeHead: (journal: string, { head, locks }: HeadEntry): Promise<Result<null, KeychainFault>> =>
      keychain.write(`${name} ${journal} head`, JSON.stringify({ head: writeHead(head), locks })),
    /** Writes a probe and reads it back: only then is an empty answer believed (protocol 11). */
    probe: (): Promise<Result<null, KeychainFault>> => probeKeychain(keychain, `${name} probe`),
  }
}

function readEntry(text: string): HeadEntry | null {
  const parsed = attemptWork(() => storedHead.parse(JSON.parse(text)))
  const head = parsed.ok ? readHead(parsed.value.head) : null
  if (!parsed.ok || head === null) return null
  return { head, locks: parsed.value.locks }
}
