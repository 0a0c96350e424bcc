/** Reads the lines after a checkpoint, and makes from both what stands open (refund-protocol.md 13). */
import type { Attempt } from '../../shared/attempt'
import { advance } from '../../shared/refund'
import { fail, type Result, succeed } from '../../shared/result'
import type { Checkpoint } from './checkpoint'
import { foldAttempt, isAbout } from './fold-payment'
import { chainHash, chainKey, chainStart, type Head } from './journal-line'
import type { OpenedFile } from './journal-memory'
import type { StoredLine } from './journal-reads'
import { parseLine } from './journal-rows'
import type { RefundsOffFault, Standing } from './journal-types'
import type { BookState } from './line-book'
import { damaged } from './refunds-off-fault'
import { advanceStanding } from './standing'

export type ReadLines = {
  readonly state: BookState
  /** The payments, by index in hexadecimal, that lines after the checkpoint are about. */
  readonly touched: readonly string[]
}

/**
 * Verifies the chain from the older of checkpoint and kept head on, that line itself included, and folds what came
 * after the checkpoint. Answers damage where a line is missing, changed or cannot follow.
 */
export function readFromCheckpoint(
  file: OpenedFile,
  checkpoint: Checkpoint,
  kept: Head | null,
  head: Head,
): Result<ReadLines, RefundsOffFault> {
  const { key, id, reads } = file
  const hashKey = chainKey(key)
  const from = Math.max(0, Math.min(checkpoint.head.seq, kept?.seq ?? Number.MAX_SAFE_INTEGER, head.seq) - 1)
  let last: Head = from === 0 ? chainStart(id) : { seq: from, hash: reads.hashAt(from) ?? '' }
  let standing = checkpoint.standing
  const touched = new Set<string>()
  while (last.seq < head.seq) {
    const stored = reads.textAfter(last.seq)
    if (stored?.seq !== last.seq + 1) return fail(damaged(`Line ${last.seq + 1} is missing`))
    if (chainHash(hashKey, last.hash, stored.text) !== stored.hash) {
      return fail(damaged(`The chain breaks at line ${stored.seq}`))
    }
    last = { seq: stored.seq, hash: stored.hash }
    if (stored.seq <= checkpoint.head.seq) continue
    const next = withLine(file, standing, { ...stored, line: parseLine(stored.seq, stored.text) })
    if (next === null) return fail(damaged(`Line ${stored.seq} cannot follow what stands before it`))
    standing = next
    touched.add(stored.payment.toString('hex'))
  }
  return succeed({ state: { head, standing, lastNumber: reads.lastNumber() }, touched: [...touched] })
}

/** What stands open after one more line; null when the line cannot follow. */
function withLine(file: OpenedFile, standing: Standing, stored: StoredLine): Standing | null {
  const { line, seq } = stored
  if (!('event' in line)) return advanceStanding(standing, line, null)
  const before = standing.attempts.get(line.marker) ?? settledBefore(file, stored, line.marker)
  const after = advance(before, line.event, seq)
  if (!after.ok || !isAbout(line.marker, before, after.value)) return null
  return advanceStanding(standing, line, after.value)
}

/** An attempt that is not open, as the lines of its payment left it; null when this line is its first. */
function settledBefore({ reads }: OpenedFile, { payment, seq }: StoredLine, marker: string): Attempt | null {
  return foldAttempt(reads.linesOf(payment, seq), marker)
}
