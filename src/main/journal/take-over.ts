/**
 * Puts a new journal into force (refund-protocol.md 12). At whatever moment the power goes, the next start finds either
 * the journal of before or the new one: the new file is written whole under its own id, then the keychain gets its key
 * and head, and the entry that names it is the switch. Nothing is removed, renamed or overwritten.
 */
import { randomUUID } from 'node:crypto'
import type { Fault } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import type { Vault } from '../vault/vault'
import { createJournalFile, type JournalContent } from './journal-file'
import type { HeadEntry, JournalKeys } from './journal-keys'

export type TakeOverDeps = {
  readonly folder: string
  readonly keys: JournalKeys
  readonly credentials: Pick<Vault, 'changeNote'>
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly yieldToEventLoop: () => Promise<void>
  /** Names a new journal: a UUID that none before had; one is drawn unless given. */
  readonly newId?: () => string
  readonly log: (line: string) => void
}

export type NewJournal = {
  readonly content: JournalContent
  readonly locks: HeadEntry['locks']
  readonly services: number
  /** No journal is in force yet: what a crash leaves behind must not look like one that lost its entries. */
  readonly isFirst: boolean
}

/** Answers the new journal's id. On a fault nothing has changed but a file that nothing names. */
export async function putIntoForce(
  { folder, keys, credentials, now, yieldToEventLoop, log, newId = randomUUID }: TakeOverDeps,
  { content, locks, services, isFirst }: NewJournal,
): Promise<Result<string, Fault>> {
  const id = newId()
  if (isFirst) {
    // The entry is made while there is no journal: one that is made anew beside a journal counts as one that was lost.
    const noted = await credentials.changeNote({})
    if (!noted.ok) return noted
    const begun = await keys.writeBegun(id)
    if (!begun.ok) return begun
  }
  const key = await keys.createKey(id)
  if (!key.ok) return key
  const head = await createJournalFile({ folder, id, key: key.value, content, now, yieldToEventLoop })
  if (!head.ok) return fail({ kind: 'journal_unwritable', detail: head.fault.detail })
  const kept = await keys.writeHead(id, { head: head.value, locks, services })
  if (!kept.ok) return kept
  const switched = await keys.writeInForce(id)
  if (!switched.ok) return switched
  await noteJournal(credentials, id, log)
  if (isFirst) await keys.writeBegun(null)
  return succeed(id)
}

/** The credentials say which journal there was, for a keychain that loses its other entries. */
export async function noteJournal(
  credentials: TakeOverDeps['credentials'],
  journal: string,
  log: (line: string) => void,
): Promise<void> {
  const noted = await credentials.changeNote({ journal })
  if (!noted.ok) log(`journal: not noted beside the credentials: ${noted.fault.detail}`)
}
