/**
 * The journal's secrets in the OS keychain (refund-protocol.md 11 and 12): for each journal its key and the head of
 * its chain under its own id, so that a new journal never overwrites an old key or head, and one entry that says
 * which journal is in force. Below, what keeps the head there up to date, and the profile's notes about its entries.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { fail, type Result, succeed } from '../../shared/base/result'
import { type Clock, inTime, late } from '../system/clock'
import { attemptWork } from '../system/database'
import { writeWholeFile } from '../system/files'
import { keyBytes } from '../system/sealing'
import { type Keychain, type KeychainFault, probeKeychain } from '../vault/keychain'
import type { Journal } from './journal'
import type { Head } from './journal-line'
import type { Standing } from './journal-types'
import { openLocks } from './segment'

const headEntry = z
  .object({
    head: z.object({ seq: z.number().int(), hash: z.string().regex(/^[0-9a-f]{64}$/) }).readonly(),
    /** The newest 32 locks, 16 hexadecimal digits each: a refund that cannot be opened still locks. */
    locks: z.array(z.string().regex(/^[0-9a-f]{16}$/)).readonly(),
  })
  .readonly()

/** What the keychain keeps of a journal beside its key. */
export type HeadEntry = z.infer<typeof headEntry>

export type JournalKeys = ReturnType<typeof makeJournalKeys>

/** How many locks the keychain keeps: some keychains take little more than 2,000 characters. */
const maxLocks = 32

/** Makes the keychain's entry for a journal with this head and standing. */
export function headEntryOf(head: Head, standing: Standing): HeadEntry {
  const locks = [...new Set(openLocks(standing).map(({ lock }) => lock))]
  return { head, locks: locks.reverse().slice(0, maxLocks) }
}

/** Reads and writes the journals' entries. @param name what their names begin with, which identifies the profile. */
export function makeJournalKeys(keychain: Keychain, name: string) {
  const inForce = `${name} in force`

  /** Null when the keychain works and has no usable key. Never makes one: a lost key does not mean a new journal. */
  async function readKey(journal: string): Promise<Result<Buffer | null, KeychainFault>> {
    const found = await keychain.read(`${name} ${journal} key`)
    if (!found.ok || found.value === null) return found.ok ? succeed(null) : found
    const key = Buffer.from(found.value, 'base64')
    return succeed(key.length === keyBytes ? key : null)
  }

  return {
    /** The id of the journal in force; null when the keychain works and names none. */
    readInForce: (): Promise<Result<string | null, KeychainFault>> => keychain.read(inForce),
    writeInForce: (journal: string): Promise<Result<null, KeychainFault>> => keychain.write(inForce, journal),
    readKey,
    /** Makes a key, writes it and reads it back: without a kept key the journal could not be opened at the next start. */
    async createKey(journal: string): Promise<Result<Buffer, KeychainFault>> {
      const key = randomBytes(keyBytes)
      const written = await keychain.write(`${name} ${journal} key`, key.toString('base64'))
      if (!written.ok) return written
      const kept = await readKey(journal)
      if (!kept.ok) return kept
      if (kept.value?.equals(key) === true) return succeed(key)
      return fail({ kind: 'keychain_unavailable', detail: 'The keychain did not keep the journal key' })
    },
    /** Null when there is none; `damaged` for an entry that cannot be read. */
    async readHead(journal: string): Promise<Result<HeadEntry | 'damaged' | null, KeychainFault>> {
      const found = await keychain.read(`${name} ${journal} head`)
      if (!found.ok || found.value === null) return found.ok ? succeed(null) : found
      const text = found.value
      const entry = attemptWork(() => headEntry.parse(JSON.parse(text)))
      return succeed(entry.ok ? entry.value : 'damaged')
    },
    writeHead: (journal: string, entry: HeadEntry): Promise<Result<null, KeychainFault>> =>
      keychain.write(`${name} ${journal} head`, JSON.stringify(entry)),
    /** Writes a probe and reads it back. Only then is an empty answer believed (protocol 11). */
    probe: (): Promise<Result<null, KeychainFault>> => probeKeychain(keychain, `${name} probe`),
  }
}

/**
 * Writes the chain's head to the keychain, always after the record has it (refund-protocol.md 3 and 11). All calls during
 * one write share one more write, of the newest head.
 */

export type HeadAnchor = ReturnType<typeof makeHeadAnchor>

export type HeadAnchorDeps = {
  readonly journal: Pick<Journal, 'id' | 'head' | 'standing'>
  readonly keys: Pick<JournalKeys, 'writeHead'>
  readonly clock: Clock
  /** Called when `isBehind` has changed. */
  readonly changed: () => void
  readonly log: (line: string) => void
}

/** How long one write may take, and a refund waits for the keychain. */
const maxHeadWriteMs = 10_000

/** How long writing pauses after the keychain refused (protocol 11). */
const pauseAfterRefusalMs = 60_000

