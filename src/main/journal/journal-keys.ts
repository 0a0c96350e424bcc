/**
 * The journal's secrets in the OS keychain (refund-protocol.md 11 and 12): for each journal its key and the head of
 * its chain under its own id, so that a new journal never overwrites an old key or head, and one entry that says
 * which journal is in force. Below them, what brings the head there, and what the profile remembers of its entries.
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
    /** The newest 32 undecided, each 16 hexadecimal digits of its lock: what cannot be opened still locks. */
    locks: z.array(z.string().regex(/^[0-9a-f]{16}$/)).readonly(),
  })
  .readonly()

/** What the keychain keeps of a journal beside its key. */
export type HeadEntry = z.infer<typeof headEntry>

export type JournalKeys = ReturnType<typeof makeJournalKeys>

/** The keychain keeps so many locks: some take little more than 2,000 characters. */
const maxLocks = 32

/** What the keychain keeps of a journal that stands there. */
export function headEntryOf(head: Head, standing: Standing): HeadEntry {
  const locks = [...new Set(openLocks(standing).map(({ lock }) => lock))]
  return { head, locks: locks.reverse().slice(0, maxLocks) }
}

/** @param name what the entries' names begin with; it carries the profile. */
export function makeJournalKeys(keychain: Keychain, name: string) {
  const inForce = `${name} in force`

  /** Null when the keychain works and has none, or none that could be a key. Never makes one: a lost key is not a new journal. */
  async function readKey(journal: string): Promise<Result<Buffer | null, KeychainFault>> {
    const found = await keychain.read(`${name} ${journal} key`)
    if (!found.ok || found.value === null) return found.ok ? succeed(null) : found
    const key = Buffer.from(found.value, 'base64')
    return succeed(key.length === keyBytes ? key : null)
  }

  return {
    /** The id of the journal in force; null when the keychain works and names none. */
    async readInForce(): Promise<Result<string | null, KeychainFault>> {
      const found = await keychain.read(inForce)
      return found.ok && found.value === '' ? succeed(null) : found
    },
    writeInForce: (journal: string): Promise<Result<null, KeychainFault>> => keychain.write(inForce, journal),
    readKey,
    /** Makes a key, keeps it, and reads it back: one that the keychain did not keep would lock the journal out at the next start. */
    async createKey(journal: string): Promise<Result<Buffer, KeychainFault>> {
      const key = randomBytes(keyBytes)
      const written = await keychain.write(`${name} ${journal} key`, key.toString('base64'))
      if (!written.ok) return written
      const kept = await readKey(journal)
      if (!kept.ok) return kept
      if (kept.value?.equals(key) === true) return succeed(key)
      return fail({ kind: 'keychain_unavailable', detail: 'The keychain did not keep the journal key' })
    },
    /** Null when there is none. An entry that cannot be read answers `damaged`. */
    async readHead(journal: string): Promise<Result<HeadEntry | 'damaged' | null, KeychainFault>> {
      const found = await keychain.read(`${name} ${journal} head`)
      if (!found.ok || found.value === null) return found.ok ? succeed(null) : found
      const text = found.value
      const entry = attemptWork(() => headEntry.parse(JSON.parse(text)))
      return succeed(entry.ok ? entry.value : 'damaged')
    },
    writeHead: (journal: string, entry: HeadEntry): Promise<Result<null, KeychainFault>> =>
      keychain.write(`${name} ${journal} head`, JSON.stringify(entry)),
    /** Writes a probe and reads it back: only then is an empty answer believed (protocol 11). */
    probe: (): Promise<Result<null, KeychainFault>> => probeKeychain(keychain, `${name} probe`),
  }
}

/**
 * Brings the chain's head to the keychain, always after the record has it (refund-protocol.md 3 and 11). Calls that come
 * while one is being written are answered by one more write of the newest head.
 */

export type HeadAnchor = ReturnType<typeof makeHeadAnchor>

export type HeadAnchorDeps = {
  readonly journal: Pick<Journal, 'id' | 'head' | 'standing'>
  readonly keys: Pick<JournalKeys, 'writeHead'>
  readonly clock: Clock
  /** Called when `isBehind` answers otherwise than before. */
  readonly changed: () => void
  readonly log: (line: string) => void
}

/** How long one write may take before a refund stops waiting for it, in milliseconds. */
const maxHeadWriteMs = 10_000

/** How long a keychain that refused is left alone, in milliseconds (protocol 11). */
const pauseAfterRefusalMs = 60_000

