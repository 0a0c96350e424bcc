/**
 * Opens one journal of the record. Which journal is in force, and what a person is told, is decided in open-journals.ts.
 */
import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'libsql'
import { fail, type Result, succeed } from '../../shared/base/result'
import { databaseFault } from '../system/database'
import { clearLocks, lockedUnread, nameOf } from './clear-locks'
import { type Journal, makeJournal } from './journal'
import { type JournalIndex, openIndex } from './journal-index'
import { type JournalKeys, placeFileName } from './journal-keys'
import type { Head } from './journal-line'
import type { RefundsOffFault } from './journal-types'
import { type Draft, goOn, type ReadLog, readLog } from './log'
import { openRecordFiles, type RecordFiles } from './record-files'
import {
  linesOf,
  openLocks,
  type RecordJournal,
  type RecordKeys,
  recordKeys,
  segmentsIn,
  unreadable,
} from './segment'
import { makeFileVerifier } from './verify-behind'

/** The folder of a profile's record. */
export const recordFolder = (folder: string) => join(folder, 'journals')

/** The file of saved copies (copies/cache-file.ts), which is sealed with a key from the keychain. */
const copiesFileName = 'cache.db'

/**
 * Whether a journal was ever in force in this profile, as far as its files show: more than an interrupted first start leaves,
 * or a file that is written only once there is a journal. The settings show nothing: they are also written where no keychain
 * ever worked.
 */
export function wasUsed(folder: string, files: RecordFiles = openRecordFiles(recordFolder(folder))): boolean {
  if ([placeFileName, copiesFileName].some((name) => existsSync(join(folder, name)))) return true
  const names = files.names()
  const segments = segmentsIn(names)
  const others = names.length - [...segments.values()].reduce((sum, { length }) => sum + length, 0)
  return others > 0 || [...segments].some(([id, numbers]) => hasLines(files, id, numbers))
}

/** An interrupted first start leaves the first file at most, with one line. */
function hasLines(files: RecordFiles, id: string, numbers: readonly number[]): boolean {
  const [number = 1] = numbers
  const lines = [...linesOf(files, { id, key: null }, number)]
  return numbers.length > 1 || number > 1 || lines.length > 1 || lines.includes(unreadable)
}

export type OpenRecordDeps = {
  /** The profile's folder. */
  readonly folder: string
  readonly id: string
  readonly key: Buffer
  /** The head that the keychain knows. */
  readonly head: Head
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds of the monotonic clock; this process's unless given. */
  readonly monotonic?: (() => number) | undefined
  readonly log: (line: string) => void
  /** Reads other journals' keys, to show their histories, and their locks in the keychain. */
  readonly keys: Pick<JournalKeys, 'readKey' | 'readHead'>
  /** Called repeatedly to yield to the event loop. */
  readonly yieldToEventLoop: () => Promise<void>
  readonly files: RecordFiles
  readonly openDatabase?: ((file: string) => Database.Database) | undefined
}

/** How long the index is filled before the event loop has a turn. */
const fillSliceMs = 5

/**
 * Opens a journal: reads and folds its newest file, compares it with the head that the keychain knows, and begins the next
 * file. Resolves once the values seen in the last month are known, or to why the journal cannot be used. Nothing but the
 * index is ever removed, renamed or repaired.
 */
export function openRecord(deps: OpenRecordDeps): Promise<Result<OpenedRecord, RefundsOffFault>> {
  return open(deps).catch((error: unknown) =>
    fail({ why: 'journal_unwritable', detail: databaseFault(error).detail }),
  )
}

/** `earlier`: the journals that this one goes on from, oldest first. */
export type OpenedRecord = { readonly journal: Journal; readonly earlier: readonly string[] }

async function open(deps: OpenRecordDeps): Promise<Result<OpenedRecord, RefundsOffFault>> {
  const { id, key, now, folder, files, yieldToEventLoop } = deps
  const keys = recordKeys(id, key)
  const newest = readLog(files, keys, deps.head)
  if (!newest.ok) return newest
  const read = await afterStrangers(deps, keys, newest.value)
  if (!read.ok) return read
  const { head, file, earlier, ends } = read.value
  const found = await journalsOf(deps, read.value)
  if (!found.ok) return found
  const journals = found.value
  const place = { ...deps, folder: recordFolder(folder), journals, key: indexKey(key, ends, journals) }
  const index = openIndex(place, head)
  while (!index.isReady() && index.fill(fillSliceMs) === 'more') await yieldToEventLoop()
  const log = goOn(files, keys, read.value, now, deps.monotonic)
  const began = log.begin()
  if (!began.ok) {
    index.close()
    return fail({ why: 'journal_unwritable', detail: 'detail' in began.fault ? began.fault.detail : '' })
  }
  index.apply(log.head(), log.takeAdded())
  const verify = makeFileVerifier(files, journals, ends, { head, file }, (detail) =>
    tellDamage(journal, index, detail, now()),
  )
  const journal = makeJournal({ log, index, files, journals, verify, now })
  return succeed({ journal, earlier })
}

