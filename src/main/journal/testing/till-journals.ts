/** A till's journals, keychain and credentials for one test, without a refund service. They outlive every start. */
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from '../../../shared/base/result'
import type { Fault } from '../../../shared/fault'
import { startOfDay } from '../../../shared/testing/refund-samples'
import { makePeople } from '../../people/people'
import { added, aManager, cheap } from '../../people/testing/staffed-till'
import { folderOfTest } from '../../system/testing/folder-of-test'
import { vaultName } from '../../vault/keychain'
import { type MemoryKeychain, makeMemoryKeychain } from '../../vault/testing/memory-keychain'
import { makeVault, type Vault } from '../../vault/vault'
import type { Journal } from '../journal'
import { headEntryOf, type JournalKeys, makeJournalKeys } from '../journal-keys'
import type { OpeningFault, TakenOver } from '../journal-types'
import type { Journals } from '../open-journals'
import { profileJournals } from '../open-journals'
import { recordFolder, wasUsed } from '../open-record'
import { segmentName, segmentsIn } from '../segment'
import { type FaultyFiles, makeFaultyFiles } from './faulty-files'
import { type StoryStep, writeStory } from './journal-story'
import type { WindowsDisk } from './windows-disk'

export const supervisor = { supervisor: 'Sam', why: 'The disk broke' }

export type TillJournals = {
  readonly folder: string
  readonly keychain: MemoryKeychain
  readonly keys: JournalKeys
  readonly clock: { now: number }
  readonly logged: string[]
  /** Starts the program again: what was in memory is gone. */
  readonly restart: () => void
  readonly vault: () => Vault
  readonly addManager: () => Promise<void>
  readonly open: () => Promise<Result<Journal, OpeningFault>>
  /** Opens and closes the journal. Returns why refunds are off and how that ends, or 'open'. */
  readonly opening: () => Promise<string>
  readonly openWell: () => Promise<Journal>
  /** Opens the journal, writes, brings its head to the keychain as the refund service does, and closes it. */
  readonly write: (steps: readonly StoryStep[]) => Promise<void>
  readonly begin: () => Promise<Result<TakenOver, Fault>>
  /** Begins a new journal in place of one that does not open, and opens it after another start. */
  readonly beginAndOpen: () => Promise<{ readonly begun: TakenOver; readonly journal: Journal }>
  /** Spoils the line with that number in the journal in force; its last line unless given. */
  readonly damage: (seq?: number) => void
  /** Starts once more, and spoils only the first line of that start: everything before it can be read. */
  readonly damageAfterStart: () => Promise<void>
  /** The id of the journal in force, and its files, oldest first. */
  readonly inForce: () => string
  readonly files: () => readonly string[]
  readonly disk: FaultyFiles
  /** How often the record has yielded to the event loop. */
  readonly yields: { count: number }
  /** The name of an entry, as the keychain lists it. */
  readonly entry: (what: string) => string
}

/** Writes what the head anchor does. */
export async function keepHead(keys: JournalKeys, journal: Journal): Promise<void> {
  const kept = await keys.writeHead(journal.id, headEntryOf(journal.head(), journal.standing()))
  if (!kept.ok) throw new Error(kept.fault.detail)
}

/** Makes them. @param profile the path that the entries are named by; the folder unless given. */
export function makeTillJournals(
  profile?: string,
  monotonic?: () => number,
  windows?: (folder: string) => WindowsDisk,
): TillJournals {
  const folder = folderOfTest()
  const on = windows?.(recordFolder(folder))
  const keychain = makeMemoryKeychain()
  const name = vaultName('journal', profile ?? folder)
  const keys = makeJournalKeys(keychain, name)
  const clock = { now: startOfDay }
  const disk = makeFaultyFiles(recordFolder(folder), on?.files)
  const logged: string[] = []
  const yields = { count: 0 }
  const used = () => wasUsed(folder)
  const makeRun = () => {
    const vault = makeVault({ keychain, profile: profile ?? folder, wasUsed: used })
    const secrets = { keychain, profile: profile ?? folder, credentials: vault, wasUsed: used }
    return { run: randomUUID(), vault, people: makePeople({ ...secrets, folder, power: cheap }) }
  }
  let current = makeRun()
  let opened: Journals | null = null
  const deps = () => ({
    folder,
    files: disk,
    openDatabase: on?.openDatabase,
    keys,
    credentials: current.vault,
    people: current.people,
    run: current.run,
    now: () => clock.now,
    monotonic: monotonic ?? (() => clock.now),
    yieldToEventLoop: async () => {
      yields.count += 1
    },
    log: (line: string) => logged.push(line),
  })
  /** The journals of this run. */
  const journals = (): Journals => {
    opened ??= profileJournals(deps())
    return opened
  }
  const till: TillJournals = {
    folder,
    keychain,
    keys,
    clock,
    logged,
    restart() {
      on?.endProgram()
      current = makeRun()
      opened = null
    },
    vault: () => current.vault,
    async addManager() {
      await added(current.people, aManager)
    },
    open: () => journals().open(),
    async opening() {
      const opened = await till.open()
      if (!opened.ok) return `${opened.fault.why}, ${opened.fault.replaceable ?? 'not replaceable'}`
      opened.value.close()
      return 'open'
    },
    async openWell() {
      const opened = await till.open()
      if (!opened.ok) throw new Error(`${opened.fault.why}: ${opened.fault.detail}`)
      return opened.value
    },
    async write(steps) {
      const journal = await till.openWell()
      writeStory(journal, steps)
      await keepHead(keys, journal)
      journal.close()
    },
    begin: () => journals().begin(supervisor),
    async beginAndOpen() {
      const why = await till.opening()
      if (!why.startsWith('journal_')) throw new Error(why)
      const begun = await till.begin()
      if (!begun.ok) throw new Error(JSON.stringify(begun.fault))
      till.restart()
      return { begun: begun.value, journal: await till.openWell() }
    },
    damage(seq) {
      for (const file of [...till.files()].reverse()) {
        const lines = readFileSync(file, 'latin1').split('\n')
        const place = lines.findIndex(
          (line) => line !== '' && (seq === undefined || line.startsWith(`${seq} `)),
        )
        if (place < 0) continue
        const last = seq === undefined ? lines.length - 2 : place
        const line = lines[last] ?? ''
        lines[last] = `${line.slice(0, -4)}${line.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
        writeFileSync(file, lines.join('\n'), 'latin1')
        return
      }
      throw new Error('There is no such line')
    },
    async damageAfterStart() {
      till.restart()
      await till.opening()
      till.damage()
    },
    inForce: () => keychain.secrets.get(`${name} in force`) ?? 'none',
    files: () =>
      (segmentsIn(disk.names()).get(till.inForce()) ?? []).map((number) =>
        join(recordFolder(folder), segmentName(till.inForce(), number)),
      ),
    disk,
    yields,
    entry: (what) => `${name} ${what}`,
  }
  return till
}
