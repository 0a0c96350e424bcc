/**
 * Begins a new journal where the old one cannot be used any more, on somebody's word; and goes on from the `journal.db` of
 * earlier versions without one, when it is in order (refund-protocol.md 12). Nothing is ever sent.
 */
import * as fs from 'node:fs'
import type { Fault } from '../../shared/fault'
import { isUndecided } from '../../shared/refund'
import { fail, type Result, succeed } from '../../shared/result'
import type { Vault } from '../vault/vault'
import { verifyFormer } from './former/verify-former'
import type { JournalContent } from './journal-file'
import { formerFile, formerFiles, journalIds } from './journal-files'
import type { RefundsOffFault } from './journal-types'
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
  const ending = 'may_be_sent' as const
  const inheritance = await inherit({
    ...old.value,
    inForce: inForce.value,
    ending,
    now: begun.at,
    yieldToEventLoop,
  })
  const made = await putIntoForce(deps, await newJournal(inheritance, begun, false, yieldToEventLoop))
  return made.ok ? succeed(takenOver(inheritance)) : made
}

/** The name of the journal that this profile last used; null when nobody knows. */
async function lastInForce({ keys, credentials, folder }: BeginDeps): Promise<Result<string | null, Fault>> {
  const inForce = await keys.readInForce()
  if (!inForce.ok) return inForce
  if (inForce.value !== null) return inForce
  const note = await credentials.note()
  if (!note.ok) return note
  const noted = note.value?.journal ?? null
  const isFormer = journalIds(folder).length === 0 && formerFiles(folder).includes(formerFile)
  return succeed(noted ?? (isFormer ? formerFile : null))
}

export type UpgradeFault = Fault | RefundsOffFault

/**
 * Goes on from a `journal.db` that is whole, in a journal of today's format: everything comes along, and nobody has to
 * say anything. One that is not is answered as the fault that it is, and a person may begin a new journal.
 */
export async function upgradeFormer(deps: BeginDeps): Promise<Result<string, UpgradeFault>> {
  const old = await readOldJournals({ files: fs, ...deps }, formerFile)
  if (!old.ok) return old
  const former = old.value.former.find(({ name }) => name === formerFile)
  if (former === undefined) return fail({ why: 'journal_missing', detail: 'The journal is not on this disk' })
  const { yieldToEventLoop } = deps
  const verified = await verifyFormer(former, yieldToEventLoop)
  if (!verified.ok) return verified
  const begun = { at: deps.now(), by: null }
  const ending = 'nothing_lost' as const
  const inheritance = await inherit({
    ...old.value,
    inForce: formerFile,
    ending,
    now: begun.at,
    yieldToEventLoop,
  })
  deps.log(`journal: ${formerFile} goes on in a journal of today's format`)
  return putIntoForce(deps, await newJournal(inheritance, begun, true, yieldToEventLoop))
}

async function newJournal(
  inheritance: Inheritance,
  begun: Begun,
  isFirst: boolean,
  yieldToEventLoop: () => Promise<void>,
) {
  const { highWater, former, services } = inheritance
  const content: JournalContent = {
    lines: await newJournalLines(inheritance, begun, yieldToEventLoop),
    highWater,
    former: former === null ? null : { indexes: former.indexes, values: formerRows(former.values) },
  }
  const highest = Math.max(0, ...services.map(({ service }) => service))
  return { content, locks: headLocks(inheritance), services: highest, isFirst }
}

function* formerRows(values: NonNullable<Inheritance['former']>['values']) {
  for (const [payment, highWater] of values) yield { payment: Buffer.from(payment, 'hex'), highWater }
}

function takenOver({ records, locks, missing }: Inheritance): TakenOver {
  const undecided = records.filter(({ attempt }) => isUndecided(attempt.state)).length
  return { attempts: records.length, undecided, unread: locks.length, missing }
}
