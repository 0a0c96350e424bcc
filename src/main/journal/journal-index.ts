/**
 * What the record adds up to, to be looked up. The file can be deleted at any time: it is made anew from the record's
 * files, the newest first, and whatever is wrong with it removes it.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { attemptWork } from '../database/open-database'
import { type Filling, fillForward, fillUnder } from './fill-index'
import { type IndexProgress, type IndexStore, openStore } from './index-store'
import type { IndexedLine } from './indexed-line'
import type { Head } from './journal-line'
import type { RecordFiles } from './record-files'
import type { RecordJournal } from './segment'

export type IndexPlace = {
  readonly files: RecordFiles
  /** The index's own, in the same folder. */
  readonly folder: string
  /** Oldest first; the last one is in force. The place of each is its number. */
  readonly journals: readonly RecordJournal[]
  readonly key: Buffer
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly log: (line: string) => void
  /** Opens a database; libsql unless given. */
  readonly openDatabase?: ((file: string) => Database.Database) | undefined
}

export type JournalIndex = {
  /** Whether every line of the last month is in: what was seen of a payment is known. */
  readonly isReady: () => boolean
  /** Whether all of it is. */
  readonly isWhole: () => boolean
  /** Takes in lines that were written just now. */
  readonly apply: (head: Head, lines: readonly IndexedLine[]) => void
  /** Answers `otherwise` where it cannot be read; then it is made anew. */
  readonly read: <T>(otherwise: T, read: (store: IndexStore) => T) => T
  /** Goes on making it, for about so many milliseconds; answers whether there is more to do. */
  readonly fill: (milliseconds: number) => boolean
  readonly close: () => void
}

export const indexName = 'index.db'

const month = 30 * 24 * 3_600_000
/** So much is written in one transaction while it is made, in milliseconds. */
const slice = 5

/** @param head where the record in force stands. @param file the number of its newest file. */
export function openIndex(place: IndexPlace, head: Head, file: number): JournalIndex {
  const { files, journals, now, log } = place
  let newest = { head, file }
  let filling: Filling | null = null
  let forward: Generator | null = null
  let under: Generator | null = null

  function begin(store: IndexStore, known: IndexProgress | null): void {
    const below = { journal: journals.length - 1, file: newest.file + 1 }
    const progress = known ?? { upTo: newest.head, below, since: now() }
    filling = { files, journals, store, head: newest.head, progress }
    forward = fillForward(filling)
    under = progress.below.file === 0 ? null : fillUnder(filling)
  }

  function open(): string | null {
    const opened = attemptWork(() => openStore(databaseAt(place), place.key))
    if (!opened.ok) return opened.fault.detail
    const known = attemptWork(opened.value.progress)
    if (!known.ok) {
      attemptWork(opened.value.close)
      return known.fault.detail
    }
    begin(opened.value, known.value)
    return null
  }

  /** Away with it: the next one is made from nothing. */
  function remove(why: string): void {
    log(`journal: the index is made anew: ${why}`)
    const left = filling
    filling = null
    if (left !== null) attemptWork(left.store.close)
    for (const end of ['', '-wal', '-shm']) {
      attemptWork(() => rmSync(join(place.folder, `${indexName}${end}`), { force: true }))
    }
    // Windows lets nobody remove what it still holds, and a disk may be full: then this run has one in memory.
    if (open() !== null) begin(openStore(new Database(':memory:'), place.key), null)
  }

  /** Whatever is thrown here ends in an index that is made anew. */
  function guarded<T>(otherwise: T, work: (own: Filling) => T): T {
    if (filling === null) return otherwise
    try {
      return work(filling)
    } catch (error) {
      remove(String(error))
      return otherwise
    }
  }

  function step(): boolean {
    const own = forward ?? under
    if (own?.next().done === true) {
      if (own === forward) forward = null
      else under = null
    }
    return forward !== null || under !== null
  }

  /** One transaction of it. */
  function some({ store, progress }: Filling): boolean {
    return store.together(() => {
      const until = performance.now() + slice
      let more = true
      while (more && performance.now() < until) more = step()
      store.setProgress(filling?.progress ?? progress)
      return more
    })
  }

  const why = open()
  if (why !== null) remove(why)
  return {
    isReady: () =>
      filling !== null && forward === null && (under === null || filling.progress.since < now() - month),
    isWhole: () => filling !== null && forward === null && under === null,
    apply(at, lines) {
      newest = { head: at, file: lines.at(-1)?.file ?? newest.file }
      guarded(undefined, (own) =>
        own.store.together(() => {
          for (const line of lines) own.store.apply(line)
          own.head = at
          own.progress = { ...own.progress, upTo: at }
          own.store.setProgress(own.progress)
        }),
      )
    },
    read: (otherwise, read) => guarded(otherwise, ({ store }) => read(store)),
    fill(milliseconds) {
      const until = performance.now() + milliseconds
      let more = forward !== null || under !== null
      while (more && performance.now() < until) more = guarded(true, some)
      return more
    },
    close() {
      if (filling !== null) attemptWork(filling.store.close)
      filling = null
    },
  }
}

function databaseAt({ folder, openDatabase }: IndexPlace): Database.Database {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, indexName)
  return openDatabase === undefined ? new Database(file) : openDatabase(file)
}
