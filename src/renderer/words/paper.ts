import type { AttemptState } from '../../shared/attempt/attempt-states'
import { isolatedText } from '../../shared/base/text'
import { speech, writeMoment } from './locale'
import { forCustomer, words } from './words'

export type CustomerOutcome = 'refunded' | 'checking' | 'not_refunded'

/** What a customer is told of each state: only certainties. */
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
  /** With the zone: a customer may read it in another one. */
  date: (at: number) => writeMoment(at, dateWithZone, speech.paper[0]),
  /** From the second slip on, so that two slips do not pass for two refunds. */
  copy: (number: number) => forCustomer(({ customer }) => customer.copy(String(number))),
  refundNo: forCustomer(({ customer }) => customer.refundNo),
  payment: forCustomer(({ customer }) => customer.payment),
  way: forCustomer(({ customer }) => customer.way),
  sameWay: forCustomer(({ customer }) => customer.sameWay),
  dateName: forCustomer(({ customer }) => customer.dateName),
  cashier: forCustomer(({ customer }) => customer.cashier),
  across: forCustomer(({ customer }) => customer.across),
  service: forCustomer(({ receipt }) => receipt.service),
  till: forCustomer(({ receipt }) => receipt.till),
  device: forCustomer(({ receipt }) => receipt.device),
} as const

/** Names of papers for messages and file names. */
export const paperWords = {
  ...papers,
  /** @param title without a full stop */
  titleOf: (title: string, paper: string) => papers.titleOf(title, isolatedText(paper)),
} as const
