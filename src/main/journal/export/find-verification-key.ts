import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { JournalKeys } from '../journal-keys'
import { chainKey } from '../journal-line'
import type { ExportKey } from './export-keys'

const namesJournal = z.object({ journal: z.string() })

/**
 * The key that shows an export to be one till's own record (docs/refund-protocol.md), where one of these keychains has
 * it. Null where the export is of another till or cannot be read, and where no keychain says.
 */
export async function findVerificationKey(
  file: string,
  keychains: readonly Pick<JournalKeys, 'readKey'>[],
): Promise<ExportKey | null> {
  const journal = journalNamedIn(file)
  if (journal === null) return null
  for (const keys of keychains) {
    const key = await keys.readKey(journal)
    if (key.ok && key.value !== null) return { kind: 'verification', key: chainKey(key.value) }
  }
  return null
}

function journalNamedIn(file: string): string | null {
  try {
    return namesJournal.parse(JSON.parse(readFileSync(file, 'utf8'))).journal
  } catch {
    // What is wrong with the file is told by whoever verifies it.
    return null
  }
}
