/**
 * Makes a journal and puts it into force (refund-protocol.md 12): a till's first, or one that goes on from an old one on
 * somebody's word. At whatever moment the power goes, the next start finds either the journal of before or the new one:
 * the file is written whole, then the keychain gets its key and head, and the entry that names it is the switch. Nothing
 * is removed, renamed or overwritten, and nothing is ever sent.
 */
import { randomUUID } from 'node:crypto'
import type Database from 'libsql'
import type { Fault, FaultOf } from '../../shared/fault'
import { isUndecided } from '../../shared/refund'
import { fail, type Result, succeed } from '../../shared/result'
import type { People } from '../people/people'
import { attemptWork, databaseFault } from '../system/database'
import type { Vault } from '../vault/vault'
import type { HeadEntry, JournalKeys } from './journal-keys'
import { headEntryOf } from './journal-keys'
import { writeHead } from './journal-line'
import type { JournalOrder, TakenOver } from './journal-types'
import { type Draft, type Log, newLog } from './log'
import type { RecordFiles } from './record-files'
import { type Salvaged, salvage } from './salvage'
import { recordKeys, segmentsIn } from './segment'

/** Where a till's journals are, and by what they are opened. */
export type JournalsPlace = {
  /** The profile's. */
  readonly folder: string
  /** The record's files. */
  readonly files: RecordFiles
  readonly keys: JournalKeys
  readonly credentials: Pick<Vault, 'note' | 'changeNote'>
  readonly people: Pick<People, 'view'>
  /** What the keychain's entries are named by; the folder unless given. */
  readonly entriesPath?: string
  /** Another text at each start of the program. */
  readonly run: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds of a clock that nobody can set; this process's unless given. */
  readonly monotonic?: (() => number) | undefined
  /** Called again and again while a record is read. */
  readonly yieldToEventLoop: () => Promise<void>
  readonly openDatabase?: ((file: string) => Database.Database) | undefined
  /** Names a new journal: a UUID that none before had; one is drawn unless given. */
  readonly newId?: (() => string) | undefined
  readonly log: (line: string) => void
}

/**
 * The caller has made sure that the journal cannot be used and does not merely wait, and has checked PIN or token. What
 * may have been sent counts as sent: everything that was on its way is unconfirmed in the new journal.
 */
export async function beginJournal(
  deps: JournalsPlace,
  order: JournalOrder,
): Promise<Result<TakenOver, Fault>> {
  const { files, keys, now } = deps
  const inForce = await lastInForce(deps)
  if (!inForce.ok) return inForce
  const journal = inForce.value
  const kept = journal === null ? succeed(null) : await keys.readHead(journal)
  if (!kept.ok) return kept
  const key = journal === null ? succeed(null) : await keys.readKey(journal)
  if (!key.ok) return key
  const head = kept.value === 'damaged' ? null : kept.value
  const at = now()
  const strangers = await headsOf(deps)
  if (!strangers.ok) return strangers
  const { yieldToEventLoop } = deps
  const source = { files, journal, key: key.value, kept: head, strangers: strangers.value, now: at }
  const old = await salvage({ ...source, yieldToEventLoop }).then(succeed, (error: unknown) =>
    fail(databaseFault(error)),
  )
  if (!old.ok) return notBegun(deps, old.fault.detail)
  const by = { supervisor: order.supervisor, why: order.why }
  const { earlier, carried } = old.value
  const made = await putIntoForce(deps, { earlier, carried }, linesOf(old.value, { at, by, journal, head }))
  if (!made.ok && made.fault.kind === 'journal_unwritable') return notBegun(deps, made.fault.detail)
  return made.ok ? succeed(takenOver(old.value)) : made
}

function notBegun({ log }: JournalsPlace, detail: string) {
  log(`journal: no new one was begun: ${detail}`)
  return fail({ kind: 'journal_unwritable', detail } as const)
}

/**
 * What the keychain knows of each journal of the folder: it may have lost which one was in force, and have been told since
 * where that one stands.
 */
async function headsOf({
  files,
  keys,
}: JournalsPlace): Promise<
  Result<ReadonlyMap<string, HeadEntry>, FaultOf<'keychain_unavailable' | 'journal_unwritable'>>
