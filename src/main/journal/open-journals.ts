/**
 * Which journal is in force, and why refunds must stay off when it cannot be used (refund-protocol.md 11 and 12). Nothing
 * here ever puts a new journal in the place of one that existed: only a till that never had one gets one without a word.
 */
import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import type { Fault, RefundsOff } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import { attemptWork } from '../database/open-database'
import { makeYieldToEventLoop } from '../scheduling/yield-to-event-loop'
import type { SupervisorPin } from '../vault/supervisor-pin'
import type { BeginDeps } from './begin-journal'
import { rememberPlace } from './entries-place'
import { headEntryOf } from './head-entry'
import { journalFileOf, openJournalFile } from './journal-file'
import { journalIds, wasUsed } from './journal-files'
import type { HeadEntry } from './journal-keys'
import type { Journal, RefundsOffFault } from './journal-types'
import { forgetSilence, wasSilentBefore } from './keychain-silence'
import { noteJournal, putIntoForce } from './take-over'

export type OpenJournalsDeps = Omit<BeginDeps, 'yieldToEventLoop'> & {
  readonly supervisorPin: Pick<SupervisorPin, 'state'>
  /** Called again and again while a journal is read: it yields to the event loop. */
  readonly yieldToEventLoop?: () => Promise<void>
  /** What the keychain's entries are named by; the folder unless given. */
  readonly entriesPath?: string
  /** Another text at each start of the program; one is made unless given. */
  readonly run?: string
}

/** `replaceable`: how somebody may begin a new journal; null where nothing is to be replaced. */
export type ClosedJournal = RefundsOffFault & { readonly replaceable: 'pin' | 'token' | null }

type Deps = OpenJournalsDeps & { readonly yieldToEventLoop: () => Promise<void>; readonly run: string }
/** `keyLost`: without its key nobody's PIN is enough to begin a new journal (protocol 12). */
type Closed = RefundsOffFault & { readonly keyLost?: boolean }
type Opening = Result<Journal, Closed>

const thisRun = randomUUID()

/**
 * Opens the journal that is in force, its head in the keychain advanced to what is on disk; makes the first one on a till
 * that never had any. A keychain that has nothing is believed only when a probe works, and at a later start again; until
 * then it counts as one that does not answer.
 */
export async function openJournals(deps: OpenJournalsDeps): Promise<Result<Journal, ClosedJournal>> {
  const opened = await open({ yieldToEventLoop: makeYieldToEventLoop(), run: thisRun, ...deps })
  if (opened.ok) return opened
  const { why, detail, keyLost = false } = opened.fault
  deps.log(`refunds off: ${why}: ${detail}`)
  return fail({ why, detail, replaceable: await replaceableBy(deps, why, keyLost) })
}

/** What keeps a journal closed, and how it is replaced: for damage that was found after it was open. */
export async function closedBy(
  deps: OpenJournalsDeps,
  fault: RefundsOffFault,
): Promise<{ readonly ok: false; readonly fault: ClosedJournal }> {
  return fail({ ...fault, replaceable: await replaceableBy(deps, fault.why, false) })
}

const endsOnlyByNew: readonly RefundsOff[] = [
  'keychain_emptied',
  'journal_missing',
  'journal_damaged',
  'journal_rolled_back',
  'journal_wrong_key',
]

async function replaceableBy(
  { supervisorPin }: OpenJournalsDeps,
  why: RefundsOff,
  keyLost: boolean,
): Promise<'pin' | 'token' | null> {
  if (!endsOnlyByNew.includes(why)) return null
  if (keyLost || why === 'journal_wrong_key') return 'token'
  const pin = await supervisorPin.state()
  return pin.ok && (pin.value === 'set' || pin.value === 'stopped') ? 'pin' : 'token'
}

function closed(
  why: RefundsOff,
  detail: string,
  keyLost = false,
): { readonly ok: false; readonly fault: Closed } {
  return fail({ why, detail, keyLost })
}

async function open(deps: Deps): Promise<Opening> {
  const inForce = await deps.keys.readInForce()
  if (!inForce.ok) return closed('no_keychain', inForce.fault.detail)
  const note = await deps.credentials.note()
  if (!note.ok) return closed('no_keychain', note.fault.detail)
  const noted = note.value?.journal ?? null
  const id = inForce.value ?? noted
  if (id === null) return openUnnamed(deps)
  return openNamed(deps, { id, isNamed: inForce.value !== null, noted })
}

/** Neither the keychain nor the credentials name a journal. */
async function openUnnamed(deps: Deps): Promise<Opening> {
  const { folder, keys } = deps
  const begun = await keys.readBegun()
  if (!begun.ok) return closed('no_keychain', begun.fault.detail)
  if (wasUsed(folder, begun.value)) {
    return lost(deps, '', 'This till was in use, and the keychain names no journal', true)
  }
  return openFirst(deps)
}

