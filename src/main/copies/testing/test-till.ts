import { onTestFinished } from 'vitest'
import { codeKinds } from '../../../shared/payment/codes'
import type { Transaction } from '../../../shared/payment/transaction'
import { type FakeClock, makeFakeClock } from '../../system/testing/fake-clock'
import { folderOfTest } from '../../system/testing/folder-of-test'
import { makeMemoryKeychain } from '../../vault/testing/memory-keychain'
import { makeVault } from '../../vault/vault'
import { makeSavedCopies, type SavedCopies } from '../saved-copies'

export const address = 'https://pay.example'

/** Returns the internal id of the copy that a code finds, or null. */
export async function foundBy(copies: SavedCopies, code: string): Promise<string | null> {
  return (await copies.find(codeKinds, code))?.record.id ?? null
}

type TillOptions = {
  /** The folder of an earlier till; a new one by default. */
  readonly folder?: string
  readonly clock?: FakeClock
  /** The lender of credentials; by default a vault with the first token. */
  readonly vault?: Parameters<typeof makeSavedCopies>[0]['vault']
  /** How many copies are kept. */
  readonly count?: number
  /** Whether the profile ever had a record of refunds; by default it had. */
  readonly wasUsed?: () => boolean
}

/** A till with its saved copies on the disk, closed when the test ends. */
export function makeTestTill(options: TillOptions) {
  const { folder = folderOfTest(), clock = makeFakeClock() } = options
  const keychain = makeMemoryKeychain()
  const vault = makeVault({ keychain, profile: folder })
  /** Closes what the test left open, before its folder is deleted. */
  function closing(close: () => Promise<unknown>): () => Promise<unknown> {
    let closed: Promise<unknown> | null = null
    const once = () => {
      closed ??= close()
      return closed
    }
    onTestFinished(async () => void (await once()))
    return once
  }
  const start = () => {
    const copies = makeSavedCopies({
      folder,
      vault: options.vault ?? vault,
      clock,
      retention: { keepDays: 30, keepCopies: options.count ?? 100 },
      wasUsed: options.wasUsed ?? (() => true),
      log: () => undefined,
    })
    closing(copies.close)
    return copies
  }
  const origin = (copies: SavedCopies, token = 'token-1') => copies.originOf({ address, token })
  /** Saves a copy, and waits until it is there. */
  const keep = async (copies: SavedCopies, record: Transaction, token?: string) => {
    copies.keep({ origin: origin(copies, token), record })
    await copies.recent(1)
  }
  return { folder, keychain, clock, vault, closing, start, origin, keep }
}

/** The same, connected to its service. */
export async function openTestTill(options: TillOptions = {}) {
  const till = makeTestTill(options)
  await till.vault.save({ address, token: 'token-1' })
  return till
}