> {
  const names = attemptWork(files.names)
  if (!names.ok) return fail({ kind: 'journal_unwritable', detail: names.fault.detail })
  const heads = new Map<string, HeadEntry>()
  for (const id of segmentsIn(names.value).keys()) {
    const head = await keys.readHead(id)
    if (!head.ok) return head
    if (head.value !== null && head.value !== 'damaged') heads.set(id, head.value)
  }
  return succeed(heads)
}

/** A till's first. The entry beside the credentials is made while there is no journal: one made later counts as lost. */
export async function beginFirst(deps: JournalsPlace): Promise<Result<string, Fault>> {
  const noted = await deps.credentials.changeNote({})
  return noted.ok ? putIntoForce(deps, { earlier: [] }, []) : noted
}

/** The name of the journal that this profile last used; null when nobody knows. */
async function lastInForce({ keys, credentials }: JournalsPlace): Promise<Result<string | null, Fault>> {
  const inForce = await keys.readInForce()
  if (!inForce.ok) return inForce
  const note = await credentials.note()
  if (!note.ok) return note
  return succeed(inForce.value ?? note.value?.journal ?? null)
}

type Begun = {
  readonly at: number
  readonly by: { readonly supervisor: string; readonly why: string }
  readonly journal: string | null
  readonly head: HeadEntry | null
}

/** First who began it and what it takes the place of; then what goes on, and what could not be read. */
function linesOf(old: Salvaged, { at, by, journal, head }: Begun): readonly Draft[] {
  const { attempts, practice, payments, alarms, unread, missing } = old
  const contents: readonly Draft[] = [
    ...practice.map((till) => ({ till })),
    ...attempts.map(
      (attempt): Draft => ({ marker: attempt.intent.marker, event: { kind: 'taken_over', at, attempt } }),
    ),
    ...payments.map((payment) => ({ payment })),
    ...alarms.map((till) => ({ till })),
  ]
  const beginning = {
    at,
    by,
    after: journal,
    // The first line of the file comes before this one.
    last: 2 + contents.length,
    oldHead: head === null ? null : writeHead(head.head),
    attempts: attempts.length,
    unread,
    missing,
  }
  return [{ beginning }, ...contents]
}

/** Answers the new journal's id. On a fault nothing has changed but a file that nothing names. */
async function putIntoForce(
  { files, keys, credentials, now, monotonic, yieldToEventLoop, log, newId = randomUUID }: JournalsPlace,
  { earlier, carried }: Pick<Salvaged, 'earlier'> & Partial<Pick<Salvaged, 'carried'>>,
  lines: readonly Draft[],
): Promise<Result<string, Fault>> {
  const id = newId()
  const key = await keys.createKey(id)
  if (!key.ok) return key
  const made = newLog(files, recordKeys(id, key.value), earlier, now, monotonic, carried)
  const written = await writeAll(made, lines, yieldToEventLoop)
  made.close()
  if (!written.ok) return fail({ kind: 'journal_unwritable', detail: written.fault })
  const kept = await keys.writeHead(id, headEntryOf(made.head(), made.fold().standing))
  if (!kept.ok) return kept
  const switched = await keys.writeInForce(id)
  if (!switched.ok) return switched
  await noteJournal(credentials, id, log)
  return succeed(id)
}

async function writeAll(
  log: Log,
  lines: readonly Draft[],
  yieldToEventLoop: () => Promise<void>,
): Promise<Result<null, string>> {
  const began = log.begin()
  if (!began.ok) return fail('detail' in began.fault ? began.fault.detail : began.fault.kind)
  for (const line of lines) {
    await yieldToEventLoop()
    const added = log.append(line)
    if (!added.ok) return fail('detail' in added.fault ? added.fault.detail : added.fault.kind)
  }
  return succeed(null)
}

/** The credentials say which journal there was, for a keychain that loses its other entries. */
export async function noteJournal(
  credentials: JournalsPlace['credentials'],
  journal: string,
  log: (line: string) => void,
): Promise<void> {
  const noted = await credentials.changeNote({ journal })
  if (!noted.ok) log(`journal: not noted beside the credentials: ${noted.fault.detail}`)
}

function takenOver({ attempts, unread, missing }: Salvaged): TakenOver {
  const undecided = attempts.filter(({ state }) => isUndecided(state)).length
  return { attempts: attempts.length, undecided, unread, missing }
}
