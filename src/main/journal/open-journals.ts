/**
 * Which journal is in force, and why refunds must stay off when it cannot be used (refund-protocol.md 11 and 12). Nothing
 * here ever puts a new journal in the place of one that existed: only a till that never had one gets one without a word.
 */
import { randomUUID } from 'node:crypto'
import type { Fault, RefundsOff } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import { makeYieldToEventLoop } from '../system/clock'
import { attemptWork } from '../system/database'
import { beginFirst, beginJournal, type JournalsPlace, noteJournal } from './begin-journal'
import type { Journal } from './journal'
import { forgetSilence, type HeadEntry, headEntryOf, rememberPlace, wasSilentBefore } from './journal-keys'
import type { JournalOrder, OpeningFault, RefundsOffFault, TakenOver } from './journal-types'
import { openRecord, recordFolder, wasUsed } from './open-record'
import { openRecordFiles } from './record-files'
import { segmentsIn } from './segment'

/** What is not given is the profile's own and this program's. */
export type OpenJournalsDeps = Omit<JournalsPlace, 'files' | 'run' | 'yieldToEventLoop'> &
  Partial<Pick<JournalsPlace, 'files' | 'run' | 'yieldToEventLoop'>>

/** `refusal`: whether the keychain would not take the head at the last opening. */
type Deps = JournalsPlace & { readonly refusal: { stands: boolean } }
/** `keyLost`: without its key nobody's PIN is enough to begin a new journal (protocol 12). */
type Closed = RefundsOffFault & { readonly keyLost?: boolean }
type Opening = Result<Journal, Closed>

const thisRun = randomUUID()

export type Journals = ReturnType<typeof profileJournals>

/** The journals of one profile, as whoever refunds opens and begins them (refund-protocol.md 11 and 12). */
export function profileJournals(given: OpenJournalsDeps) {
  const deps: Deps = {
    yieldToEventLoop: makeYieldToEventLoop(),
    run: thisRun,
    refusal: { stands: false },
    files: openRecordFiles(recordFolder(given.folder)),
    ...given,
  }
  return {
    open: (): Promise<Result<Journal, OpeningFault>> => openJournals(deps),
    /** The caller has checked PIN or token, and has closed the journal that was open. */
    begin: (order: JournalOrder): Promise<Result<TakenOver, Fault>> => beginJournal(deps, order),
  }
}

/**
 * Opens the journal that is in force, its head in the keychain advanced to what is on disk; makes the first one on a till
 * that never had any. A keychain that has nothing is believed only when a probe works, and at a later start again; until
 * then it counts as one that does not answer.
 */
async function openJournals(deps: Deps): Promise<Result<Journal, OpeningFault>> {
  const opened = await open(deps)
  if (opened.ok) return opened
  const { why, detail, keyLost = false } = opened.fault
  deps.log(`refunds off: ${why}: ${detail}`)
  return fail({ why, detail, replaceable: await replaceableBy(deps, why, keyLost) })
}

const endsOnlyByNew: readonly RefundsOff[] = [
  'keychain_emptied',
  'journal_missing',
  'journal_damaged',
  'journal_rolled_back',
  'journal_wrong_key',
]

async function replaceableBy(
  { people }: Deps,
  why: RefundsOff,
  keyLost: boolean,
): Promise<'person' | 'token' | null> {
  if (!endsOnlyByNew.includes(why)) return null
  if (keyLost || why === 'journal_wrong_key') return 'token'
  const found = await people.view()
  return found.ok && found.value.state === 'set' ? 'person' : 'token'
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
  const used = attemptWork(() => wasUsed(deps.folder, deps.files))
  if (!used.ok) return closed('journal_unwritable', used.fault.detail)
  if (used.value) return lost(deps, '', 'This till was in use, and the keychain names no journal', true)
  return openFirst(deps)
}

async function openFirst(deps: Deps): Promise<Opening> {
  const works = await deps.keys.probe()
  if (!works.ok) return closed('no_keychain', works.fault.detail)
  const made = await beginFirst(deps)
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
  const { keys, credentials, log, files } = deps
  const names = attemptWork(files.names)
  if (!names.ok) return closed('journal_unwritable', names.fault.detail)
  const segments = segmentsIn(names.value)
  if (!segments.has(id)) return closed('journal_missing', `The journal ${id} is not on this disk`)
  const entries = await readEntries(deps, id)
  if (!entries.ok) return entries
  const { key, head } = entries.value
  if (!isNamed) {
    const named = await keys.writeInForce(id)
    if (!named.ok) return closed('no_keychain', named.fault.detail)
  }
  // Opening begins a file: one that is tried again every minute must not make one each time.
  const takes = deps.refusal.stands ? await keys.writeHead(id, head) : succeed(null)
  if (!takes.ok) return closed('no_keychain', takes.fault.detail)
  const opened = await openRecord({ ...deps, id, key, head: head.head, keyOf: (other) => keyOf(deps, other) })
  if (!opened.ok) return opened
  const { journal, earlier } = opened.value
  const kept = await keepHead(deps, journal)
  deps.refusal.stands = !kept.ok
  const fault = kept.ok ? besideDeleted(noted, id, [...segments.keys()], earlier) : kept
  if (fault !== null) {
    journal.close()
    return fault
  }
  if (noted !== id) await noteJournal(credentials, id, log)
  forgetSilence(deps)
  rememberPlace(deps.folder, deps.entriesPath ?? deps.folder)
  return succeed(journal)
}

async function keyOf({ keys }: Deps, journal: string): Promise<Buffer | null> {
  const key = await keys.readKey(journal)
  return key.ok ? key.value : null
}

/**
 * Whether this is a first journal although the credentials name another one, which is not on this disk: that one was
 * deleted with the word which is in force, and the credentials were put back since. A journal that somebody began in the
 * place of another says so.
 */
function besideDeleted(
  noted: string | null,
  id: string,
  known: readonly string[],
  earlier: readonly string[],
): { readonly ok: false; readonly fault: Closed } | null {
  if (noted === null || noted === id || known.includes(noted) || earlier.length > 0) return null
  return closed('journal_missing', `The credentials name the journal ${noted}, which is not on this disk`)
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
async function keepHead({ keys }: Deps, journal: Journal): Promise<Result<null, Closed>> {
  const written = await keys.writeHead(journal.id, headEntryOf(journal.head(), journal.standing()))
  return written.ok ? written : closed('no_keychain', written.fault.detail)
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