export function makeHeadAnchor({ journal, keys, clock, changed, log }: HeadAnchorDeps) {
  let kept = journal.head().seq
  let writing: Promise<boolean> | null = null
  let refused = false
  let told = false
  let ended = false
  let callOffRetry: () => void = () => undefined

  const behind = () => refused && journal.head().seq - kept > 1

  /** One write of the newest head. What it leads to is known before anybody who waits for it goes on. */
  async function write(): Promise<boolean> {
    const entry = headEntryOf(journal.head(), journal.standing())
    // Every keychain is bounded in time by itself; a refund must not rest on that.
    const answer = await inTime(keys.writeHead(journal.id, entry), maxHeadWriteMs, clock)
    const written = answer === late ? fail({ detail: 'The keychain did not answer in time.' }) : answer
    refused = !written.ok
    if (written.ok) kept = Math.max(kept, entry.head.seq)
    else log(`journal: head ${entry.head.seq} not in the keychain: ${written.fault.detail}`)
    writing = null
    planRetry()
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

  /** Whatever came while one was being written is brought along by the next. */
  async function bring(): Promise<void> {
    while (kept < journal.head().seq) if (!(await begin())) return
  }

  /** In the next step, so that lines written in one go need one write. */
  function advance(): void {
    void Promise.resolve().then(() => (writing === null ? bring() : undefined))
  }

  return {
    /** Brings the newest head to the keychain, behind whatever runs now. To be called after every line. */
    advance,
    /**
     * Resolves true once the head of this moment is in the keychain, false when the keychain refused it or did not
     * answer in time. Never rejects.
     */
    async keep(): Promise<boolean> {
      const wanted = journal.head().seq
      // What is being written now may be an older head: its answer says nothing about ours.
      if (writing !== null) await writing
      return kept >= wanted || begin()
    },
    /** Whether the keychain has refused the head of more than one line: then refunds are off (protocol 11). */
    isBehind: behind,
    /** The keychain may answer again: what it refused is tried now. */
    wake(): void {
      if (refused) advance()
    },
    /** Resolves when nothing is being written; no more is tried by itself. */
    async settle(): Promise<void> {
      ended = true
      callOffRetry()
      await bring()
      await writing
      callOffRetry()
    },
  }
}

/** What a profile remembers of its keychain entries, each in a small file of its own. No secrets. */

/** Which folder's path the entries are named by: there once a journal is in force. */
export const placeFileName = 'keychain-place.json'
const placeNote = z.object({ path: z.string() })

/** That the keychain had nothing where something must have been: believed when it says so again at a later start. */
const silenceFileName = 'keychain-silence.json'
const silenceNote = z.object({ run: z.string(), journal: z.string() })

function read<T>(file: string, schema: z.ZodType<T>): T | null {
  const found = attemptWork(() => schema.parse(JSON.parse(readFileSync(file, 'utf8'))))
  return found.ok ? found.value : null
}

/** A journal is in force whose entries are named by that path. What cannot be remembered now is at the next start. */
export function rememberPlace(folder: string, entriesPath: string): void {
  const file = join(folder, placeFileName)
  if (read(file, placeNote)?.path !== entriesPath) writeWholeFile(file, JSON.stringify({ path: entriesPath }))
}

/** The folder that the profile's entries were made in, where that is another one: it was moved or copied. */
export function madeElsewhere(folder: string, entriesPath: string): string | null {
  const path = read(join(folder, placeFileName), placeNote)?.path ?? null
  return path === entriesPath ? null : path
}

export type SilenceDeps = {
  readonly folder: string
  /** Another text at each start of the program. */
  readonly run: string
  readonly log: (line: string) => void
}

/**
 * Whether an earlier run of the program has seen the same (refund-protocol.md 11). If not, it is remembered.
 * @param journal the journal whose entries are not there; '' when it has no name.
 */
export function wasSilentBefore({ folder, run, log }: SilenceDeps, journal: string): boolean {
  const file = join(folder, silenceFileName)
  const before = read(file, silenceNote)
  if (before?.journal === journal) return before.run !== run
  const written = writeWholeFile(file, JSON.stringify({ run, journal }))
  if (!written.ok) log(`journal: what the keychain lost could not be remembered: ${written.fault.detail}`)
  return false
}

/** The keychain has everything: what was remembered counts no more. */
export function forgetSilence({ folder, log }: SilenceDeps): void {
  const removed = attemptWork(() => rmSync(join(folder, silenceFileName), { force: true }))
  if (!removed.ok) log(`journal: what the keychain had lost is still remembered: ${removed.fault.detail}`)
}
