/** Moving all entries of a profile to other names, in an order that survives being ended at any step. */
import { z } from 'zod'
import { fail, type Result, succeed } from '../../shared/result'
import { attemptWork } from '../database/open-database'
import { entryNames } from './entry-names'
import { type Keychain, type KeychainFault, vaultName } from './keychain'

type Way = {
  readonly from: string
  readonly to: string
  /** The ids of the profile's journals. */
  readonly journals: readonly string[]
}

/**
 * What is under way stands in the keychain, under a name of the new path: whoever can change the profile's files alone
 * must not be able to have entries overwritten or removed.
 */
const underWaySchema = z.object({ from: z.string(), copied: z.boolean() })
type UnderWay = z.output<typeof underWaySchema>

const underWayName = (to: string) => vaultName('entries under way', to)

/** The path whose entries are being moved to that one; null when none are. */
export async function moveUnderWay(
  keychain: Keychain,
  to: string,
): Promise<Result<string | null, KeychainFault>> {
  const read = await readUnderWay(keychain, to)
  return read.ok ? succeed(read.value?.from ?? null) : read
}

async function readUnderWay(keychain: Keychain, to: string): Promise<Result<UnderWay | null, KeychainFault>> {
  const found = await keychain.read(underWayName(to))
  if (!found.ok) return found
  const { value } = found
  const parsed = value === null ? null : attemptWork(() => underWaySchema.parse(JSON.parse(value)))
  return succeed(parsed?.ok === true ? parsed.value : null)
}

/**
 * Puts them all under their new names and reads each back, or goes on with what was ended. On a fault nothing has been
 * taken away. Under the profile's lock only, as the other one.
 */
export async function copyEntries(keychain: Keychain, way: Way): Promise<Result<null, KeychainFault>> {
  const { from, to, journals } = way
  const before = await readUnderWay(keychain, to)
  if (!before.ok) return before
  if (before.value?.copied === true) return succeed(null)
  const note = (copied: boolean) => keychain.write(underWayName(to), JSON.stringify({ from, copied }))
  const begun = await note(false)
  if (!begun.ok) return begun
  const targets = entryNames(to, journals)
  for (const [index, name] of entryNames(from, journals).entries()) {
    const copied = await copy(keychain, name, targets[index] ?? name)
    if (!copied.ok) return copied
  }
  return note(true)
}

/** Removes the old names once all stand under the new ones. What cannot be removed is removed when it is called again. */
export async function removeLeft(
  keychain: Keychain,
  { from, to, journals }: Way,
): Promise<Result<null, KeychainFault>> {
  for (const name of entryNames(from, journals)) {
    const found = await keychain.read(name)
    const removed = found.ok && found.value !== null ? await keychain.remove(name) : found
    if (!removed.ok) return removed
  }
  return keychain.remove(underWayName(to))
}

async function copy(keychain: Keychain, name: string, target: string): Promise<Result<null, KeychainFault>> {
  const secret = await keychain.read(name)
  if (!secret.ok || secret.value === null) return secret.ok ? succeed(null) : secret
  const written = await keychain.write(target, secret.value)
  if (!written.ok) return written
  const kept = await keychain.read(target)
  if (!kept.ok) return kept
  return kept.value === secret.value ? succeed(null) : fail(notKept)
}

const notKept: KeychainFault = {
  kind: 'keychain_unavailable',
  detail: 'The keychain did not keep an entry under its new name.',
}
