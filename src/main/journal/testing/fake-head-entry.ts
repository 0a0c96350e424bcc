/** The only keychain entry that a running till writes, its journal's head. It can be taken away and given back. */
import { fail, type Result, succeed } from '../../../shared/base/result'
import type { KeychainFault } from '../../vault/keychain'
import type { HeadEntry, JournalKeys } from '../journal-keys'

export type FakeHeadEntry = Pick<JournalKeys, 'writeHead'> & {
  /** The last kept head; null before any. */
  readonly kept: () => HeadEntry | null
  /** How often it was written. */
  readonly writes: () => number
  /** Makes every write fail as without a keychain; null gives the keychain back. */
  readonly breakWith: (detail: string | null) => void
  /** Sets what runs before each write; null for nothing. */
  readonly beforeWriting: (happens: (() => Promise<void>) | null) => void
}

/** Makes the entry. @param take is called with every head that is kept. */
export function makeFakeHeadEntry(take: (entry: HeadEntry) => void = () => undefined): FakeHeadEntry {
  let kept: HeadEntry | null = null
  let writes = 0
  let broken: string | null = null
  let happens: (() => Promise<void>) | null = null
  return {
    kept: () => kept,
    writes: () => writes,
    breakWith(detail) {
      broken = detail
    },
    beforeWriting(what) {
      happens = what
    },
    async writeHead(_, entry): Promise<Result<null, KeychainFault>> {
      await happens?.()
      writes += 1
      if (broken !== null) return fail({ kind: 'keychain_unavailable', detail: broken })
      kept = entry
      take(entry)
      return succeed(null)
    },
  }
}
