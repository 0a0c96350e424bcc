/** What a closed till has written down, read from its disk with its key from the keyring. */

import { makeExportSigner } from '../../src/main/journal/export/export-keys'
import { exportPieces } from '../../src/main/journal/export/write-export'
import { makeJournalKeys } from '../../src/main/journal/journal-keys'
import { openRecord } from '../../src/main/journal/open-record'
import { exportedText } from '../../src/main/journal/testing/exported-text'
import { attemptsIn } from '../../src/main/journal/testing/journal-reading'
import type { KeychainFault } from '../../src/main/vault/keychain'
import { makeOsKeychain, vaultName } from '../../src/main/vault/keychain'
import type { Result } from '../../src/shared/base/result'

export type WrittenRefund = {
  readonly marker: string
  /** The payment's internal id. */
  readonly id: string
  readonly state: string
}

export type WrittenDown = {
  /** Oldest first. */
  readonly refunds: readonly WrittenRefund[]
  /** As the program exports it, for `--verify-journal`. */
  readonly exported: string
}

/** What the keychain holds; throws when it does not. */
function kept<T>(found: Result<T | null, KeychainFault>): T {
  if (found.ok && found.value !== null) return found.value
  throw new Error(`The keychain has no journal: ${JSON.stringify(found)}`)
}

/** Throws when the journal does not open as whole as the program itself demands it. */
export async function readJournal(profile: string): Promise<WrittenDown> {
  const keychain = makeOsKeychain({ service: 'Tillside' })
  const keys = makeJournalKeys(keychain, vaultName('journal', profile))
  const id = kept(await keys.readInForce())
  const head = kept(await keys.readHead(id))
  if (head === 'damaged') throw new Error('The head of the journal in the keychain is damaged')
  const key = kept(await keys.readKey(id))
  const where = { folder: profile, id, key, head: head.head }
  const opened = await openRecord({ ...where, now: Date.now, log: () => undefined })
  if (!opened.ok) throw new Error(`The journal does not open: ${JSON.stringify(opened.fault)}`)
  const { journal } = opened.value
  try {
    const range = { from: 0, to: Date.now() }
    const exported = exportedText(
      exportPieces(journal, range, 'json', Date.now(), makeExportSigner(Buffer.alloc(32)), ''),
    )
    if (!exported.ok) throw new Error(`The journal is not exported: ${JSON.stringify(exported.fault)}`)
    const refunds = [...attemptsIn(journal)]
      .sort((left, right) => left.createdAt - right.createdAt)
      .map(({ intent, state }) => ({ marker: intent.marker, id: intent.id, state }))
    return { refunds, exported: exported.value }
  } finally {
    journal.close()
  }
}
