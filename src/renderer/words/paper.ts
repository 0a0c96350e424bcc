/** What stands on the slip that a customer takes home: for the customer, and nothing else (docs/architecture.md). */
import type { AttemptState } from '../../shared/attempt-states'
import { writeMoment } from './locale'

export type CustomerOutcome = 'refunded' | 'checking' | 'not_refunded'

const outcomes: Readonly<Record<AttemptState, CustomerOutcome>> = {
  sending: 'checking',
  refusal_seen: 'checking',
  unconfirmed: 'checking',
  refunded_probably: 'checking',
  refunded: 'refunded',
  not_sent: 'not_refunded',
  refused: 'not_refunded',
  not_refunded: 'not_refunded',
}

/** What a customer is told of a refund: only what is certain is said to be so. */
export function customerOutcome(state: AttemptState): CustomerOutcome {
  return outcomes[state]
}

const titles: Readonly<Record<CustomerOutcome, string>> = {
  refunded: 'REFUND',
  checking: 'REFUND BEING CHECKED',
  not_refunded: 'NOT REFUNDED',
}

const sentences: Readonly<Record<CustomerOutcome, string>> = {
  refunded: 'Your refund is on its way.',
  checking: 'The payment service hasn’t confirmed your refund yet. Please keep this slip.',
  not_refunded: 'This refund didn’t go through.',
}

const dateWithZone = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

export const customerWords = {
  title: (outcome: CustomerOutcome) => titles[outcome],
  sentence: (outcome: CustomerOutcome) => sentences[outcome],
  /** With the clock's zone: a customer may read it in another. */
  date: (at: number) => writeMoment(at, dateWithZone),
  /** On every slip but the first: two slips must not pass for two refunds. */
  copy: (number: number) => `COPY ${number}`,
  refundNo: 'Refund no.',
  payment: 'Payment',
  way: 'Back to',
  /** Where the till does not know how it was paid. */
  sameWay: 'The way you paid',
  dateName: 'Date',
  cashier: 'Served by',
  /** Across a slip of practice. */
  across: 'PRACTICE',
} as const
