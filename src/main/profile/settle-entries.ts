/**
 * A profile's keychain entries are named by its folder's real path (architecture.md, "Words and places"). Those of before,
 * named by the path as it was typed, are moved there once.
 */
import { type Result, succeed } from '../../shared/result'
import { hasJournal, journalIds } from '../journal/journal-files'
import { makeJournalKeys } from '../journal/journal-keys'
import { type Keychain, type KeychainFault, vaultName } from '../vault/keychain'
import { copyEntries, moveUnderWay, removeLeft } from '../vault/move-entries'
import type { ProfileLock } from '../vault/profile-lock'
import { readPlace, writePlace } from './entries-place'
import { realFolder } from './real-folder'

export type SettledEntries = {
  /** What the profile's entries are named by. */
  readonly entriesPath: string
  /** The folder that its entries were made in, where that is another one: it was moved or copied. */
  readonly movedFrom: string | null
}

export type SettleDeps = {
  /** The profile's folder as it was typed. */
  readonly folder: string
  readonly keychain: Keychain
  readonly lock: ProfileLock
  readonly warn: (line: string) => void
}

type Deps = SettleDeps & { readonly real: string; readonly typed: string }

/**
 * Answers what the entries are named by, after moving them where that is to be done. Asks the keychain nothing where
 * the profile remembers that all is in place. A keychain that does not answer leaves them where they are.
 */
export async function settleEntries(given: SettleDeps): Promise<SettledEntries> {
  const { folder, lock, warn } = given
  const deps = { ...given, real: realFolder(folder), typed: folder }
  const place = readPlace(folder)
  const isHere = place?.path === deps.real
  if (isHere && place?.unfinished !== true) return { entriesPath: deps.real, movedFrom: null }
  const settled = await lock(() => settle(deps))
  if (settled.ok) return settled.value
  warn(`The keychain’s entries could not be looked for: ${settled.fault.detail}`)
  if (isHere) return { entriesPath: deps.real, movedFrom: null }
  // Until it is remembered here, a move has taken nothing away.
  if (place === null || place.path === deps.typed) return { entriesPath: deps.typed, movedFrom: null }
  return { entriesPath: deps.real, movedFrom: place.path }
}

async function settle(deps: Deps): Promise<Result<SettledEntries, KeychainFault>> {
  const { keychain, real, typed, folder } = deps
  const underWay = await moveUnderWay(keychain, real)
  if (!underWay.ok) return underWay
  if (underWay.value !== null) return move(deps, underWay.value)
  const source = readPlace(folder)?.path ?? typed
  const used = await isUsed(keychain, real)
  if (!used.ok) return used
  if (used.value || (source === real && !hasJournal(folder))) return settledHere(deps)
  if (source === real) return succeed({ entriesPath: real, movedFrom: null })
  // Only the folder that this path leads to can have made entries of its name.
  if (source !== typed) return succeed({ entriesPath: real, movedFrom: source })
  return moveTyped(deps)
}

/** The journals of a profile are named by the path as it was typed, or it has none there. */
async function moveTyped(deps: Deps): Promise<Result<SettledEntries, KeychainFault>> {
  const { keychain, real, typed, folder } = deps
  const used = await isUsed(keychain, typed)
  if (!used.ok) return used
  if (used.value) return move(deps, typed)
  const connected = await keychain.read(vaultName('payment service', typed))
  if (!connected.ok) return connected
  const here = await keychain.read(vaultName('payment service', real))
  if (!here.ok) return here
  if (connected.value !== null && here.value === null) return move(deps, typed)
  // Nothing is to be moved. A profile in use whose entries are nowhere is not said to have them here.
  return hasJournal(folder) ? succeed({ entriesPath: real, movedFrom: null }) : settledHere(deps)
}

async function move(deps: Deps, source: string): Promise<Result<SettledEntries, KeychainFault>> {
  const { keychain, folder, real, warn } = deps
  const journals = await journalsOf(deps, source)
  if (!journals.ok) return journals
  const way = { from: source, to: real, journals: journals.value }
  const copied = await copyEntries(keychain, way)
  if (!copied.ok) return copied
  writePlace(folder, { path: real, unfinished: true })
  const removed = await removeLeft(keychain, way)
  if (removed.ok) return settledHere(deps)
  warn(`Entries under an earlier name are still in the keychain: ${removed.fault.detail}`)
  return succeed({ entriesPath: real, movedFrom: null })
}

/** Those on the disk, and the one in force, whose file may be gone: what the keychain knows of it still locks. */
async function journalsOf(
  { keychain, folder, real }: Deps,
  source: string,
): Promise<Result<readonly string[], KeychainFault>> {
  const ids = new Set(journalIds(folder))
  for (const named of [source, real]) {
    const keys = makeJournalKeys(keychain, vaultName('journal', named))
    for (const read of [keys.readInForce, keys.readBegun]) {
      const id = await read()
      if (!id.ok) return id
      if (id.value !== null) ids.add(id.value)
    }
  }
  return succeed([...ids])
}

function settledHere({ folder, real }: Deps): Result<SettledEntries, KeychainFault> {
  writePlace(folder, { path: real })
  return succeed({ entriesPath: real, movedFrom: null })
}

/** Whether the keychain names a journal for a profile of that path. */
async function isUsed(keychain: Keychain, folder: string): Promise<Result<boolean, KeychainFault>> {
  const inForce = await makeJournalKeys(keychain, vaultName('journal', folder)).readInForce()
  return inForce.ok ? succeed(inForce.value !== null) : inForce
}
