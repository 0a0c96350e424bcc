import { onTestFinished } from 'vitest'
import { type FakeClock, makeFakeClock } from '../../system/testing/fake-clock'
import { folderOfTest } from '../../system/testing/folder-of-test'
import { type MemoryKeychain, makeMemoryKeychain } from '../../vault/testing/memory-keychain'
import { makeVault } from '../../vault/vault'
import { makeSavedCopies, type SavedCopies } from '../saved-copies'

export const address = 'https://pay.example'

type TillOptions = {
  /** The folder of a till before it, for its next start; a fresh one unless given. */
  readonly folder?: string
  readonly keychain?: MemoryKeychain
  readonly clock?: FakeClock
  /** Who lends which credentials; a vault in the keychain, with the first token, unless given. */
  readonly vault?: Parameters<typeof makeSavedCopies>[0]['vault']
  /** How many copies are kept. */
  readonly count?: number
}

/** A till of the running test with its saved copies on the disk, which are closed when the test ends. */
export function makeTestTill(options: TillOptions) {
  const { folder = folderOfTest(), keychain = makeMemoryKeychain(), clock = makeFakeClock() } = options
  const vault = makeVault({ keychain, profile: folder })
  const limits = { days: 30, count: options.count ?? 100 }
  const logged: string[] = []
  /** Ends what the test did not end itself, before its folder goes. */
  function closing(close: () => Promise<unknown>): () => Promise<unknown> {
    let closed: Promise<unknown> | null = null
    const once = () => {
      closed ??= close()
      return closed
    }
    onTestFinished(async () => void (await once()))
    return once
  }
  const start = (isPractice = (_address: string) => false) => {
    const copies = makeSavedCopies({
      folder,
      vault: options.vault ?? vault,
      clock,
      isPractice,
      retention: () => ({ ...limits }),
      log: (line) => logged.push(line),
    })
    closing(copies.close)
    return copies
  }
  const origin = (copies: SavedCopies, token = 'token-1') => copies.originOf({ address, token })
  return { folder, keychain, clock, vault, limits, logged, closing, start, origin }
}

/** The same, connected to its service. */
export async function openTestTill(options: TillOptions = {}) {
  const till = makeTestTill(options)
  await till.vault.save({ address, token: 'token-1' })
  return till
}
