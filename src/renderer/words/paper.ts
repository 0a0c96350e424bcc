import type { AttemptState } from '../../shared/attempt/attempt-states'
import { isolatedText } from '../../shared/base/text'
import { speech, writeMoment } from './locale'
import { forCustomer, words } from './words'

/** What stands on the slip that a customer takes home: for the customer, and nothing else (docs/architecture.md). */

export type CustomerOutcome = 'refunded' | 'checking' | 'not_refunded'

/** What a customer is told of a refund: only what is certain is said to be so. */
export const customerOutcomes: Readonly<Record<AttemptState, CustomerOutcome>> = {
  sending: 'checking',
  refusal_seen: 'checking',
  unconfirmed: 'checking',
  refunded_probably: 'checking',
  refunded: 'refunded',
  not_sent: 'not_refunded',
  refused: 'not_refunded',
  not_refunded: 'not_refunded',
}

const dateWithZone = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

const { papers } = words

export const customerWords = {
  title: (outcome: CustomerOutcome) => forCustomer(({ customer }) => customer.titles[outcome]),
  sentence: (outcome: CustomerOutcome) => forCustomer(({ customer }) => customer.sentences[outcome]),
  /** With the clock's zone: a customer may read it in another. */
  date: (at: number) => writeMoment(at, dateWithZone, speech.paper[0]),
  /** On every slip but the first: two slips must not pass for two refunds. */
  copy: (number: number) => forCustomer(({ customer }) => customer.copy(String(number))),
  refundNo: forCustomer(({ customer }) => customer.refundNo),
  payment: forCustomer(({ customer }) => customer.payment),
  way: forCustomer(({ customer }) => customer.way),
  sameWay: forCustomer(({ customer }) => customer.sameWay),
  dateName: forCustomer(({ customer }) => customer.dateName),
  cashier: forCustomer(({ customer }) => customer.cashier),
  across: forCustomer(({ customer }) => customer.across),
  /** The small print. */
  service: forCustomer(({ receipt }) => receipt.service),
  till: forCustomer(({ receipt }) => receipt.till),
  device: forCustomer(({ receipt }) => receipt.device),
} as const

/** What a paper is called, in a message and in a file name. */
export const paperWords = {
  ...papers,
  /** @param title what happened, without a full stop */
  titleOf: (title: string, paper: string) => papers.titleOf(title, isolatedText(paper)),
} as const
