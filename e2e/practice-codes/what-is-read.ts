/** What a cashier reads for each practice code, word for word. Written down here once more, for the test alone. */
import type { PracticeCode } from '../../src/shared/practice-codes'

type Lines = readonly string[]

/** Every state that the outcome has on the screen, in order. `money` is the receipt's, as it is written. */
export type Reading = (money: string) => readonly Lines[]

const marker = 'R-…'
const refunded = (money: string): Lines => [
  'Refunded',
  money,
  'The money is on its way. Print the slip for the customer.',
  marker,
  '“Your refund is on its way.”',
]
const refused = (words: string, money: string): Lines => [
  'Not refunded',
  money,
  `Not refunded: ${words}`,
  'We’re making sure that no money moved. This takes a few seconds; then you can try again.',
  marker,
  '“The payment service didn’t accept the refund.”',
]
const unconfirmed = (money: string, alarm: Lines = []): Lines => [
  'Unconfirmed',
  money,
  ...alarm,
  'We don’t know yet. Do not refund on any till and do not pay cash.',
  'Print the slip for the customer. We keep checking and will tell you.',
  marker,
  '“The payment service hasn’t answered yet. We won’t lose track of your refund.”',
]
const probably = (money: string): Lines => [
  'Probably refunded',
  money,
  'Probably refunded. A supervisor must confirm.',
  'This amount was refunded, but we can’t tell whether by this till. Do not refund on any till and do not pay cash.',
  marker,
  '“Your refund seems to have gone through. A supervisor will confirm it.”',
]
const notSent = (money: string): Lines => [
  'Not sent',
  money,
  'Not sent. Try again.',
  'Nothing reached the service. No money moved. You can try again.',
  marker,
  '“Your refund hasn’t been sent yet. I’ll try again.”',
]
const elsewhere = (money: string): Lines => [
  'Already refunded elsewhere',
  money,
  'Nothing was sent from here.',
  'Show the customer the receipt.',
  '“This payment has already been refunded.”',
]

const settled: Reading = (money) => [refunded(money)]
const unsettled: Reading = (money) => [unconfirmed(money)]
const found: Reading = (money) => [unconfirmed(money), refunded(money)]

export const readings: Readonly<Record<string, Reading>> = {
  'PRACTICE-SLOW': settled,
  'PRACTICE-REFUSED': (money) => [refused('The gateway declined the refund', money)],
  'PRACTICE-500-BEFORE': unsettled,
  'PRACTICE-DROP-AFTER': found,
  'PRACTICE-PROBABLY': (money) => [unconfirmed(money), probably(money)],
  'PRACTICE-TWICE': settled,
  'PRACTICE-ELSEWHERE': (money) => [elsewhere(money)],
  'PRACTICE-RACE': (money) => [
    refused('The transaction is already refunded', money),
    unconfirmed(money, [
      'The service refused this refund, but money was refunded since. Tell a supervisor now.',
    ]),
  ],
  'PRACTICE-NOT-SENT': (money) => [notSent(money)],
}

/** Why there is no receipt, below the code itself, and what is offered. */
export const lookupFault: Lines = [
  'The payment service didn’t answer',
  'The connection closed before an answer. Looking up a receipt never moves money.',
  'Try again.',
  'Try again',
  'Search saved receipts',
]

/** How many refunds stand in the service's ledger in the end, by whomever. */
export function refundsAtService({ code, expectedOutcome, laterOutcome }: PracticeCode): number {
  const moved = ['PRACTICE-ELSEWHERE', 'PRACTICE-RACE'].includes(code)
  const ours = [expectedOutcome, laterOutcome].some(
    (each) => each?.endsWith('efunded') && each !== 'Not refunded',
  )
  return moved || ours ? 1 : 0
}
