/** How an attempt of an earlier journal goes on in a new one (refund-protocol.md 12). Pure. */
import type { Attempt } from '../attempt/attempt'
import { isOnItsWay } from '../attempt/attempt-states'

/** What may have been sent counts as sent: none goes on from *sending*, it is *unconfirmed* then. */
export function mayBeTakenOver({ state }: Attempt): boolean {
  return !isOnItsWay(state)
}

/** Whether two attempts are the same refund, so that lines of the one may be followed by the other. */
export function isSameRefund({ intent: one }: Attempt, { intent: other }: Attempt): boolean {
  const same = ['marker', 'id', 'base', 'amount', 'currency'] as const
  return same.every((field) => one[field] === other[field])
}

/**
 * The attempt with the lines in which something was told put before the first line of the next journal, as lowerings are:
 * what counts as ours since one is told by their order.
 * @param last how far they move: the number of the last line that counts of the earlier journal, or more.
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
 * The attempt as it stands after the line that takes it over. It begins there; the lines in which something was told stay
 * where `ofEarlierLines` has put them. Waits begin anew; what it may have run for longer in lines that are lost counts as
 * now.
 */
export function asTakenOver(attempt: Attempt, line: number, ran: number): Attempt {
  return {
    ...attempt,
    begun: line,
    line,
    ran: { created: Math.min(attempt.ran.created, ran), since: ran },
  }
}

/** Where an attempt of an earlier journal stands in the order in which all of it is taken over. */
export function takeoverPlace(attempt: Attempt): number {
  return attempt.told?.line ?? attempt.refundedLine ?? attempt.line
}
