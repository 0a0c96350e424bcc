/**
 * The refund record as whoever refunds needs it: the log (log.ts), whose fold is the lock, and the index beside it, which
 * says what was settled long ago (docs/refund-protocol.md, "The record").
 */
import type { Attempt, AttemptEvent } from '../../shared/attempt'
import { raise } from '../../shared/high-water'
import { fail, type Result, succeed } from '../../shared/result'
import { attemptIn, type FindSettled } from './fold'
import type { JournalIndex } from './journal-index'
import type { JournalLine } from './journal-line'
import { makeLookups } from './journal-lookups'
import { type Journal, type JournalFault, placeOf } from './journal-types'
import type { AddedLine, Log } from './log'
import type { RecordFiles } from './record-files'
import { highWaterIn } from './seen-values'
import type { RecordJournal } from './segment'
import { lockIn, undecidedIn } from './standing'
import type { FileVerifier } from './verify-behind'

/** What a decision rests on was read from an index that broke in that read, or is not there yet. */
const notReady = { kind: 'unwritable', detail: 'The values of the last month are being read' } as const

type Sending = Extract<AttemptEvent, { kind: 'sending' }>

export type JournalParts = {
  readonly log: Log
  readonly index: JournalIndex
  readonly files: RecordFiles
  /** Oldest first; the last one is in force. */
  readonly journals: readonly RecordJournal[]
  readonly verifier: FileVerifier
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export function makeJournal({ log, index, files, journals, verifier, now }: JournalParts): Journal {
  const { id, chain } = log.keys
  const { lookUp, seenRow, ...asked } = makeLookups(log, index, files, journals)
  const own = log.earlier.length
  const standing = () => log.fold().standing

  function taken(added: Result<readonly AddedLine[], JournalFault>): Result<AddedLine, JournalFault> {
    if (!added.ok) return added
    const last = added.value.at(-1)
    if (last === undefined) throw new Error('Nothing was written')
    index.apply(log.head(), added.value)
    return succeed(last)
  }

  const write = (draft: (seq: number) => JournalLine) => taken(log.append(draft, settled))

  /** An attempt that was settled before this file began. */
  const settled: FindSettled = (marker) => {
    const found = lookUp(marker)
    if (found === null) return null
    const { journal, seq } = placeOf(found.number)
    return journal === own ? { attempt: found.attempt, begun: seq } : null
  }

  /** A line about a refund of an earlier journal: that goes on in this one first. */
  function goOnWith(marker: string): Result<null, JournalFault> {
    const found = attemptIn(log.fold(), marker) === null ? lookUp(marker) : null
    if (found === null || placeOf(found.number).journal === own) return succeed(null)
    const { attempt } = found
    const added = write((seq) => ({ seq, marker, event: { kind: 'taken_over', at: now(), attempt } }))
    return added.ok ? succeed(null) : added
  }

  function refusalOf({ intent }: Sending): JournalFault | null {
    if (lockIn(standing(), intent.id) !== null) return { kind: 'locked' }
    const known = asked.highWater(intent.id, intent.currency)
    // Asked after the read: an index that breaks in it answers nothing, and is made anew.
    if (!index.isReady()) return notReady
    if (known !== null && intent.base < known) {
      return { kind: 'unwritable', detail: 'The refund does not rest on the high-water value' }
    }
    return null
  }

  function append(marker: string, event: AttemptEvent): Result<Attempt, JournalFault> {
    const refused = event.kind === 'sending' ? refusalOf(event) : null
    if (refused !== null) return fail(refused)
    if (event.kind === 'decided' && !index.isReady()) return fail(notReady)
    const goesOn = goOnWith(marker)
    if (!goesOn.ok) return goesOn
    const added = write((seq) => ({ seq, marker, event }))
    if (!added.ok) return added
    if (added.value.attempt === null) throw new Error('An event led to no attempt')
    return succeed(added.value.attempt)
  }

  return {
    id,
    head: log.head,
    ran: log.ran,
    standing,
    append,
    appendPayment: (payment) =>
      payment.kind === 'lowered' && !index.isReady()
        ? fail(notReady)
        : numberOfAdded(write((seq) => ({ seq, payment }))),
    appendTill: (till) => numberOfAdded(write((seq) => ({ seq, till }))),
    ...asked,
    undecided: () => undecidedIn(standing()),
    lockOn: (payment) => lockIn(standing(), payment),
    raiseHighWater(snapshot) {
      if (snapshot.id === '') return succeed(null)
      const { id: payment, currency } = snapshot
      const row = seenRow(payment)
      const before = row === null ? null : highWaterIn(row, currency)
      const raised = raise(before, snapshot)
      if (raised === null || raised === before) return succeed(before)
      const noted = taken(log.note({ at: now(), id: payment, refunded: raised, currency }))
      return noted.ok ? succeed(raised) : noted
    },
    isReady: index.isReady,
    workBehind(milliseconds) {
      if (index.fill(milliseconds) !== 'done') return true
      return verifier.verify(milliseconds)
    },
    verificationKey: () => chain,
    close() {
      log.close()
      index.close()
    },
  }

  function numberOfAdded(added: Result<AddedLine, JournalFault>): Result<number, JournalFault> {
    return added.ok ? succeed(added.value.head.seq) : added
  }
}
