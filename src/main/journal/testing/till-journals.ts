/** A till's journals, keychain and credentials for one test, without a refund service. They outlive every start. */
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startOfDay } from '../../../shared/testing/refund-samples'
import { makePeople } from '../../people/people'
import { added, aManager, cheap } from '../../people/testing/staffed-till'
import { folderOfTest } from '../../system/testing/folder-of-test'
import { vaultName } from '../../vault/keychain'
import { makeMemoryKeychain } from '../../vault/testing/memory-keychain'
import { makeVault } from '../../vault/vault'
import type { Journal } from '../journal'
import { headEntryOf, makeJournalKeys } from '../journal-keys'
import type { Journals } from '../open-journals'
import { profileJournals } from '../open-journals'
import { recordFolder, wasUsed } from '../open-record'
import { segmentName, segmentsIn } from '../segment'
import { makeFaultyFiles } from './faulty-files'
import { openedForTest } from './journal-place'
import { type StoryStep, writeStory } from './journal-story'
import type { WindowsDisk } from './windows-disk'

export const supervisor = { supervisor: 'Sam', why: 'The disk broke' }

export type TillJournals = ReturnType<typeof makeTillJournals>

/** Makes them. @param profile the path that the entries are named by; the folder unless given. */
export function makeTillJournals(
  profile?: string,
  monotonic?: () => number,
  windows?: (folder: string) => WindowsDisk,
) {
  const folder = folderOfTest()
  const on = windows?.(recordFolder(folder))
  const keychain = makeMemoryKeychain()
  const name = vaultName('journal', profile ?? folder)
  const keys = makeJournalKeys(keychain, name)
  const clock = { now: startOfDay }
  const disk = makeFaultyFiles(recordFolder(folder), on?.files)
  const logged: string[] = []
  const yields = { count: 0 }
  /** Whether another program holds the file of the people. */
  const people = { isHeld: false }
  const readFrom = (file: string) => {
    if (people.isHeld) throw Object.assign(new Error('held'), { code: 'EBUSY' })
    return readFileSync(file)
  }
  const used = () => wasUsed(folder)
  const makeRun = () => {
    const vault = makeVault({ keychain, profile: profile ?? folder, wasUsed: used })
    const secrets = { keychain, profile: profile ?? folder, credentials: vault, wasUsed: used }
    return { run: randomUUID(), vault, people: makePeople({ ...secrets, folder, power: cheap, readFrom }) }
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
  /** Starts the program again: what was in memory is gone. */
  function restart(): void {
    on?.endProgram()
    current = makeRun()
    opened = null
  }
  const open = () => journals().open()
  /** Opens and closes the journal. Returns why refunds are off and how that ends, or 'open'. */
  async function opening(): Promise<string> {
    const opened = await open()
    if (!opened.ok) return `${opened.fault.why}, ${opened.fault.replaceable ?? 'not replaceable'}`
    opened.value.close()
    return 'open'
  }
  const openWell = async () => openedForTest(await open())
  const begin = () => journals().begin(supervisor)
  /** The id of the journal in force. */
  const inForce = () => keychain.secrets.get(`${name} in force`) ?? 'none'
  /** Its files, oldest first. */
  const files = () =>
    (segmentsIn(disk.names()).get(inForce()) ?? []).map((number) =>
      join(recordFolder(folder), segmentName(inForce(), number)),
    )
  /** Spoils the line with that number in the journal in force; its last line unless given. */
  function damage(seq?: number): void {
    for (const file of files().reverse()) {
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
  }
  /** Brings the journal's head to the keychain as the refund service does, closes it, and starts the program again. */
  async function end(journal: Journal): Promise<void> {
    const kept = await keys.writeHead(journal.id, headEntryOf(journal.head(), journal.standing()))
    if (!kept.ok) throw new Error(kept.fault.detail)
    journal.close()
    restart()
  }
  /** Opens the journal, writes, and ends the program. */
  async function write(steps: readonly StoryStep[]): Promise<void> {
    const journal = await openWell()
    writeStory(journal, steps)
    await end(journal)
  }
  /** Begins a new journal in place of one that does not open, and opens it after another start. */
  async function beginAndOpen() {
    const why = await opening()
    if (why === 'open') throw new Error('It opens')
    const begun = await begin()
    if (!begun.ok) throw new Error(JSON.stringify(begun.fault))
    restart()
    return { why, begun: begun.value, journal: await openWell() }
  }
  /** Starts once more, and spoils only the first line of that start: everything before it can be read. */
  async function damageAfterStart(): Promise<void> {
    restart()
    await opening()
    damage()
  }
  return {
    ...{ folder, keychain, keys, clock, logged, disk, people },
    ...{ restart, open, opening, openWell, end, begin, inForce, files, damage },
    /** How often the record has yielded to the event loop. */
    yields,
    vault: () => current.vault,
    async addManager() {
      await added(current.people, aManager)
    },
    ...{ write, beginAndOpen, damageAfterStart },
    /** Writes and begins a new journal after that, for damage that hit the first line of another start alone. */
    async replaceAfter(steps: readonly StoryStep[]) {
      await write(steps)
      await damageAfterStart()
      return beginAndOpen()
    },
    /** The name of an entry, as the keychain lists it. */
    entry: (what: string) => `${name} ${what}`,
  }
}
