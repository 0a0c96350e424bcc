/**
 * A profile's folder with one journal, its key, and the head that a keychain would know. It outlives the open journal, and goes
 * with the test.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Result, succeed } from '../../../shared/base/result'
import { folderOfTest } from '../../system/testing/folder-of-test'
import { filesIn, putFiles } from '../../system/testing/temporary-folder'
import type { Journal } from '../journal'
import { indexName } from '../journal-index'
import { chainStart, type Head } from '../journal-line'
import type { RefundsOffFault } from '../journal-types'
import { newLog } from '../log'
import { openRecord, recordFolder } from '../open-record'
import { recordKeys } from '../segment'
import { makeFaultyFiles } from './faulty-files'
import type { WindowsDisk } from './windows-disk'

/** Overwrites the index of the records in that folder, as a disk fault does. */
export function breakIndex(folder: string): void {
  for (const end of ['', '-wal', '-shm']) {
    writeFileSync(join(recordFolder(folder), `${indexName}${end}`), Buffer.alloc(64 * 1024, 0xa5))
  }
}

/** Rewrites a file of a record. */
export function edit(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'latin1')), 'latin1')
}

/** Returns a journal that is open, and is closed after the test at the latest. Throws where it is not in order. */
export function openedForTest(opened: Result<Journal, RefundsOffFault>): Journal {
  if (!opened.ok) throw new Error(`${opened.fault.why}: ${opened.fault.detail}`)
  let left: Journal | null = opened.value
  const close = () => {
    left?.close()
    left = null
  }
  onTestFinished(close)
  return { ...opened.value, close }
}

export type JournalPlace = ReturnType<typeof makeJournalPlace>

export function makeJournalPlace(
  now: () => number,
  folder = folderOfTest(),
  monotonic: () => number = () => 0,
  on: Partial<Pick<WindowsDisk, 'files' | 'openDatabase'>> = {},
) {
  const id = randomUUID()
  const key = randomBytes(32)
  const disk = makeFaultyFiles(recordFolder(folder), on.files)
  const known = {
    ...{ folder, id, key, disk },
    /** The head that the keychain knows; `create` sets it. */
    head: chainStart(id),
  }
  /** Opens it. @param change what is otherwise than usual. */
  async function open(
    change: Partial<Parameters<typeof openRecord>[0]> = {},
  ): Promise<Result<Journal, RefundsOffFault>> {
    const { head } = known
    const database = { files: disk, openDatabase: on.openDatabase }
    const keys = { readKey: async () => succeed(null), readHead: async () => succeed(null) }
    const rest = { keys, yieldToEventLoop: async () => undefined, log: () => undefined }
    const usual = { folder, id, key, head, now, monotonic, ...database, ...rest }
    const opened = await openRecord({ ...usual, ...change })
    return opened.ok ? succeed(opened.value.journal) : opened
  }
  return Object.assign(known, {
    open,
    /** Makes the journal. Throws where that fails. */
    create(): Head {
      const log = newLog(disk, recordKeys(id, key), now, monotonic)
      const began = log.begin()
      if (!began.ok) throw new Error(JSON.stringify(began.fault))
      log.close()
      known.head = log.head()
      return known.head
    },
    openWell: async (change?: Parameters<typeof open>[0]) => openedForTest(await open(change)),
    /** Closes the journal as a clean end of the program does, and keeps its head. */
    end(journal: Journal): void {
      known.head = journal.head()
      journal.close()
    },
    /** The names of the record's files, oldest first. */
    segments: () =>
      disk
        .names()
        .filter((name) => name.endsWith('.log'))
        .sort(),
    /** Every file below the folder with its bytes, by its path there. */
    files: () => filesIn(folder),
    put: (files: ReadonlyMap<string, Buffer>) => putFiles(folder, files),
  })
}
