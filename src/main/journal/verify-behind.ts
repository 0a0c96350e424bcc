/**
 * Verifies the files of earlier runs behind the cashier, the newest first: every line opens, the chain holds, and each
 * file ends where the next one begins. What stands open never depends on them: damage there is told, and that is all.
 */

import type { Clock } from '../system/clock'
import { attemptWork } from '../system/database'
import { chainHash, type Head } from './journal-line'
import type { Journal } from './journal-types'
import type { RecordFiles } from './record-files'
import { follows, parseLine, type RecordKeys, rawLines, segmentName, segmentsIn } from './segment'

export type FileVerifier = {
  /** Goes on for about so many milliseconds. Answers whether there is more to do. */
  readonly verify: (milliseconds: number) => boolean
}

/** A program that never ends verifies everything again every day, in milliseconds. */
const roundEvery = 24 * 3_600_000

/**
 * @param from where this run went on: the files before it are closed for ever. @param damaged is told of each file that is
 * damaged, once a round.
 */
export function makeFileVerifier(
  files: RecordFiles,
  keys: RecordKeys,
  from: { readonly head: Head; readonly file: number },
  damaged: (file: number) => void,
): FileVerifier {
  let round: Generator | null = null
  let ended = Number.NEGATIVE_INFINITY

  function* verifyAll(): Generator {
    /** Where the file that comes now has to end. */
    let end = from.head
    const closed = (segmentsIn(files.names()).get(keys.journal) ?? []).filter((number) => number <= from.file)
    for (const number of [...closed].reverse()) {
      const text = attemptWork(() => files.read(segmentName(keys.journal, number)))
      let head: Head | null = null
      let start: Head | null = null
      for (const raw of rawLines(keys.journal, keys.key, text.ok ? text.value : '')) {
        yield
        if (raw.seq > end.seq) break
        const opened = raw.open()
        if (head === null) {
          const first = parseLine(raw.seq, opened)
          if (first === null || !('first' in first) || first.first.file !== number) break
          start = { seq: first.seq - 1, hash: first.first.before }
          if (chainHash(keys.chain, start.hash, opened ?? '') !== raw.hash) break
        } else if (!follows(keys, head, raw, opened)) break
        head = { seq: raw.seq, hash: raw.hash }
      }
      // One that was given up before any line of it counted, or whose first line is lost: the one before it tells.
      if (start === null) continue
      if (head?.seq !== end.seq || head.hash !== end.hash) damaged(number)
      end = start
    }
    if (end.seq > 0) damaged(0)
  }

  return {
    verify(milliseconds) {
      const until = performance.now() + milliseconds
      if (round === null && performance.now() - ended < roundEvery) return false
      round ??= verifyAll()
      while (performance.now() < until) {
        if (round.next().done !== true) continue
        round = null
        ended = performance.now()
        return false
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
