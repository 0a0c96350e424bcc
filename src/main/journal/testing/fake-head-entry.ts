/** The one entry of a keychain that a running till writes: its journal's head. It can be taken away and given back. */
import { fail, type Result, succeed } from '../../../shared/base/result'
import type { KeychainFault } from '../../vault/keychain'
import type { HeadEntry, JournalKeys } from '../journal-keys'

export type FakeHeadEntry = Pick<JournalKeys, 'writeHead'> & {
  /** What was kept last; null when nothing ever was. */
  readonly kept: () => HeadEntry | null
  /** How often it was written. */
  readonly writes: () => number
  /** From now on every write answers that there is no keychain; null gives it back. */
  readonly breakWith: (detail: string | null) => void
  /** What happens before each write from now on; null is nothing. */
  readonly beforeWriting: (happens: (() => Promise<void>) | null) => void
}

/** @param take called with every head that is kept. */
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
