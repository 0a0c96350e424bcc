/** Lines of a journal, for tests of what is open. */
import type { Attempt } from '../../../shared/attempt/attempt'
import type { PaymentEvent, TillEvent } from '../../../shared/refund/journal-events'
import { isOpen } from '../../../shared/refund/refund'
import { nothingStands } from '../fold'
import type { JournalLine } from '../journal-line'
import type { Standing } from '../journal-types'

export const at = 1
export const one = 'https://one.example'
export const two = 'https://two.example'

/** A line that stands for whatever led to this attempt. */
export const attemptLine = (of: Attempt, seq = 1): JournalLine => ({
  seq,
  ran: 0,
  marker: of.intent.marker,
  event: { kind: 'interrupted', at },
})
export const paymentLine = (payment: PaymentEvent, seq = 1): JournalLine => ({ seq, ran: 0, payment })
export const tillLine = (till: TillEvent, seq = 1): JournalLine => ({ seq, ran: 0, till })

export const unread = (lock: string): PaymentEvent => ({
  kind: 'locked_unread',
  at,
  lock,
  marker: 'R-UNREAD0000',
})
export const returned = (id: string): PaymentEvent => ({
  kind: 'lowering_returned',
  at,
  id,
  currency: 'HKD',
  refunded: 500,
})
export const released = (line: number): PaymentEvent => ({
  kind: 'released',
  at,
  line,
  supervisor: 'Sam',
  saw: 'The portal',
  why: 'Known',
})

/** The standing with only these attempts: what all their lines would lead to, at once. */
export function standingOfAttempts(attempts: readonly Attempt[]): Standing {
  const open = attempts
    .filter(isOpen)
    .sort((a, b) => a.createdAt - b.createdAt || (a.intent.marker < b.intent.marker ? -1 : 1))
  return { ...nothingStands, attempts: new Map(open.map((attempt) => [attempt.intent.marker, attempt])) }
}
