/**
 * Begins a new journal where the old one cannot be used any more, on somebody's word (refund-protocol.md 12). Nothing is
 * ever sent.
 */
import * as fs from 'node:fs'
import type { Fault } from '../../shared/fault'
import { isUndecided } from '../../shared/refund'
import { type Result, succeed } from '../../shared/result'
import type { Vault } from '../vault/vault'
import type { JournalContent } from './journal-file'
import type { JournalOrder, TakenOver } from './journals'
import { putIntoForce, type TakeOverDeps } from './take-over'
import { headLocks, type Inheritance, inherit } from './takeover/inherit'
import { type Begun, newJournalLines } from './takeover/new-journal-lines'
import type { OldFiles } from './takeover/read-files'
import { readOldJournals } from './takeover/read-journals'

export type BeginDeps = TakeOverDeps & {
  readonly credentials: Pick<Vault, 'note' | 'changeNote'>
  /** How old files are read; node:fs unless given. */
  readonly files?: OldFiles
}

/**
 * The caller has made sure that the journal cannot be used and does not merely wait, and has checked PIN or token. What
 * may have been sent counts as sent: everything that was on its way is unconfirmed in the new journal.
 */
export async function beginJournal(deps: BeginDeps, order: JournalOrder): Promise<Result<TakenOver, Fault>> {
  const inForce = await lastInForce(deps)
  if (!inForce.ok) return inForce
  const note = await deps.credentials.note()
  if (!note.ok) return note
  const noted = note.value?.journal ?? null
  const old = await readOldJournals({ files: fs, ...deps }, inForce.value, noted)
  if (!old.ok) return old
  const begun = { at: deps.now(), by: { supervisor: order.supervisor, why: order.why } }
  const { yieldToEventLoop } = deps
  const inheritance = await inherit({
    journals: old.value,
    inForce: inForce.value,
    now: begun.at,
    yieldToEventLoop,
  })
  const made = await putIntoForce(deps, await newJournal(inheritance, begun, yieldToEventLoop))
  return made.ok ? succeed(takenOver(inheritance)) : made
}

/** The name of the journal that this profile last used; null when nobody knows. */
async function lastInForce({ keys, credentials }: BeginDeps): Promise<Result<string | null, Fault>> {
  const inForce = await keys.readInForce()
  if (!inForce.ok) return inForce
  if (inForce.value !== null) return inForce
  const note = await credentials.note()
  if (!note.ok) return note
  return succeed(note.value?.journal ?? null)
}

async function newJournal(inheritance: Inheritance, begun: Begun, yieldToEventLoop: () => Promise<void>) {
  const { highWater, services } = inheritance
  const content: JournalContent = {
    lines: await newJournalLines(inheritance, begun, yieldToEventLoop),
    highWater,
  }
  const highest = Math.max(0, ...services.map(({ service }) => service))
  return { content, locks: headLocks(inheritance), services: highest, isFirst: false }
}

function takenOver({ records, locks, missing }: Inheritance): TakenOver {
  const undecided = records.filter(({ attempt }) => isUndecided(attempt.state)).length
  return { attempts: records.length, undecided, unread: locks.length, missing }
}
