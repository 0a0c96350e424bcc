/** A folder and a keychain of their own for one test's journal. Both outlive the journal, as on a real PC. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Result } from '../../../shared/result'
import type { Journal } from '../journal'
import { type JournalKeys, makeJournalKeys } from '../journal-keys'
import { openJournal } from '../open-journal'
import type { JournalProblem } from '../verify-journal-rows'
import { type FakeKeychain, makeFakeKeychain } from './fake-keychain'

export type JournalPlace = {
  readonly folder: string
  readonly file: string
  readonly keychain: FakeKeychain
  readonly keys: JournalKeys
  readonly open: () => Promise<Result<Journal, JournalProblem>>
  /** Opens a journal that is in order. Throws when it is not. */
  readonly openWell: () => Promise<Journal>
  /** Every file below the folder with its bytes, by its path there. */
  readonly files: () => ReadonlyMap<string, Buffer>
  readonly put: (name: string, bytes: Buffer) => void
  readonly remove: () => void
}

/** A fresh folder, in memory where the system has such a place: a commit waits for no disk there. */
export function temporaryFolder(): string {
  return mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tillside-'))
}

/** Every file below a folder with its bytes, by its path there. */
export function filesIn(folder: string): ReadonlyMap<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.path, entry.name))
  return new Map(names.sort().map((name) => [name.slice(folder.length + 1), readFileSync(name)]))
}

export function makeJournalPlace(now: () => number, folder = temporaryFolder()): JournalPlace {
  const keychain = makeFakeKeychain()
  const keys = makeJournalKeys(keychain, 'journal of a test')
  const open = () => openJournal({ folder, keys, now })
  return {
    folder,
    file: join(folder, 'journal.db'),
    keychain,
    keys,
    open,
    async openWell() {
      const opened = await open()
      if (!opened.ok) throw new Error(`${opened.fault.why}: ${opened.fault.detail}`)
      return opened.value
    },
    files: () => filesIn(folder),
    put: (name, bytes) => writeFileSync(join(folder, name), bytes),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
