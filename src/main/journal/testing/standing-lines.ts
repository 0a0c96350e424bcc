/** Lines of a journal, for tests of what stands open. */
import type { Attempt } from '../../../shared/attempt'
import type { PaymentEvent, TillEvent } from '../../../shared/journal-events'
import type { JournalLine } from '../journal-line'

export const at = 1
export const one = 'https://one.example'
export const two = 'https://two.example'

/** Lines that stand for whatever led to this attempt. */
export const attemptLine = (of: Attempt, seq = 1): JournalLine => ({
  seq,
  marker: of.intent.marker,
  event: { kind: 'interrupted', at },
})
export const paymentLine = (payment: PaymentEvent, seq = 1): JournalLine => ({ seq, payment })
export const tillLine = (till: TillEvent, seq = 1): JournalLine => ({ seq, till })

export const unread = (lock: string): PaymentEvent => ({
  kind: 'locked_unread',
  at,
  lock,
  marker: 'R-UNREAD0000',
  since: null,
})
export const returned = (id: string): PaymentEvent => ({
  kind: 'lowering_returned',
  at,
  id,
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
