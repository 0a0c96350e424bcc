/** What of the keychain a recovery kit takes along, and how it comes back (refund-protocol.md 11 and 12). */
import type { Fault } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import { journalFileName, journalIds } from '../journal/journal-files'
import type { JournalKeys } from '../journal/journal-keys'
import { type OldFiles, withRows } from '../journal/takeover/read-files'
import { readOldJournal } from '../journal/takeover/read-old-journal'
import { type KitContent, type KitProblem, openKit } from './recovery-kit'

type Deps = {
  readonly folder: string
  readonly keys: Pick<JournalKeys, 'readKey' | 'readHead' | 'restoreKey'>
  readonly files: OldFiles
  readonly yieldToEventLoop: () => Promise<void>
}

/** What an opened kit gave back. */
export type Restored = {
  /** How many journals can be read again. */
  readonly journals: number
  /** Lines that they had when the kit was made and do not have any more; 0 where the kit does not say. */
  readonly missing: number
}

const problem = (why: KitProblem | 'other_till' | 'nothing_lost' | 'nothing_to_save') =>
  fail({ kind: 'recovery_kit', why } as const)

/**
 * The keys of every journal on this disk that the keychain has. A keychain that does not answer is a fault; so is one that
 * has no key, for there is nothing to be saved.
 */
export async function collectKit(
  { folder, keys }: Pick<Deps, 'folder' | 'keys'>,
  about: Omit<KitContent, 'journals'>,
): Promise<Result<KitContent, Fault>> {
  const journals: KitContent['journals'][number][] = []
  for (const id of journalIds(folder)) {
    const key = await keys.readKey(id)
    if (!key.ok) return key
    const head = await keys.readHead(id)
    if (!head.ok) return head
    if (key.value === null) continue
    const known = head.value === 'damaged' ? null : head.value
    journals.push({ id, key: key.value.toString('base64'), lines: known?.head.seq ?? null })
  }
  return journals.length === 0 ? problem('nothing_to_save') : succeed({ ...about, journals })
}

/**
 * Opens a kit and puts back the keys that the keychain has lost, each only once it has opened a journal on this disk.
 * Nothing that the keychain has is replaced, and no head comes back: a kit is older than the journal, and whoever begins
 * a new record on it is told that refunds may be missing (protocol 12).
 */
export async function restoreFromKit(
  deps: Deps,
  text: string,
  passphrase: string,
): Promise<Result<Restored, Fault>> {
  const opened = await openKit(text, passphrase)
  if (!opened.ok) return problem(opened.fault)
  const here = opened.value.journals.filter(({ id }) => journalIds(deps.folder).includes(id))
  let restored: Restored = { journals: 0, missing: 0 }
  let known = 0
  for (const journal of here) {
    const key = await deps.keys.readKey(journal.id)
    if (!key.ok) return key
    if (key.value !== null) known += 1
    else {
      const one = await restoreOne(deps, journal)
      if (!one.ok) return one
      restored = {
        journals: restored.journals + one.value.journals,
        missing: restored.missing + one.value.missing,
      }
    }
  }
  if (restored.journals > 0) return succeed(restored)
  return problem(known > 0 ? 'nothing_lost' : 'other_till')
}

async function restoreOne(
  { folder, keys, files, yieldToEventLoop }: Deps,
  journal: KitContent['journals'][number],
): Promise<Result<Restored, Fault>> {
  const key = Buffer.from(journal.key, 'base64')
  const name = journal.id
  const read = await withRows(files, folder, journalFileName(name), yieldToEventLoop, (rows, found) =>
    readOldJournal({ name, files: found, rows, key, head: null, yieldToEventLoop }),
  )
  // A key that opens nothing here would only take the place of the right one.
  if (read.lines.length === 0) return succeed({ journals: 0, missing: 0 })
  const kept = await keys.restoreKey(name, key)
  if (!kept.ok) return kept
  return succeed({ journals: 1, missing: Math.max(0, (journal.lines ?? 0) - read.lastLine) })
}
