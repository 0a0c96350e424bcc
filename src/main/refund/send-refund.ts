/**
 * The one POST of an attempt that is written down as *sending* (refund-protocol.md 3 to 7), and its answer written
 * down. Nothing here answers a fault: from here on money may move.
 */
import type { Attempt, AttemptEvent, RefundAnswer, Snapshot } from '../../shared/attempt'
import { reasonWithMarker } from '../../shared/marker'
import { advance } from '../../shared/refund'
import { judgeAnswer } from '../../shared/refund-judgement'
import type { HeadAnchor } from '../journal/head-anchor'
import type { Journal } from '../journal/journal-types'
import type { Clock } from '../scheduling/clock'
import type { RefundReply, RefundSender } from '../service/refund-sender'
import { snapshotOf } from '../service/refund-snapshot'
import { type FreshMoment, isFresh } from './fresh-moment'
import type { PendingEvents } from './pending-events'

export type SendDeps = {
  readonly journal: Pick<Journal, 'head'>
  /** Raises what is known by the record of an answer, whichever payment it speaks of; never throws. */
  readonly raise: (serviceAddress: string, snapshot: Snapshot) => void
  readonly pendingEvents: PendingEvents
  readonly headAnchor: Pick<HeadAnchor, 'keep'>
  readonly sender: RefundSender
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly log: (line: string) => void
}

/**
 * Sends, once the head of `sending` is in the keychain, and answers the attempt as its answer left it. What the disk
 * does not take stays locked, and is written when it does.
 */
export async function sendRefund(
  sending: Attempt,
  asked: FreshMoment,
  deps: SendDeps,
): Promise<{ readonly attempt: Attempt; readonly reply: RefundReply }> {
  const reply = (await deps.headAnchor.keep())
    ? await post(sending, asked, deps)
    : withoutRecord({
        kind: 'not_begun',
        reason: 'head_not_kept',
        detail: 'the keychain did not take the head of the journal',
      })
  return { attempt: settle(sending, reply, deps), reply }
}

/** A throw would be a bug of the client, but money may have moved: it counts as no answer. */
async function post({ intent }: Attempt, asked: FreshMoment, deps: SendDeps): Promise<RefundReply> {
  try {
    return await deps.sender.refund({
      id: intent.id,
      amount: intent.whole ? null : intent.amount,
      reason: reasonWithMarker(intent.marker, intent.reason),
      deviceId: intent.deviceId,
      serviceAddress: intent.serviceAddress,
      mayBegin: () => isFresh(asked, deps.clock),
    })
  } catch (error) {
    return withoutRecord({ kind: 'no_answer', reason: 'malformed', detail: String(error) })
  }
}

function withoutRecord(answer: RefundAnswer): RefundReply {
  return { answer, record: null, raw: JSON.stringify(answer) }
}

/** Judges the answer and writes it down. Until the disk takes it, what is known is that it is not known. */
function settle(sending: Attempt, { answer, record, raw }: RefundReply, deps: SendDeps): Attempt {
  const { intent } = sending
  const at = deps.clock.now()
  const event: AttemptEvent = { kind: 'answered', at, answer, verdict: judgeAnswer(intent, answer), raw }
  const written = deps.pendingEvents.append(intent.marker, event)
  // Of whichever transaction it speaks: the high-water value is the highest ever seen in any answer (protocol 2).
  if (record !== null) deps.raise(intent.serviceAddress, snapshotOf(record))
  if (written.ok) return written.value
  if (written.fault.kind !== 'unwritable') {
    // The answer has no place in the journal, which would be a bug: then the attempt is one without an answer.
    deps.log(`refunds: the answer of ${intent.marker} was not taken: ${written.fault.kind}`)
    const plain = deps.pendingEvents.append(intent.marker, { kind: 'interrupted', at })
    if (plain.ok) return plain.value
  }
  const unknown = advance(sending, { kind: 'interrupted', at }, deps.journal.head().seq)
  return unknown.ok ? unknown.value : sending
}