async function journalsOf(
  deps: OpenRecordDeps,
  { earlier }: ReadLog,
): Promise<Result<readonly RecordJournal[], RefundsOffFault>> {
  const before: RecordJournal[] = []
  for (const id of earlier) {
    const key = await deps.keys.readKey(id)
    if (!key.ok) return fail({ why: 'no_keychain', detail: key.fault.detail })
    before.push({ id, key: key.value })
  }
  return succeed([...before, { id: deps.id, key: deps.key }])
}

/**
 * The index opens with its journal's key only. It numbers all journals, so one of others, of fewer files, or made while another
 * of their keys was lost, is rebuilt.
 */
function indexKey(key: Buffer, ends: ReadLog['ends'], journals: readonly RecordJournal[]): Buffer {
  const opened = journals.map((journal) => journal.key !== null)
  return createHmac('sha256', key)
    .update(`Tillside journal index of ${ends.join()} ${opened.join()}`)
    .digest()
}

/**
 * Takes in the open locks of journals in the folder that this one does not know, or that went on since, and raises the alarm
 * `could_not_be_read` for each. Such a journal may have been in force before the keychain was put back, before it lost the
 * entry that says which is, or on another PC that had the folder in between. Afterwards this journal knows it.
 */
async function afterStrangers(
  deps: OpenRecordDeps,
  keys: RecordKeys,
  read: ReadLog,
): Promise<Result<ReadLog, RefundsOffFault>> {
  const { files, now, monotonic } = deps
  const at = now()
  const standing = openLocks(read.fold.standing)
  /** Locks by marker too: another refund on the same payment stays in doubt when this journal's own is settled. */
  const known = new Set(standing.map(nameOf))
  const payments = new Set(standing.map(({ lock }) => lock))
  /** The number of the newest file of each. */
  const strangers = new Map<string, number>()
  const lines: Draft[] = []
  for (const [other, numbers] of segmentsIn(files.names())) {
    const end = read.ends[read.earlier.indexOf(other)] ?? 0
    const newest = numbers.at(-1) ?? 0
    if (other === deps.id || newest <= end) continue
    const head = await deps.keys.readHead(other)
    if (!head.ok) return fail({ why: 'no_keychain', detail: head.fault.detail })
    const kept = head.value === null || head.value === 'damaged' ? [] : head.value.locks
    if (kept.length === 0 && !hasLines(files, other, numbers)) continue
    strangers.set(other, newest)
    for (const each of [...clearLocks(files, other), ...kept.map((lock) => ({ marker: '', lock }))]) {
      const isKnown = each.marker === '' ? payments.has(each.lock) : known.has(nameOf(each))
      if (!isKnown) lines.push({ payment: lockedUnread(each, at) })
      known.add(nameOf(each))
      payments.add(each.lock)
    }
    const detail =
      end === 0
        ? `A record that this one knows nothing of lies beside it: ${other}`
        : `A record beside this one has gone on without it, up to file ${newest}: ${other}`
    lines.push({ till: { kind: 'could_not_be_read', at, lines: 0, sumsUnknown: true, detail } })
  }
  if (strangers.size === 0) return succeed(read)
  const log = goOn(files, keys, read, now, monotonic)
  const failed = lines.map(log.append).find(({ ok }) => !ok)
  log.close()
  if (failed?.ok === false) return fail({ why: 'journal_unwritable', detail: failed.fault.kind })
  const earlier = [...new Set([...read.earlier, ...strangers.keys()])]
  const ends = earlier.map((other, place) => strangers.get(other) ?? read.ends[place] ?? 0)
  const file = log.file()
  return succeed({ head: log.head(), fold: log.fold(), file, headFile: file, earlier, ends })
}

/**
 * Raises an alarm for damage in a file of an earlier run, once. All that is open was in every first line since. Returns whether
 * it is on the disk.
 */
function tellDamage(journal: Journal, index: JournalIndex, detail: string, at: number): boolean {
  const told = index.read<readonly string[]>([], (store) => store.told())
  const alarm = { kind: 'could_not_be_read', at, lines: 0, sumsUnknown: false, detail } as const
  return told.includes(detail) || journal.appendTill(alarm).ok
}
