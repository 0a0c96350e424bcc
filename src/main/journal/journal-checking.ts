/**
 * The running journal's checks of itself (refund-protocol.md 3 and 13): one payment before a send, and everything that
 * is old in slices behind the cashier.
 */
import { isDeepStrictEqual } from 'node:util'
import { fail, type Result, succeed } from '../../shared/result'
import { newRound } from './audit-progress'
import { compareRows, emptyFold, foldLine } from './fold-payment'
import { makeJournalAudit } from './journal-audit'
import { chainHash, chainKey, chainStart } from './journal-line'
import { type JournalMemory, noteThrown, type OpenedFile } from './journal-memory'
import { paymentIndex } from './journal-rows'
import type { Payment, RefundsOffFault, VerifyStep } from './journal-types'
import type { BookState } from './line-book'
import { compareWithMemory, makeOutsideChanges } from './outside-changes'
import { damaged } from './refunds-off-fault'

/** Where the program runs on, everything is gone through again after so long, in milliseconds. */
const roundEvery = 24 * 3_600_000
/** After so many steps the progress is written down: a few seconds' work. */
const stepsPerSave = 50_000

/**
 * Compares the lines, rows and high-water value of one payment with each other and with memory. Throws on damage.
 * @param open the markers of what is open on it according to memory: none of them may lack its lines.
 */
export function comparePayment(
  file: OpenedFile,
  state: BookState,
  payment: Buffer,
  open: readonly string[],
): string | null {
  const { key, id, reads } = file
  const hashKey = chainKey(key)
  const fold = emptyFold()
  for (const stored of reads.linesOf(payment)) {
    const before = stored.seq === 1 ? chainStart(id).hash : reads.hashAt(stored.seq - 1)
    if (before === null) return `Line ${stored.seq - 1} is missing`
    if (chainHash(hashKey, before, stored.text) !== stored.hash)
      return `The chain breaks at line ${stored.seq}`
    const wrong = foldLine(key, fold, stored)
    if (wrong !== null) return wrong
  }
  const lost = open.find((marker) => !fold.attempts.has(marker))
  if (lost !== undefined) return `The lines of ${lost} are missing`
  return compareRows(
    key,
    fold,
    { rows: reads.rowsOf(payment), highWater: reads.highWater(payment) },
    state.standing,
  )
}

export function makeJournalChecking(file: OpenedFile, memory: JournalMemory, checkpoint: () => void) {
  const { database, key, id, reads } = file
  const changedOutside = makeOutsideChanges(database)
  const audit = makeJournalAudit(database, key, reads, () => memory.state.standing, null)
  let steps = 0

  function found(detail: string): RefundsOffFault {
    memory.damage ??= damaged(detail)
    checkpoint()
    return memory.damage
  }

  function verifyPayment({ services, id: paymentId }: Payment): Result<null, RefundsOffFault> {
    try {
      if (memory.damage !== null) return fail(memory.damage)
      // Whatever somebody else wrote: not only this payment may have been meant.
      const outside = changedOutside() ? compareWithMemory(file, memory.state) : null
      if (outside !== null) return fail(found(outside))
      if (!isDeepStrictEqual(reads.head() ?? chainStart(id), memory.state.head)) {
        return fail(found('The last line is another'))
      }
      for (const service of services) {
        const open = [...memory.state.standing.attempts.values()]
          .filter(({ intent }) => intent.service === service && intent.id === paymentId)
          .map(({ intent }) => intent.marker)
        const wrong = comparePayment(file, memory.state, paymentIndex(key, service, paymentId), open)
        if (wrong !== null) return fail(found(wrong))
      }
      return succeed(null)
    } catch (error) {
      return fail(thrown(error))
    }
  }

  function thrown(error: unknown): RefundsOffFault {
    const fault = noteThrown(memory, error)
    return fault.why === 'journal_damaged' ? found(fault.detail) : fault
  }

  /** The round under way, or a new one where the last was too long ago; null when there is nothing to do. */
  function roundDue() {
    const { round, wholeAt } = memory.progress
    if (round !== null) return round
    const age = wholeAt === null ? -1 : file.now() - wholeAt
    if (memory.wholeInThisRun && age >= 0 && age < roundEvery) return null
    const target = { seq: memory.state.head.seq, number: memory.state.lastNumber }
    return newRound(chainStart(id), target)
  }

  function verifyMore(milliseconds: number): VerifyStep {
    try {
      if (memory.damage !== null) return memory.damage
      const until = performance.now() + milliseconds
      let round = roundDue()
      while (round !== null) {
        const step = audit.step(round)
        if (step.at === 'damage') return found(step.detail)
        round = step.at === 'round' ? step.round : null
        memory.progress = { wholeAt: round === null ? file.now() : memory.progress.wholeAt, round }
        memory.wholeInThisRun ||= round === null
        steps += 1
        if (round === null || steps % stepsPerSave === 0) checkpoint()
        if (round !== null && performance.now() >= until) return 'more'
      }
      return 'whole'
    } catch (error) {
      return thrown(error)
    }
  }

  return { verifyPayment, verifyMore }
}
