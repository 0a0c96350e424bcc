/** A till's journals, its keychain and its credentials for one test, without a refund service. They outlive every start. */
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from '../../../../shared/result'
import { startOfDay } from '../../../../shared/testing/refund-samples'
import { vaultName } from '../../../vault/keychain'
import { makeSupervisorPin } from '../../../vault/supervisor-pin'
import { type MemoryKeychain, makeMemoryKeychain, noLock } from '../../../vault/testing/memory-keychain'
import { makeVault, type Vault } from '../../../vault/vault'
import { beginJournal } from '../../begin-journal'
import { journalFileName, wasUsed } from '../../journal-files'
import { type JournalKeys, makeJournalKeys } from '../../journal-keys'
import type { Journal } from '../../journal-types'
import { type ClosedJournal, openJournals } from '../../open-journals'
import { temporaryFolder } from '../../testing/journal-place'
import { type StoryStep, tamperWith, writeStory } from '../../testing/journal-story'
import type { OldFiles } from '../read-files'

export const supervisor = { supervisor: 'Sam', why: 'The disk broke' }
export const pin = '73-open'

type Begun = Extract<Awaited<ReturnType<typeof beginJournal>>, { ok: true }>['value']

export type TillJournals = {
  readonly folder: string
  readonly keychain: MemoryKeychain
  readonly keys: JournalKeys
  readonly clock: { now: number }
  readonly logged: string[]
  /** Another start of the program: what was remembered in memory is gone. */
  readonly restart: () => void
  readonly vault: () => Vault
  readonly setPin: () => Promise<void>
  readonly open: () => Promise<Result<Journal, ClosedJournal>>
  /** Why refunds are off and how that ends, or 'open'. Closes the journal again. */
  readonly opening: () => Promise<string>
  readonly openWell: () => Promise<Journal>
  /** Opens the journal, writes, brings its head to the keychain as the refund service does, and closes it in order. */
  readonly write: (steps: readonly StoryStep[]) => Promise<void>
  readonly begin: (files?: OldFiles) => ReturnType<typeof beginJournal>
  /** Begins a new journal in the place of one that does not open, and opens it after another start. */
  readonly beginAndOpen: () => Promise<{ readonly begun: Begun; readonly journal: Journal }>
  /** Changes the journal in force as by hand; its checkpoints are lost with it. */
  readonly damage: (sql: string) => void
  /** The id of the journal in force, and its file. */
  readonly inForce: () => string
  readonly file: () => string
  /** The name of an entry, as the keychain lists it. */
  readonly entry: (what: string) => string
  readonly remove: () => void
}

/** What the head anchor writes. */
export async function keepHead(keys: JournalKeys, journal: Journal): Promise<void> {
  const locks = journal.openLocks().map(({ lock }) => lock.slice(0, 16))
  const services = journal.standing().services.highest
  const kept = await keys.writeHead(journal.id, { head: journal.head(), locks, services })
  if (!kept.ok) throw new Error(kept.fault.detail)
}

/** @param profile what names the entries; the folder unless given. */
export function makeTillJournals(profile?: string): TillJournals {
  const folder = temporaryFolder()
  const keychain = makeMemoryKeychain()
  const name = vaultName('journal', profile ?? folder)
  const keys = makeJournalKeys(keychain, name)
  const clock = { now: startOfDay }
  const logged: string[] = []
  const used = () => wasUsed(folder)
  const makeRun = () => {
    const vault = makeVault({ keychain, profile: profile ?? folder, lock: noLock, wasUsed: used })
    const secrets = { keychain, profile: profile ?? folder, credentials: vault, wasUsed: used }
    return { run: randomUUID(), vault, supervisorPin: makeSupervisorPin(secrets) }
  }
  let current = makeRun()
  const deps = () => ({
    folder,
    keys,
    credentials: current.vault,
    supervisorPin: current.supervisorPin,
    run: current.run,
    now: () => clock.now,
    yieldToEventLoop: async () => undefined,
    log: (line: string) => logged.push(line),
  })
  const till: TillJournals = {
    folder,
    keychain,
    keys,
    clock,
    logged,
    restart() {
      current = makeRun()
    },
    vault: () => current.vault,
    async setPin() {
      const set = await current.supervisorPin.keep(pin, 'none')
      if (!set.ok) throw new Error(set.fault.kind)
    },
    open: () => openJournals(deps()),
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
    begin: (files) => beginJournal({ ...deps(), ...(files === undefined ? {} : { files }) }, supervisor),
    async beginAndOpen() {
      const why = await till.opening()
      if (!why.startsWith('journal_')) throw new Error(why)
      const begun = await till.begin()
      if (!begun.ok) throw new Error(JSON.stringify(begun.fault))
      till.restart()
      return { begun: begun.value, journal: await till.openWell() }
    },
    damage: (sql) => tamperWith(till.file(), `${sql}; DELETE FROM checkpoints`),
    inForce: () => keychain.secrets.get(`${name} in force`) ?? 'none',
    file: () => join(folder, journalFileName(till.inForce())),
    entry: (what) => `${name} ${what}`,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
  return till
}
