/** A folder with one journal file, its key, and the head that a keychain would know. It outlives the open journal. */
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Result } from '../../../shared/result'
import { createJournalFile, type JournalContent, journalFileOf, openJournalFile } from '../journal-file'
import type { Head } from '../journal-line'
import type { Journal, RefundsOffFault } from '../journal-types'

export type JournalPlace = {
  readonly folder: string
  readonly file: string
  readonly id: string
  readonly key: Buffer
  /** What the keychain knows; `create` and `keepHead` set it. */
  head: Head | null
  /** Writes the file. Throws when that fails. */
  readonly create: (content?: Partial<JournalContent>) => Promise<Head>
  readonly open: () => Promise<Result<Journal, RefundsOffFault>>
  /** Opens a journal that is in order. Throws when it is not. */
  readonly openWell: () => Promise<Journal>
  /** Every file below the folder with its bytes, by its path there. */
  readonly files: () => ReadonlyMap<string, Buffer>
  readonly put: (files: ReadonlyMap<string, Buffer>) => void
  readonly remove: () => void
}

/** A fresh folder, in memory where the system has such a place: a commit waits for no disk there. */
export function temporaryFolder(): string {
  return mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tillside-'))
}

/** Every file below a folder with its bytes, by its path there. */
export function filesIn(folder: string): ReadonlyMap<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const names = entries.map((entry) => join(folder, entry)).filter((name) => statSync(name).isFile())
  return new Map(names.sort().map((name) => [name.slice(folder.length + 1), readFileSync(name)]))
}

export function makeJournalPlace(now: () => number, folder = temporaryFolder()): JournalPlace {
  const id = randomUUID()
  const key = randomBytes(32)
  const place: JournalPlace = {
    folder,
    file: journalFileOf(folder, id),
    id,
    key,
    head: null,
    async create(content = {}) {
      const nothing: JournalContent = { lines: [], highWater: [] }
      const made = await createJournalFile({ folder, id, key, content: { ...nothing, ...content }, now })
      if (!made.ok) throw new Error(made.fault.detail)
      place.head = made.value
      return made.value
    },
    open: () => openJournalFile({ folder, id, key, head: place.head, now }),
    async openWell() {
      const opened = await place.open()
      if (!opened.ok) throw new Error(`${opened.fault.why}: ${opened.fault.detail}`)
      return opened.value
    },
    files: () => filesIn(folder),
    put(files) {
      for (const name of filesIn(folder).keys()) if (!files.has(name)) rmSync(join(folder, name))
      for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
  return place
}
