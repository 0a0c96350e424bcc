/** Reads every old journal of a profile that may still tell something (refund-protocol.md 12). */
import { fail, type Result, succeed } from '../../../shared/result'
import { databaseFault } from '../../database/open-database'
import type { KeychainFault } from '../../vault/keychain'
import { journalFileName, journalIds } from '../journal-files'
import type { HeadEntry, JournalKeys } from '../journal-keys'
import { isTakeoverWhole, type OldJournal } from './old-journal'
import { wasTakenOver } from './rank-journals'
import { type OldFiles, withRows } from './read-files'
import { readOldJournal } from './read-old-journal'

export type ReadJournalsDeps = {
  readonly folder: string
  readonly keys: JournalKeys
  readonly files: OldFiles
  readonly yieldToEventLoop: () => Promise<void>
}

export type ReadFault = KeychainFault | { readonly kind: 'journal_unwritable'; readonly detail: string }

/**
 * @param inForce the name of the journal that was in force last; null when nobody knows.
 * @param noted the one that the credentials name, if they name another: its file may be gone, and its locks not.
 */
export async function readOldJournals(
  deps: ReadJournalsDeps,
  inForce: string | null,
  noted: string | null = null,
): Promise<Result<readonly OldJournal[], ReadFault>> {
  try {
    return await readAll(deps, [inForce, noted])
  } catch (error) {
    // Only a disk that does not open a file is expected here; whatever else is thrown is a bug.
    if (!(error instanceof Error && 'code' in error)) throw error
    return fail({ kind: 'journal_unwritable', detail: databaseFault(error).detail })
  }
}

/** Those that are named first, also when their files are gone: the keychain may still know their locks. */
async function readAll(
  deps: ReadJournalsDeps,
  named: readonly (string | null)[],
): Promise<Result<readonly OldJournal[], KeychainFault>> {
  const known = named.flatMap((name) => (name === null ? [] : [name]))
  const names = new Set([...known, ...journalIds(deps.folder)])
  const journals: OldJournal[] = []
  for (const name of names) {
    const read = await readOne(deps, name, journals[0] ?? null)
    if (!read.ok) return read
    if (read.value !== null) journals.push(read.value)
  }
  return succeed(journals)
}

/** Null for one that the newest has taken over whole, byte for byte. */
async function readOne(
  deps: ReadJournalsDeps,
  name: string,
  newest: OldJournal | null,
): Promise<Result<OldJournal | null, KeychainFault>> {
  const { folder, keys, files: fs, yieldToEventLoop } = deps
  const key = await keys.readKey(name)
  if (!key.ok) return key
  const head = await keys.readHead(name)
  if (!head.ok) return head
  const kept: HeadEntry | null = head.value === 'damaged' ? null : head.value
  return withRows(fs, folder, journalFileName(name), yieldToEventLoop, async (rows, files) => {
    if (newest !== null && isContained(files, newest)) return succeed(null)
    return succeed(await readOldJournal({ name, files, rows, key: key.value, head: kept, yieldToEventLoop }))
  })
}

function isContained(files: OldJournal['files'], newest: OldJournal): boolean {
  return isTakeoverWhole(newest) && wasTakenOver(files, newest)
}
