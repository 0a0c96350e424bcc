/**
 * Verifies the files of earlier runs and earlier journals in the background, newest first: every line opens, the chain holds,
 * and each file ends where the next one begins. What is open never depends on them, so damage there only raises an alarm.
 */

import type { Clock } from '../system/clock'
import { attemptWork } from '../system/database'
import type { Journal } from './journal'
import type { FirstLine, Head } from './journal-line'
import type { RecordFiles } from './record-files'
import {
  filesOf,
  firstLineOf,
  headAfter,
  linesBehind,
  type RecordJournal,
  type RecordKeys,
  recordKeys,
  segmentName,
  startOf,
} from './segment'

export type VerifyFiles = ReturnType<typeof makeFileVerifier>

/**
 * Makes the function that verifies closed files.
 * @param journals oldest first; the last one is in force. One whose key is lost cannot be verified.
 * @param ends the number of the newest file that each of the earlier ones had, as the record in force has it.
 * @param from where this run went on: files of the journal in force up to there are never written again.
 * @param tellDamage is called for each file that is damaged or gone, again at a later turn until it returns true.
 */
export function makeFileVerifier(
  files: RecordFiles,
  journals: readonly RecordJournal[],
  ends: readonly number[],
  from: { readonly head: Head; readonly file: number },
  tellDamage: (detail: string) => boolean,
) {
  function* damaged(detail: string) {
    while (!tellDamage(detail)) yield 'untold' as const
  }

  /** @param last where its newest file must end; null for an earlier journal, whose end was reported when it was replaced. */
  function* verifyJournal(keys: RecordKeys, numbers: readonly number[], last: Head | null) {
    /** Where the next file to be read must end. */
    let end = last
    for (const number of [...numbers].reverse()) {
      let first: FirstLine | null = null
      let head: Head | null = null
      for (const raw of (yield* linesBehind(files, keys, number)) ?? []) {
        yield
        // Behind the end may be what a power cut left.
        if (end !== null && (raw.seq > end.seq || head?.seq === end.seq)) break
        first ??= firstLineOf(raw)
        if (first?.first.file !== number) break
        head = headAfter(keys.chain, head ?? startOf(first), raw)
        if (head === null) break
      }
      // It was given up before any of its lines counted, or lost its first line: the end of the file before it shows which.
      if (first?.first.file !== number) continue
      if (end !== null && (head?.seq !== end.seq || head.hash !== end.hash)) {
        yield* damaged(`${segmentName(keys.id, number)} is damaged.`)
      }
      end = startOf(first)
    }
    if (end !== null && end.seq > 0)
      yield* damaged(`Files of ${keys.id} before line ${end.seq + 1} are missing.`)
  }

  /** Lists a journal's files, as often as it takes: the folder may be held. */
  function* numbersOf(id: string) {
    for (;;) {
      const listed = attemptWork(() => filesOf(files, id))
      if (listed.ok) return listed.value
      yield 'held' as const
    }
  }

  function* verifyAll() {
    for (const [place, { id, key }] of [...journals.entries()].reverse()) {
      if (key === null) continue
      const isOwn = place === journals.length - 1
      const closed = (yield* numbersOf(id)).filter((number) => !isOwn || number <= from.file)
      const newest = closed.at(-1) ?? 0
      // The files that are left show what is missing before them, and nothing what is missing behind.
      if (!isOwn && (newest === 0 || newest < (ends[place] ?? 0))) {
        yield* damaged(`The newest files of ${id} are missing.`)
      }
      yield* verifyJournal(recordKeys(id, key), closed, isOwn ? from.head : null)
    }
  }

  const steps = verifyAll()

  /** Goes on for about so many milliseconds. Returns whether there is more to do now. */
  function verify(milliseconds: number): boolean {
    const until = performance.now() + milliseconds
    while (performance.now() < until) {
      const { done, value } = steps.next()
      if (value === 'held') return true
      // A disk that did not take the alarm has a rest before it is asked again.
      if (done === true || value === 'untold') return false
    }
    return true
  }

  return verify
}

export type WorkBehindDeps = {
  readonly journal: Pick<Journal, 'workBehind' | 'standing' | 'isReady' | 'isReadSince'>
  readonly clock: Clock
  /** Whether a refund is on its way: background work waits until its answer is written. */
  readonly isSending: () => boolean
  /** Refunds may have been turned on or off, more of the record can be read, or there is a new alarm. */
  readonly changed: () => void
}

/** How long each slice of work takes, and the pause after it. */
const sliceMs = 5
const pauseMs = 45
/** The pause once nothing is left to do: there may be more later. */
const idlePauseMs = 60 * 1000

/**
 * Rebuilds the index and verifies the record's older files in the background (refund-protocol.md 13). Returns a function that
 * stops it.
 */
export function workBehind({ journal, clock, isSending, changed }: WorkBehindDeps): () => void {
  let callOff = clock.after(pauseMs, step)
  const state = () => `${journal.isReady()} ${journal.isReadSince(0)} ${journal.standing().alarms.length}`

  function step(): void {
    // Before the work: whatever that throws, there is a next turn.
    callOff = clock.after(idlePauseMs, step)
    const before = state()
    const more = isSending() || journal.workBehind(sliceMs)
    if (state() !== before) changed()
    if (!more) return
    callOff()
    callOff = clock.after(pauseMs, step)
  }

  return () => callOff()
}
