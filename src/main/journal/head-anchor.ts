/**
 * Brings the chain's head to the keychain, always after the record has it (refund-protocol.md 3 and 11). Calls that come
 * while one is being written are answered by one more write of the newest head.
 */
import { fail } from '../../shared/result'
import { type Clock, inTime, late } from '../system/clock'
import type { Journal } from './journal'
import { headEntryOf, type JournalKeys } from './journal-keys'

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
const longestWrite = 10_000

/** How long a keychain that refused is left alone, in milliseconds (protocol 11). */
const restAfterRefusal = 60_000

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
    const answer = await inTime(keys.writeHead(journal.id, entry), longestWrite, clock)
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
    if (refused && !ended) callOffRetry = clock.after(restAfterRefusal, advance)
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
