/**
 * Decides which journal is in force, and why refunds stay off when it cannot be used (refund-protocol.md 11 and 12). A till
 * that never had a journal gets its first without asking; a journal that existed is replaced only when a person orders it.
 */
import { randomUUID } from 'node:crypto'
import { fail, type Result, succeed } from '../../shared/base/result'
import type { Fault, RefundsOff } from '../../shared/fault'
import type { People } from '../people/people'
import { makeYieldToEventLoop } from '../system/clock'
import { attemptWork, databaseFault } from '../system/database'
import type { KeychainFault } from '../vault/keychain'
import type { Vault } from '../vault/vault'
import type { Journal } from './journal'
import {
  forgetSilence,
  type HeadEntry,
  headEntryOf,
  type JournalKeys,
  rememberPlace,
  wasSilentBefore,
} from './journal-keys'
import type { JournalFault, OpeningFault, PersonsWord, RefundsOffFault, TakenOver } from './journal-types'
import { type Draft, newLog } from './log'
import { type OpenRecordDeps, openRecord, recordFolder, wasUsed } from './open-record'
import { openRecordFiles } from './record-files'
import { type Salvaged, salvage } from './salvage'
import { recordKeys, segmentsIn } from './segment'

/** Where a till's journals are, and what opens them. The defaults are this profile's and this program's own. */
export type OpenJournalsDeps = Pick<OpenRecordDeps, 'folder' | 'now' | 'monotonic' | 'log' | 'openDatabase'> &
  Partial<Pick<OpenRecordDeps, 'files' | 'yieldToEventLoop'>> & {
    readonly keys: JournalKeys
    readonly credentials: Pick<Vault, 'note' | 'changeNote'>
    readonly people: Pick<People, 'view'>
    /** The path that the keychain's entries are named by; the folder unless given. */
    readonly entriesPath?: string
    /** Differs at each start of the program. */
    readonly run?: string
    /** Makes the id of a new journal, a UUID that none before had; random unless given. */
    readonly newId?: () => string
  }

type Deps = ReturnType<typeof completed>
/** `keyLost`: the key is gone, so that no PIN is enough to begin a new journal (protocol 12). */
type Closed = RefundsOffFault & { readonly keyLost?: boolean }
type Opening = Result<Journal, Closed>

const thisRun = randomUUID()

function completed(given: OpenJournalsDeps) {
  return {
    entriesPath: given.folder,
    files: openRecordFiles(recordFolder(given.folder)),
    newId: randomUUID as () => string,
    run: thisRun,
    yieldToEventLoop: makeYieldToEventLoop(),
    ...given,
    /** Whether the keychain refused the head at the last opening. */
    refusal: { stands: false },
  }
}

export type Journals = ReturnType<typeof profileJournals>

/** Opens and begins the journals of one profile. */
export function profileJournals(given: OpenJournalsDeps) {
  const deps = completed(given)
  return {
    /**
     * Opens the journal in force and advances its head in the keychain to what is on disk; makes the first one on a till that
     * never had any. That the keychain has nothing is believed only when a probe works and a later start finds the same;
     * until then the keychain counts as not answering.
     */
    async open(): Promise<Result<Journal, OpeningFault>> {
      const opened = await open(deps)
      if (opened.ok) return opened
      const { why, detail, keyLost = false } = opened.fault
      deps.log(`refunds off: ${why}: ${detail}`)
      return fail({ why, detail, replaceable: await replaceableBy(deps, why, keyLost) })
    },
    /**
     * Begins a journal that goes on from the unusable one. What may have been sent counts as sent. The caller has checked
     * the PIN or the token, and has closed the journal that was open.
     */
    async begin(order: PersonsWord): Promise<Result<TakenOver, Fault>> {
      const begun = await begin(deps, order)
      if (!begun.ok) deps.log(`journal: no new one was begun: ${detailOf(begun.fault)}`)
      return begun
    },
  }
}

const detailOf = (fault: Fault | JournalFault): string =>
  'detail' in fault ? String(fault.detail) : fault.kind

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
  // Their file is there, and will be read again.
  if (!found.ok) return found.fault.kind === 'people_held' ? 'person' : 'token'
  return found.value.state === 'set' ? 'person' : 'token'
}

const closed = (why: RefundsOff, detail: string, keyLost = false) => fail<Closed>({ why, detail, keyLost })

/** `id`: the journal in force; null when unknown. `isNamed`: the keychain names it. `noted`: what the credentials name. */
type Names = { readonly id: string | null; readonly isNamed: boolean; readonly noted: string | null }

async function readNames({ keys, credentials }: Deps): Promise<Result<Names, KeychainFault>> {
  const inForce = await keys.readInForce()
  if (!inForce.ok) return inForce
  const note = await credentials.note()
  if (!note.ok) return note
  const noted = note.value?.journal ?? null
  return succeed({ id: inForce.value ?? noted, isNamed: inForce.value !== null, noted })
}

async function open(deps: Deps): Promise<Opening> {
  const names = await readNames(deps)
  if (!names.ok) return closed('no_keychain', names.fault.detail)
  const { id } = names.value
  if (id !== null) return openNamed(deps, id, names.value)
  const used = attemptWork(() => wasUsed(deps.folder, deps.files))
  if (!used.ok) return closed('journal_unwritable', used.fault.detail)
  if (used.value) return lost(deps, '', 'This till was in use, and the keychain names no journal', true)
  return openFirst(deps)
}

