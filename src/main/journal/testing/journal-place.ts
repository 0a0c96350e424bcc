/**
 * A profile's folder with one journal, its key, and the head that a keychain would know. It outlives the open journal, and goes
 * with the test.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { type Result, succeed } from '../../../shared/base/result'
import { folderOfTest } from '../../system/testing/folder-of-test'
import { filesIn, putFiles } from '../../system/testing/temporary-folder'
import type { Journal } from '../journal'
import { chainStart, type Head } from '../journal-line'
import type { RefundsOffFault } from '../journal-types'
import { newLog } from '../log'
import { openRecord, recordFolder } from '../open-record'
import { recordKeys } from '../segment'
import { type FaultyFiles, makeFaultyFiles } from './faulty-files'
import type { WindowsDisk } from './windows-disk'

export type JournalPlace = {
  readonly folder: string
  readonly id: string
  readonly key: Buffer
  readonly disk: FaultyFiles
  /** The head that the keychain knows; `create` and `keepHead` set it. */
  head: Head
  /** Makes the journal. Throws where that fails. */
  readonly create: () => Head
  readonly open: () => Promise<Result<Journal, RefundsOffFault>>
  /** Opens a journal that must be in order. Throws where it is not. */
  readonly openWell: () => Promise<Journal>
  /** The names of the record's files, oldest first. */
  readonly segments: () => readonly string[]
  /** Every file below the folder with its bytes, by its path there. */
  readonly files: () => ReadonlyMap<string, Buffer>
  readonly put: (files: ReadonlyMap<string, Buffer>) => void
}

export function makeJournalPlace(
  now: () => number,
  folder = folderOfTest(),
  monotonic: () => number = () => 0,
  on: Partial<Pick<WindowsDisk, 'files' | 'openDatabase'>> = {},
): JournalPlace {
  const id = randomUUID()
  const key = randomBytes(32)
  const disk = makeFaultyFiles(recordFolder(folder), on.files)
  const place: JournalPlace = {
    folder,
    id,
    key,
    disk,
    head: chainStart(id),
    create() {
      const log = newLog(disk, recordKeys(id, key), now, monotonic)
      const began = log.begin()
      if (!began.ok) throw new Error(JSON.stringify(began.fault))
      log.close()
      place.head = log.head()
      return log.head()
    },
    async open() {
      const { head } = place
      const opened = await openRecord({
        folder,
        id,
        key,
        head,
        now,
        monotonic,
        files: disk,
        openDatabase: on.openDatabase,
        log: () => undefined,
      })
      return opened.ok ? succeed(opened.value.journal) : opened
    },
    async openWell() {
      const opened = await place.open()
      if (!opened.ok) throw new Error(`${opened.fault.why}: ${opened.fault.detail}`)
      return opened.value
    },
    segments: () =>
      disk
        .names()
        .filter((name) => name.endsWith('.log'))
        .sort(),
    files: () => filesIn(folder),
    put: (files) => putFiles(folder, files),
  }
  return place
}
