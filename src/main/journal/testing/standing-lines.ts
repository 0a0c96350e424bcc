/** Lines of a journal, for tests of what stands open. */
import type { Attempt } from '../../../shared/attempt'
import type { PaymentEvent, TillEvent } from '../../../shared/journal-events'
import type { JournalLine } from '../journal-line'
import type { Payment } from '../journal-types'

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

export const named = (service: number, address: string): TillEvent => ({
  kind: 'service_named',
  at,
  service,
  address,
  why: 'first',
  by: null,
})
export const unread = (lock: string, services: number): PaymentEvent => ({
  kind: 'locked_unread',
  at,
  lock,
  marker: 'R-UNREAD0000',
  since: null,
  services,
})
export const returned = (service: number, id: string): PaymentEvent => ({
  kind: 'lowering_returned',
  at,
  service,
  id,
  refunded: 500,
})
export const released = (line: number, address?: string): PaymentEvent => ({
  kind: 'released',
  at,
  line,
  ...(address === undefined ? {} : { address }),
  supervisor: 'Sam',
  saw: 'The portal',
  why: 'Known',
})

export const payment = (services: readonly number[], id = 'pay-1'): Payment => ({ services, id })
