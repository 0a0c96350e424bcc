/** Takes an attempt of an earlier journal over into a new one (refund-protocol.md 12). Pure. */
import type { Attempt } from '../attempt/attempt'
import { isOnItsWay } from '../attempt/attempt-states'

/** What may have been sent counts as sent: an attempt is taken over as *unconfirmed*, never as *sending*. */
export function mayBeTakenOver({ state }: Attempt): boolean {
  return !isOnItsWay(state)
}

/** Whether two attempts are the same refund, so that one may follow the other's lines. */
export function isSameRefund({ intent: one }: Attempt, { intent: other }: Attempt): boolean {
  const same = ['marker', 'id', 'base', 'amount', 'currency'] as const
  return same.every((field) => one[field] === other[field])
}

/**
 * Moves the attempt's line numbers before the first line of the next journal, as lowerings are moved: their order says which
 * refunds of ours came after a lowering.
 * @param last how far they move: the number of the earlier journal's last line that counts, or more.
 */
export function ofEarlierLines(attempt: Attempt, last: number): Attempt {
  const { refundedLine, told } = attempt
  return {
    ...attempt,
    refundedLine: refundedLine === null ? null : refundedLine - last,
    told: told === null ? null : { ...told, line: told.line - last },
  }
}

/**
 * Returns the attempt after the line that takes it over. It begins there, except for the line numbers that `ofEarlierLines` has
 * moved. Waits begin again; a running time that is ahead of this record's, because lines were lost, counts as now.
 */
export function asTakenOver(attempt: Attempt, line: number, ran: number): Attempt {
  return {
    ...attempt,
    begun: line,
    line,
    ran: { created: Math.min(attempt.ran.created, ran), since: ran },
  }
}

/** The place of an attempt in the order in which an earlier journal is taken over. */
export function takeoverPlace(attempt: Attempt): number {
  return attempt.told?.line ?? attempt.refundedLine ?? attempt.line
}
