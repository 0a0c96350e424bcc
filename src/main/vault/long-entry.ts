/**
 * The credentials entry in as many keychain entries as it takes: Windows keeps 2,560 bytes under one name. What does
 * not fit stands in further ones, whose count and digest stand in the first.
 */
import { createHash } from 'node:crypto'
import { fail, type Result, succeed } from '../../shared/result'
import type { Keychain, KeychainFault } from './keychain'
import { type CredentialsEntry, readEntry } from './stored-credentials'

/** What Windows keeps under one name, in bytes. */
const longestEntry = 2560
const pieceLength = 2500
/** A token of 8,192 signs, each written with a backslash before it, and its address. */
const mostPieces = 8
/** So often a first entry that was changed while the further ones were read is read again. */
const mostReadings = 5

type Further = NonNullable<CredentialsEntry['further']>

export type ReadEntry = CredentialsEntry | 'unreadable' | null

export type LongEntry = {
  /**
   * Null where there is none, `unreadable` where this program did not write it. With further ones missing or changed: its
   * note alone, address and token empty.
   */
  readonly read: () => Promise<Result<ReadEntry, KeychainFault>>
  /**
   * Writes it in the place of `before`, null for none. The first entry is written last: a crash before that changes
   * nothing. Under the profile's lock only.
   */
  readonly write: (
    entry: CredentialsEntry | null,
    before: CredentialsEntry | null,
  ) => Promise<Result<null, KeychainFault>>
}

export function makeLongEntry(keychain: Keychain, name: string): LongEntry {
  const pieceName = (set: Further['set'], number: number) => `${name} further ${set}${number}`

  /** Address and token out of the further entries; null where they are not as they were written. */
  async function readFurther({ set, count, sha256 }: Further): Promise<Result<Secret | null, KeychainFault>> {
    let text = ''
    for (let number = 1; number <= count; number += 1) {
      const piece = await keychain.read(pieceName(set, number))
      if (!piece.ok) return piece
      text += piece.value ?? ''
    }
    const secret = digestOf(text) === sha256 ? readEntry(text) : null
    return succeed(secret === null ? null : { address: secret.address, token: secret.token })
  }

  async function read(): Promise<Result<ReadEntry, KeychainFault>> {
    let last: string | null = null
    for (let readings = 0; readings < mostReadings; readings += 1) {
      const first = await keychain.read(name)
      if (!first.ok || first.value === null) return first.ok ? succeed(null) : first
      const entry = readEntry(first.value)
      if (entry === null) return succeed('unreadable')
      // An earlier version that wrote a token knew of no further entries, and left their count.
      if (entry.further === undefined || entry.token !== '') return succeed(entry)
      const secret = await readFurther(entry.further)
      if (!secret.ok) return secret
      if (secret.value !== null) return succeed({ ...entry, ...secret.value })
      if (first.value === last) return succeed(entry)
      last = first.value
    }
    return fail(busy)
  }

  async function writeFurther(text: string, set: Further['set']): Promise<Result<Further, KeychainFault>> {
    const count = Math.ceil(text.length / pieceLength)
    if (count > mostPieces) return fail(tooLong)
    for (let number = 1; number <= count; number += 1) {
      const piece = text.slice((number - 1) * pieceLength, number * pieceLength)
      const written = await keychain.write(pieceName(set, number), piece)
      if (!written.ok) return written
    }
    return succeed({ set, count, sha256: digestOf(text) })
  }

  /** What cannot be removed now is overwritten or removed later; nothing points at it. */
  async function removeFurther(sets: readonly Further['set'][]): Promise<void> {
    for (const set of sets) {
      for (let number = 1; number <= mostPieces; number += 1) {
        const found = await keychain.read(pieceName(set, number))
        if (!found.ok || found.value === null) break
        await keychain.remove(pieceName(set, number))
      }
    }
  }

  async function writeFirst(entry: CredentialsEntry): Promise<Result<null, KeychainFault>> {
    const text = JSON.stringify(entry)
    return fits(text) ? keychain.write(name, text) : fail(tooLong)
  }

  async function writeWhole(
    { further, ...entry }: CredentialsEntry,
    before: Further | undefined,
  ): Promise<Result<null, KeychainFault>> {
    const { address, token } = entry
    const isUnread = token === '' && further !== undefined
    if (!isUnread && fits(JSON.stringify(entry))) {
      const written = await writeFirst(entry)
      if (written.ok && before !== undefined) await removeFurther(['a', 'b'])
      return written
    }
    const note = { ...entry, address: '', token: '' }
    const secret = JSON.stringify({ address, token })
    const stays = isUnread || (before !== undefined && digestOf(secret) === before.sha256)
    if (stays) return writeFirst({ ...note, further: isUnread ? further : before })
    const kept = await writeFurther(secret, before?.set === 'a' ? 'b' : 'a')
    if (!kept.ok) return kept
    const written = await writeFirst({ ...note, further: kept.value })
    if (written.ok && before !== undefined) await removeFurther([before.set])
    return written
  }

  return {
    read,
    async write(entry, before) {
      if (entry !== null) return writeWhole(entry, before?.further)
      const removed = await keychain.remove(name)
      if (removed.ok && before?.further !== undefined) await removeFurther(['a', 'b'])
      return removed
    },
  }
}

type Secret = Pick<CredentialsEntry, 'address' | 'token'>

/** Address and token are ASCII, so a sign is a byte; a note may hold others. */
function fits(text: string): boolean {
  return Buffer.byteLength(text) <= longestEntry
}

function digestOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

const tooLong: KeychainFault = {
  kind: 'keychain_unavailable',
  detail: 'What belongs beside the access token is longer than every system’s keychain can keep.',
}
const busy: KeychainFault = {
  kind: 'keychain_unavailable',
  detail: 'Address and token are being changed again and again. Try once more.',
}