async function openFirst(deps: Deps): Promise<Opening> {
  const works = await deps.keys.probe()
  if (!works.ok) return closed('no_keychain', works.fault.detail)
  const content = { lines: [], highWater: [] }
  const made = await putIntoForce(deps, { content, locks: [], services: 0, isFirst: true })
  if (!made.ok) return fail(asRefundsOffFault(made.fault))
  return openNamed(deps, { id: made.value, isNamed: true, noted: made.value })
}

function asRefundsOffFault(fault: Fault): RefundsOffFault {
  const detail = 'detail' in fault ? String(fault.detail) : ''
  return { why: fault.kind === 'keychain_unavailable' ? 'no_keychain' : 'journal_unwritable', detail }
}

/** `isNamed`: by the word which journal is in force. `noted`: the one that the credentials name. */
type Named = { readonly id: string; readonly isNamed: boolean; readonly noted: string | null }

async function openNamed(deps: Deps, { id, isNamed, noted }: Named): Promise<Opening> {
  const { folder, keys, now, yieldToEventLoop, credentials, log } = deps
  const file = attemptWork(() => statSync(journalFileOf(folder, id), { throwIfNoEntry: false }))
  if (!file.ok) return closed('journal_unwritable', file.fault.detail)
  if (file.value === undefined) return closed('journal_missing', `The journal ${id} is not on this disk`)
  const entries = await readEntries(deps, id)
  if (!entries.ok) return entries
  const { key, head } = entries.value
  if (!isNamed) {
    const named = await keys.writeInForce(id)
    if (!named.ok) return closed('no_keychain', named.fault.detail)
  }
  const opened = await openJournalFile({ folder, id, key, head: head.head, now, yieldToEventLoop })
  if (!opened.ok) return opened
  const kept = await keepHead(deps, opened.value, head)
  if (!kept.ok) {
    opened.value.close()
    return kept
  }
  if (noted !== null && isBesideDeleted(deps, opened.value, noted)) {
    opened.value.close()
    return closed('journal_missing', `The credentials name the journal ${noted}, which is not on this disk`)
  }
  if (noted !== id) await noteJournal(credentials, id, log)
  forgetSilence(deps)
  rememberPlace(folder, deps.entriesPath ?? folder)
  return opened
}

/**
 * Whether this is a first journal although the credentials name another one, which is not on this disk: that one was
 * deleted with the word which is in force, and the credentials were put back since. A journal that somebody began in the
 * place of another says so in its first line.
 */
function isBesideDeleted({ folder }: Deps, journal: Journal, noted: string): boolean {
  if (noted === journal.id || journalIds(folder).includes(noted)) return false
  const first = journal.lineAt(1)
  return first === null || !('beginning' in first.line)
}

async function readEntries(
  deps: Deps,
  id: string,
): Promise<Result<{ readonly key: Buffer; readonly head: HeadEntry }, Closed>> {
  const key = await deps.keys.readKey(id)
  if (!key.ok) return closed('no_keychain', key.fault.detail)
  const head = await deps.keys.readHead(id)
  if (!head.ok) return closed('no_keychain', head.fault.detail)
  if (key.value === null) return lost(deps, id, 'The keychain has lost the key of the journal', true)
  if (head.value === null) return lost(deps, id, 'The keychain has lost the head of the journal', false)
  if (head.value === 'damaged') {
    return closed('keychain_emptied', 'What the keychain holds of the journal’s head cannot be read')
  }
  return succeed({ key: key.value, head: head.value })
}

/** The chain extends the head that the keychain knows: from here on it knows this one. */
async function keepHead(
  { keys }: Deps,
  journal: Journal,
  { head, locks }: HeadEntry,
): Promise<Result<null, Closed>> {
  const entry = headEntryOf(journal)
  const isKept = entry.head.seq === head.seq && entry.locks.join() === locks.join()
  const kept = isKept ? succeed(null) : await keys.writeHead(journal.id, entry)
  return kept.ok ? kept : closed('no_keychain', kept.fault.detail)
}

/** The keychain has nothing where something must have been. */
async function lost(
  deps: Deps,
  journal: string,
  detail: string,
  keyLost: boolean,
): Promise<{ readonly ok: false; readonly fault: Closed }> {
  const works = await deps.keys.probe()
  if (!works.ok) return closed('no_keychain', works.fault.detail)
  if (wasSilentBefore(deps, journal)) return closed('keychain_emptied', detail, keyLost)
  return closed('no_keychain', `${detail}. It is believed when it is still so at the next start`)
}
