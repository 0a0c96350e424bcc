/**
 * Verifies the files of earlier runs and of earlier journals behind the cashier, the newest first: every line opens, the
 * chain holds, and each file ends where the next one begins. What stands open never depends on them: damage there is told,
 * and that is all.
 */

import type { Clock } from '../system/clock'
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

export type FileVerifier = {
  /** Goes on for about so many milliseconds. Answers whether there is more to do. */
  readonly verify: (milliseconds: number) => boolean
}

/**
 * @param journals oldest first; the last one is in force. Nothing can be said of one whose key is lost.
 * @param from where this run went on: the files of the journal in force before it are closed for ever.
 * @param damaged is told of each file that is damaged or gone.
 */
export function makeFileVerifier(
  files: RecordFiles,
  journals: readonly RecordJournal[],
  from: { readonly head: Head; readonly file: number },
  damaged: (detail: string) => void,
): FileVerifier {
  /** @param last where its newest file has to end; null where only the file after another tells: its end was told before. */
  function* verifyJournal(keys: RecordKeys, numbers: readonly number[], last: Head | null) {
    /** Where the file that comes now has to end. */
    let end = last
    for (const number of [...numbers].reverse()) {
      let first: FirstLine | null = null
      let head: Head | null = null
      for (const raw of yield* linesBehind(files, keys, number)) {
        yield
        if (end !== null && raw.seq > end.seq) break
        first ??= firstLineOf(raw)
        if (first?.first.file !== number) break
        head = headAfter(keys.chain, head ?? startOf(first), raw)
        if (head === null) break
      }
      // One that was given up before any line of it counted, or whose first line is lost: the one before it tells.
      if (first?.first.file !== number) continue
      if (end !== null && (head?.seq !== end.seq || head.hash !== end.hash)) {
        damaged(`${segmentName(keys.id, number)} is damaged.`)
      }
      end = startOf(first)
    }
    if (end !== null && end.seq > 0) damaged(`Files of ${keys.id} before line ${end.seq + 1} are missing.`)
  }

  function* verifyAll() {
    for (const [place, { id, key }] of [...journals.entries()].reverse()) {
      if (key === null) continue
      const isOwn = place === journals.length - 1
      const closed = filesOf(files, id).filter((number) => !isOwn || number <= from.file)
      yield* verifyJournal(recordKeys(id, key), closed, isOwn ? from.head : null)
    }
  }

  const steps = verifyAll()
  return {
    verify(milliseconds) {
      const until = performance.now() + milliseconds
      while (performance.now() < until) {
        const { done, value } = steps.next()
        if (value === 'held') return true
        if (done === true) return false
      }
      return true
    },
  }
}

export type WorkBehind = { readonly stop: () => void }

export type WorkBehindDeps = {
  readonly journal: Pick<Journal, 'workBehind' | 'standing' | 'isReady'>
  readonly clock: Clock
  /** Whether a refund is on its way: until its answer is written nothing is looked for. */
  readonly isSending: () => boolean
  /** Refunds may be on or off otherwise than before, or there is an alarm more. */
  readonly changed: () => void
}

/** Milliseconds of work at a time, and between. */
const slice = 5
const pause = 45
/** Nothing was left to do: something may be, so much later. */
const again = 60 * 1000

/** Makes the index anew and verifies the record's older files, behind the cashier (refund-protocol.md 13). */
export function workBehind({ journal, clock, isSending, changed }: WorkBehindDeps): WorkBehind {
  let callOff = clock.after(pause, step)

  function step(): void {
    const before = [journal.isReady(), journal.standing().alarms.length]
    const more = isSending() || journal.workBehind(slice)
    if (journal.isReady() !== before[0] || journal.standing().alarms.length !== before[1]) changed()
    callOff = clock.after(more ? pause : again, step)
  }

  return { stop: () => callOff() }
}