export function makeHeadAnchor({ journal, keys, clock, changed, log }: HeadAnchorDeps) {
  let kept = journal.head().seq
  let writing: Promise<boolean> | null = null
  let refused = false
  let told = false
  let ended = false
  let callOffRetry: () => void = () => undefined

  const behind = () => refused && journal.head().seq - kept > 1

  /** Writes the newest head. State and signals are up to date before any caller that waits goes on. */
  async function write(): Promise<boolean> {
    const entry = headEntryOf(journal.head(), journal.standing())
    // Every keychain has a time limit of its own, which a refund must not depend on.
    const answer = await inTime(keys.writeHead(journal.id, entry), maxHeadWriteMs, clock)
    const written = answer === late ? fail({ detail: 'The keychain did not answer in time.' }) : answer
    refused = !written.ok
    if (written.ok) kept = Math.max(kept, entry.head.seq)
    else log(`journal: head ${entry.head.seq} not in the keychain: ${written.fault.detail}`)
    writing = null
    planRetry()
    if (written.ok && kept < journal.head().seq) advance()
    if (behind() !== told) {
      told = behind()
      changed()
    }
    return written.ok
  }

  function begin(): Promise<boolean> {
    writing ??= write().catch((error: unknown) => {
      log(`journal: head not written: ${String(error)}`)
      writing = null
      return false
    })
    return writing
  }

  function planRetry(): void {
    callOffRetry()
    if (refused && !ended) callOffRetry = clock.after(pauseAfterRefusalMs, advance)
  }

  /** Writes until the keychain has the newest head, or refuses. */
  async function bring(): Promise<void> {
    while (kept < journal.head().seq) if (!(await begin())) return
  }

  /** Waits for the next microtask, so that lines written in one turn need one write. */
  function advance(): void {
    void Promise.resolve().then(() => (writing === null ? bring() : undefined))
  }

  return {
    /** Starts bringing the newest head to the keychain. Called after every line. */
    advance,
    /**
     * Resolves to true once the present head is in the keychain; to false when the keychain refused it or did not answer in
     * time. Never rejects.
     */
    async keep(): Promise<boolean> {
      const wanted = journal.head().seq
      // A write under way may be of an older head, and says nothing about this one.
      const written = (writing ?? Promise.resolve(true)).then(() => kept >= wanted || begin())
      return (await inTime(written, maxHeadWriteMs, clock)) === true
    },
    /** Whether the keychain has refused the heads of more than one line, which turns refunds off (protocol 11). */
    isBehind: behind,
    /** The keychain may answer again: tries what it refused now. */
    wake(): void {
      if (refused) advance()
    },
    /** Ends the retries, writes the newest head once more, and resolves when no write is under way. */
    async settle(): Promise<void> {
      ended = true
      callOffRetry()
      await bring()
      await writing
      callOffRetry()
    },
  }
}

/** The profile's notes about its keychain entries, each in a small file of its own. No secrets. */

/** The folder path that the entries are named by. The file is there once a journal has been in force. */
export const placeFileName = 'keychain-place.json'
const placeNote = z.object({ path: z.string() })

/** Notes that the keychain had nothing where something must have been. It is believed when a later start finds the same. */
const silenceFileName = 'keychain-silence.json'
const silenceNote = z.object({ run: z.string(), journal: z.string() })

function read<T>(file: string, schema: z.ZodType<T>): T | null {
  const found = attemptWork(() => schema.parse(JSON.parse(readFileSync(file, 'utf8'))))
  return found.ok ? found.value : null
}

/** Notes the path by which the entries of the journal in force are named. A failed write is tried again at the next start. */
export function rememberPlace(folder: string, entriesPath: string): void {
  const file = join(folder, placeFileName)
  if (read(file, placeNote)?.path !== entriesPath) writeWholeFile(file, JSON.stringify({ path: entriesPath }))
}

/** The folder that the profile was in when its entries were made, if it was moved or copied since; else null. */
export function madeElsewhere(folder: string, entriesPath: string): string | null {
  const path = read(join(folder, placeFileName), placeNote)?.path ?? null
  return path === entriesPath ? null : path
}

export type SilenceDeps = {
  readonly folder: string
  /** Differs at each start of the program. */
  readonly run: string
  readonly log: (line: string) => void
}

/**
 * Whether an earlier run of the program found the same entries missing (refund-protocol.md 11). If not, notes it.
 * @param journal the journal whose entries are missing; '' when none is named.
 */
export function wasSilentBefore({ folder, run, log }: SilenceDeps, journal: string): boolean {
  const file = join(folder, silenceFileName)
  const before = read(file, silenceNote)
  if (before?.journal === journal) return before.run !== run
  const written = writeWholeFile(file, JSON.stringify({ run, journal }))
  if (!written.ok) log(`journal: what the keychain lost could not be remembered: ${written.fault.detail}`)
  return false
}

/** Removes the note: the keychain has everything. */
export function forgetSilence({ folder, log }: SilenceDeps): void {
  const removed = attemptWork(() => rmSync(join(folder, silenceFileName), { force: true }))
  if (!removed.ok) log(`journal: what the keychain had lost is still remembered: ${removed.fault.detail}`)
}
