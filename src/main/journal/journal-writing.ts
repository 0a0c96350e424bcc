/** The running journal's writes: lines, high-water values and checkpoints, each durable when the call returns. */
import { isDeepStrictEqual } from 'node:util'
import type { Attempt, AttemptEvent, Snapshot } from '../../shared/attempt'
import { raise } from '../../shared/high-water'
import type { HighWater } from '../../shared/journal-events'
import { fail, type Result, succeed } from '../../shared/result'
import { attemptWork, inTransaction, isUniqueViolation } from '../database/open-database'
import { sealProgress } from './audit-progress'
import { sealCheckpoint } from './checkpoint'
import { chainStart, type JournalLine } from './journal-line'
import { type JournalMemory, noteThrown, type OpenedFile } from './journal-memory'
import { highWaterIn, paymentIndex, withAnswer } from './journal-rows'
import type { JournalFault } from './journal-types'
import { knownHighWater } from './known-high-water'
import { type AddedLine, makeLineBook } from './line-book'
import { noPendingRows, writePending } from './pending-rows'
import { serviceOf, withRelated } from './service-registry'
import { lockIn } from './standing'

/** After so many lines there is a new checkpoint: opening verifies no more than these. */
const linesPerCheckpoint = 200

type Intended = Extract<AttemptEvent, { kind: 'intended' }>

export function makeJournalWriting(file: OpenedFile, memory: JournalMemory) {
  const { database, key, id, reads, writes } = file
  const book = makeLineBook(key, reads, writes)

  function unwritable(detail: string): Result<never, JournalFault> {
    return fail({ kind: 'unwritable', detail })
  }

  /** Everything that touches the disk is answered as a value. @param refusal what forbids the line, asked under the lock. */
  function write(
    draft: (seq: number) => JournalLine,
    refusal: () => JournalFault | null = () => null,
  ): Result<AddedLine, JournalFault> {
    try {
      const added = inTransaction(database, () => {
        const { state } = memory
        // Another program with this file would fork the chain: one of the two must not go on.
        if (!isDeepStrictEqual(reads.head() ?? chainStart(id), state.head)) {
          return unwritable('The last line of the file is not the last one that was written here')
        }
        const refused = refusal()
        if (refused !== null) return fail(refused)
        const pending = noPendingRows()
        const line = book.add(state, pending, draft(state.head.seq + 1))
        if (line.ok) writePending(key, reads, writes, pending, line.value.state.standing)
        return line
      })
      if (added.ok) memory.state = added.value.state
      if (memory.state.head.seq - memory.checkpointAt >= linesPerCheckpoint) checkpoint()
      return added
    } catch (error) {
      if (isUniqueViolation(error)) return fail({ kind: 'locked' })
      return unwritable(noteThrown(memory, error).detail)
    }
  }

  /** In memory, then in the table; the unique index is the third to be asked, as the row is written. */
  function refusalOf({ intent }: Intended): JournalFault | null {
    if (memory.damage !== null) return { kind: 'unwritable', detail: memory.damage.detail }
    const { standing } = memory.state
    const named = serviceOf(standing.services, intent.serviceAddress)
    const services = [...withRelated(standing.services, [intent.service, named ?? intent.service])]
    if (lockIn(standing, { services, id: intent.id }) !== null) return { kind: 'locked' }
    const indexes = services.map((service) => paymentIndex(key, service, intent.id))
    if (indexes.some((payment) => reads.holdersOf(payment).length > 0)) return { kind: 'locked' }
    const known = knownHighWater(file, { services: [intent.service], id: intent.id }, intent.currency)
    if (known !== null && intent.base < known.refunded) {
      return { kind: 'unwritable', detail: 'The refund does not rest on the high-water value' }
    }
    return null
  }

  function append(marker: string, event: AttemptEvent): Result<Attempt, JournalFault> {
    const draft = (seq: number): JournalLine => ({ seq, marker, event })
    const added = event.kind === 'intended' ? write(draft, () => refusalOf(event)) : write(draft)
    if (!added.ok) return added
    const { attempt } = added.value
    if (attempt === null) throw new Error('An event led to no attempt')
    return succeed(attempt)
  }

  function numberOf(added: Result<AddedLine, JournalFault>): Result<number, JournalFault> {
    return added.ok ? succeed(added.value.seq) : added
  }

  function raiseHighWater(service: number, snapshot: Snapshot): Result<HighWater | null, JournalFault> {
    if (snapshot.id === '') return succeed(null)
    const { id, currency } = snapshot
    try {
      const row = reads.highWater(paymentIndex(key, service, id))
      const before = row === null ? null : highWaterIn(row, currency)
      const raised = raise(before, snapshot)
      if (raised === null || isDeepStrictEqual(raised, before)) return succeed(before)
      const kept = row ?? { service, id, ...raised, currency, others: {}, lowering: null }
      inTransaction(database, () => writes.highWater(withAnswer(kept, currency, raised)))
      return succeed(raised)
    } catch (error) {
      return unwritable(noteThrown(memory, error).detail)
    }
  }

  /** Once damage was found there are none: the next opening verifies everything and finds it too. */
  function checkpoint(): void {
    const { head, standing } = memory.state
    const nothingNew = head.seq <= memory.checkpointAt && memory.progress === memory.progressKept
    if (nothingNew && memory.damage === null) return
    attemptWork(() =>
      inTransaction(database, () => {
        if (memory.damage !== null) return writes.dropCheckpoints()
        writes.progress(sealProgress(key, memory.progress))
        if (head.seq > memory.checkpointAt)
          writes.checkpoint(head.seq, head.hash, sealCheckpoint(key, head, standing))
      }),
    )
    // Where it could not be written the next line tries again only after as many more.
    memory.checkpointAt = head.seq
    memory.progressKept = memory.progress
  }

  return {
    append,
    appendPayment: (payment: Extract<JournalLine, { payment: unknown }>['payment']) =>
      numberOf(write((seq) => ({ seq, payment }))),
    appendTill: (till: Extract<JournalLine, { till: unknown }>['till']) =>
      numberOf(write((seq) => ({ seq, till }))),
    raiseHighWater,
    checkpoint,
  }
}