/** Makes a till's first journal. The credentials entry is made before it: one made later counts as having lost its note. */
async function openFirst(deps: Deps): Promise<Opening> {
  const works = await deps.keys.probe()
  if (!works.ok) return closed('no_keychain', works.fault.detail)
  const noted = await deps.credentials.changeNote({})
  const made = noted.ok ? await putIntoForce(deps, null, []) : noted
  if (made.ok) return openNamed(deps, made.value, { isNamed: true, noted: made.value })
  const why = made.fault.kind === 'keychain_unavailable' ? 'no_keychain' : 'journal_unwritable'
  return closed(why, detailOf(made.fault))
}

async function openNamed(
  deps: Deps,
  id: string,
  { isNamed, noted }: Pick<Names, 'isNamed' | 'noted'>,
): Promise<Opening> {
  const { keys, files, refusal } = deps
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
  // Opening begins a file, and a retry every minute must not make one each time.
  const takes = refusal.stands ? await keys.writeHead(id, head) : succeed(null)
  if (!takes.ok) return closed('no_keychain', takes.fault.detail)
  const opened = await openRecord({ ...deps, id, key, head: head.head })
  if (!opened.ok) return opened
  const { journal, earlier } = opened.value
  // The chain extends the head that the keychain knows, so the keychain gets the new one.
  const kept = await keys.writeHead(id, headEntryOf(journal.head(), journal.standing()))
  refusal.stands = !kept.ok
  // The credentials name a journal that is not on this disk, and this one has not gone on from it: so the named one was deleted,
  // and the entry that says which is in force with it or put back.
  const isBeside = noted !== null && noted !== id && !segments.has(noted) && !earlier.includes(noted)
  if (!kept.ok || isBeside) {
    journal.close()
    if (!kept.ok) return closed('no_keychain', kept.fault.detail)
    return closed('journal_missing', `The credentials name the journal ${noted}, which is not on this disk`)
  }
  if (noted !== id) await noteJournal(deps, id)
  forgetSilence(deps)
  rememberPlace(deps.folder, deps.entriesPath)
  return succeed(journal)
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

/** Returns the fault for a keychain that has nothing where something must have been. */
async function lost(deps: Deps, journal: string, detail: string, keyLost: boolean) {
  const works = await deps.keys.probe()
  if (!works.ok) return closed('no_keychain', works.fault.detail)
  if (wasSilentBefore(deps, journal)) return closed('keychain_emptied', detail, keyLost)
  return closed('no_keychain', `${detail}. It is believed when it is still so at the next start`)
}

async function begin(deps: Deps, { supervisor, why }: PersonsWord): Promise<Result<TakenOver, Fault>> {
  const { keys } = deps
  const names = await readNames(deps)
  if (!names.ok) return names
  const { id: journal, noted } = names.value
  const kept = journal === null ? succeed(null) : await keys.readHead(journal)
  if (!kept.ok) return kept
  const key = journal === null ? succeed(null) : await keys.readKey(journal)
  if (!key.ok) return key
  const other = noted === null || noted === journal ? succeed(null) : await keys.readHead(noted)
  if (!other.ok) return other
  const ofNoted = other.value === 'damaged' ? null : other.value
  const head = kept.value === 'damaged' ? null : kept.value
  const now = deps.now()
  const source = { ...deps, journal, key: key.value, kept: head, now }
  const old = await salvage({ ...source, noted: noted === null ? null : { id: noted, kept: ofNoted } }).then(
    succeed,
    (error: unknown) => fail(databaseFault(error)),
  )
  if (!old.ok) return fail({ kind: 'journal_unwritable', detail: old.fault.detail })
  const { taken, lines } = old.value
  const { undecided: _, ...counts } = taken
  const oldHead = head === null ? null : `${head.head.seq}:${head.head.hash}`
  // First who began it and what it replaces; then what goes on, and what could not be read.
  const by = { supervisor, why }
  const beginning = { at: now, by, after: journal, oldHead, ...counts }
  const made = await putIntoForce(deps, old.value, [{ beginning }, ...lines])
  return made.ok ? succeed(taken) : made
}

/**
 * Makes a journal and puts it into force. Returns its id. Whenever the power goes, the next start finds either the old
 * journal or the new one: the keychain gets the key, the file is written whole, the keychain gets the head, and the entry
 * that names the journal is the switch. Nothing is removed, renamed or overwritten. A fault leaves at most a file and entries
 * that nothing names.
 */
async function putIntoForce(
  deps: Deps,
  before: Salvaged | null,
  lines: readonly Draft[],
): Promise<Result<string, Fault>> {
  const { files, keys, now, monotonic, yieldToEventLoop } = deps
  const id = deps.newId()
  const key = await keys.createKey(id)
  if (!key.ok) return key
  const log = newLog(files, recordKeys(id, key.value), now, monotonic, before)
  let written: Result<unknown, JournalFault> = log.begin()
  for (const line of lines) {
    if (!written.ok) break
    await yieldToEventLoop()
    written = log.append(line)
  }
  log.close()
  if (!written.ok) return fail({ kind: 'journal_unwritable', detail: detailOf(written.fault) })
  const kept = await keys.writeHead(id, headEntryOf(log.head(), log.fold().standing))
  if (!kept.ok) return kept
  const switched = await keys.writeInForce(id)
  if (!switched.ok) return switched
  await noteJournal(deps, id)
  return succeed(id)
}

/** Notes the journal's id in the credentials, for a keychain that loses its other entries. */
async function noteJournal({ credentials, log }: Deps, journal: string): Promise<void> {
  const noted = await credentials.changeNote({ journal })
  if (!noted.ok) log(`journal: not noted beside the credentials: ${noted.fault.detail}`)
}
