/** What stands in the way of refunding one payment, and what a supervisor can say about it. */
import type { Stale } from '../../shared/payment-standing'
import { isolatedText } from '../../shared/shown-text'
import { shortWait } from './states'

const doNotRefund = 'Do not refund it on any till and do not pay cash.'

const earlier = (money: string, when: string, cashier: string) =>
  [money, when, ...(cashier === '' ? [] : [isolatedText(cashier)])].join(', ')

export const lockWords = {
  title: 'No refund now',
  announced: 'This payment is locked.',
  which: (money: string, when: string, cashier: string) =>
    `An earlier refund still has no answer: ${earlier(money, when, cashier)}.`,
  refused: (money: string, when: string, cashier: string) =>
    `An earlier refund was refused, but money was refunded since: ${earlier(money, when, cashier)}.`,
  checking: 'Tillside keeps checking and will tell you.',
  supervisor: 'A supervisor needs to record what happened.',
  unread: (marker: string, since: string | null) => {
    const which =
      marker === '' ? 'An earlier refund of this payment' : `${marker}, an earlier refund of this payment,`
    const when = since === null ? '' : ` It is from ${since}.`
    return `${which} is in a record that can’t be read any more.${when} Nobody knows how it ended.`
  },
  returned: (money: string, since: string) =>
    `The service shows ${money} as refunded again, since ${since}. A supervisor had accepted that it was gone.`,
  doNotRefund,
  release: 'A supervisor has checked it',
} as const

export const releaseWords = {
  title: 'Open this payment for refunds?',
  intro:
    'Check the provider’s portal first: which refunds does it list for this payment? Nothing is sent; this only records what you found.',
  saw: 'What the portal shows',
  sawHelp: 'For example: “Portal 10:40, no refund listed”',
  why: 'Reason',
  submit: 'Open it',
} as const

export const staleWords = {
  title: 'No refund now: the service contradicts itself',
  announced: 'The service contradicts itself about this payment.',
  lower: 'It says that less was refunded than it said before.',
  older: 'Its answer is older than one that it gave before.',
  before: 'Before',
  now: 'Now',
  refunded: 'Refunded so far',
  updatedAt: 'Changed (service time)',
  since: (moment: string) => `It has said so since ${moment}.`,
  next: (seconds: number) =>
    seconds <= 0
      ? 'The service is being asked again now.'
      : `The service is asked again in ${shortWait(seconds)}.`,
  missing: (markers: string) => `This till’s own refunds would then be missing: ${markers}.`,
  accept: 'Accept the lower amount',
  doNotRefund,
} as const

/** When a person may accept the lower amount, in words. */
export function acceptWords({ kind, accept }: Pick<Stale, 'kind' | 'accept'>): string {
  if (kind === 'time') return 'Please wait: this usually clears within a few minutes.'
  switch (accept) {
    case 'now':
      return 'If the provider’s portal says so too, a supervisor can accept the lower amount.'
    case 'minutes':
      return 'Please wait: this often clears. After 10 minutes a supervisor can accept the lower amount.'
    case 'day':
      return 'Refunds of this till are among what is missing. A supervisor can accept the lower amount when the service has said so for a day.'
    case 'attempt':
      return 'A refund of this payment isn’t settled, or is still watched. Until that is over nobody can accept the lower amount.'
  }
}

export const acceptDialogWords = {
  title: (money: string) => `Accept that only ${money} was refunded?`,
  intro:
    'Check the provider’s portal first. From then on Tillside goes by the lower amount, and the difference can be refunded again. Nothing is sent.',
  why: 'Reason, and what the portal shows',
  whyHelp: 'For example: “Portal 10:40, the bank returned the refund of 20.00”',
  submit: 'Accept the lower amount',
} as const

export const supervisorWords = {
  name: 'Supervisor’s name',
  pin: 'PIN',
  checking: 'Checking…',
} as const

/** What asks for a supervisor before something that a cashier may not do (architecture.md, "Who may do what"). */
export const supervisorSessionWords = {
  title: 'Supervisor needed',
  byPin: 'Enter the supervisor PIN, or the access token that this till uses now.',
  byToken:
    'Only a supervisor may do this, and this till has no PIN yet. Type the access token that it uses now, or, if the payment service no longer accepts that one, the new one.',
  proof: 'Show it by',
  pin: 'Supervisor’s PIN',
  token: 'Access token in use now',
  submit: 'Unlock',
} as const
