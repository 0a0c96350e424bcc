import type { AttemptState } from '../../shared/attempt-states'
import { isolatedText } from '../../shared/shown-text'
import { writeMoment } from './locale'

/** What stands on the slip that a customer takes home: for the customer, and nothing else (docs/architecture.md). */

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

/** What a paper is called, in a message and in a file name. */

export const paperWords = {
  receipt: (transactionId: string) => `receipt ${transactionId}`,
  storeCopy: (transactionId: string) => `store copy ${transactionId}`,
  slip: (marker: string) => `refund slip ${marker}`,
  practiceCodes: 'practice codes',
  testSlip: 'test slip',
  /** @param title what happened, without a full stop */
  titleOf: (title: string, paper: string) => `${title}: ${isolatedText(paper)}`,
} as const

/** The slip that a printer is tried with, on paper and around the button that prints it. */
export const testSlipWords = {
  help: 'Prints a sample slip. It’s not a refund.',
  print: 'Print a test slip',
  again: 'Print another test slip',
  printing: 'Printing…',
  printed: 'Sent to the printer.',
  look: 'Check that it’s whole, dark enough, and cut where it ends. Then scan its barcode.',
  cancelled: 'Printing was cancelled. Nothing was printed.',
  read: 'The test slip’s barcode was read: printer and scanner work together.',
  /** Across the slip. */
  across: 'TEST',
  title: 'TEST SLIP',
  sentence: 'Not a refund. No money moved.',
  amount: '0.00',
  letters: 'Letters',
  lettersSample: 'ABC abc 0123456789 £ € ¥',
  date: 'Date',
  paper: 'Paper',
  till: 'Device ID',
} as const
