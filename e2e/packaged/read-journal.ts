/** What a closed till has written down, read from its disk with its key from the keyring. */
import { exportRange } from '../../src/main/refund/export-journal'
import { makeJournalKeys } from '../../src/main/refund/journal-keys'
import { openJournal } from '../../src/main/refund/open-journal'
import { makeOsKeychain } from '../../src/main/vault/os-keychain'
import { vaultName } from '../../src/main/vault/vault-name'

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

/** Throws when the journal does not open as whole as the program itself demands it. */
export async function readJournal(profile: string): Promise<WrittenDown> {
  const keychain = makeOsKeychain({ service: 'Tillside' })
  const keys = makeJournalKeys(keychain, vaultName('journal', profile))
  const opened = await openJournal({ folder: profile, keys, now: Date.now })
  if (!opened.ok) throw new Error(`The journal does not open: ${JSON.stringify(opened.fault)}`)
  const journal = opened.value
  try {
    const range = { from: 0, to: Date.now() }
    const exported = exportRange(journal, range, 'json', Date.now())
    if (!exported.ok) throw new Error(`The journal is not exported: ${JSON.stringify(exported.fault)}`)
    const refunds = [...journal.list(range)]
      .sort((left, right) => left.createdAt - right.createdAt)
      .map(({ intent, state }) => ({ marker: intent.marker, id: intent.id, state }))
    return { refunds, exported: exported.value }
  } finally {
    journal.close()
  }
}
