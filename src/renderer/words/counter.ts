import type { Attempt } from '../../shared/attempt'
import type { EventValue, ShownTransaction } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import { formatMoney, type Money } from '../../shared/money'
import type { Stale } from '../../shared/payment-standing'
import type { OwnStore } from '../../shared/payment-store'
import { refundability } from '../../shared/refund-rules'
import type { RelatedKind } from '../../shared/related'
import type { CodeMatch } from '../../shared/scan-code'
import { isolatedText } from '../../shared/shown-text'
import { asSentence, confirmKey, errorNumber, serviceSays } from './common'
import { explainFault } from './faults'
import { countOf, countWords, writeMoment } from './locale'
import { amountWords, receiptWords, type StoreNames, storeNote, transactionState } from './receipt'
import { type DraftFault, draftFaultWords, refundWords } from './refund'
import { outcomeAdvice, outcomeSentence, shortWait } from './states'

export const matchNames: Readonly<Record<CodeMatch, string>> = {
  automatic: 'Automatic',
  transaction_id: 'Transaction ID',
  custom_id: 'Custom ID',
  internal_id: 'Internal ID',
}

export const scanWords = {
  field: 'Scan or type a code',
  fieldFor: (kind: string) => `${kind} only`,
  match: 'Match',
  recent: 'Recent on this till',
  noRecent: 'Receipts you scan appear here.',
  drawer: 'Recent and match',
  looking: 'Looking up',
  ready: 'Ready to scan',
  readyHint: 'Scan the code on the receipt. No need to click first.',
  missed: 'No receipt',
  tryAgain: 'Try again',
  tryAs: {
    automatic: 'Look up automatically',
    transaction_id: 'Look up as transaction ID',
    custom_id: 'Look up as custom ID',
    internal_id: 'Look up as internal ID',
  },
  openSettings: 'Open Settings',
  searchSaved: 'Search saved receipts',
} as const

/** A day of the service, 2026-11-21, as a person writes it. */
const serviceDay = (day: string) =>
  writeMoment(new Date(`${day}T00:00:00Z`), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })

export const searchWords = {
  title: 'Search',
  field: 'Search saved receipts',
  clear: 'Clear the search',
  fieldHelp:
    'Any part of a code, an amount, a day (20/11, today), a gateway or a status. Add words to narrow the list.',
  results: 'Saved receipts',
  today: 'today',
  yesterday: 'yesterday',
  found: (count: number) => countOf(count, 'receipt found', 'receipts found'),
  all: 'Everything, newest payment first',
  saved: (count: number) => countOf(count, 'receipt saved', 'receipts saved'),
  oldest: (day: string) => `the oldest from ${serviceDay(day)}`,
  nothing: 'No saved receipt matches.',
  nothingNext: 'Try fewer characters, or scan the code to ask the service.',
  empty: 'No receipt is saved on this till yet.',
  emptyNext: 'Receipts you look up are saved automatically and can be found here without a network.',
  noKeychain: 'Without this PC’s keychain no receipts are saved on this till.',
  noKeychainNext: 'Ask IT support to repair the keychain.',
  gone: 'No longer saved',
  loading: '…',
  savedAt: (moment: string) => `Saved ${moment}`,
  ofItRefunded: (amount: string) => `${amount} refunded`,
  firstOnly: (count: number) => `The newest ${countWords(count)} are listed. Type more to find older ones.`,
  preparingTitle: 'Getting saved receipts ready',
  preparing: ({ done, of }: EventValue<'copies:preparing'>) =>
    `Getting saved receipts ready: ${Math.floor((done / of) * 100)} %`,
  preparingNext: 'This happens once and may take half a minute. You can keep scanning.',
  saidFound: (count: number) =>
    count === 0 ? 'Nothing matches.' : countOf(count, 'receipt found.', 'receipts found.'),
} as const

export const keysDialogWords = {
  title: 'Keys',
  single: 'Single keys work when you’re not typing; / and ? also work in the empty scan field.',
  haste: `${confirmKey} counts only when no other key came just before it: a scanner may send it too.`,
  groups: {
    everywhere: 'Everywhere',
    receipt: 'With a receipt',
    refund: 'In a refund',
    outcome: 'After a refund',
    list: 'In a list',
  },
  scanAnywhere: 'You can scan at any time. A scan never presses a button or changes what you typed.',
} as const

/** Why there is no refund now, in a few words; null where the record itself says all. */
function heldUp({ lock, stale }: ShownTransaction): string | null {
  if (lock?.kind === 'attempt') return 'Do not refund: an earlier refund has no answer yet.'
  if (lock !== null) return `${lockWords.announced} ${lockWords.doNotRefund}`
  return stale === null ? null : `${staleWords.announced} ${staleWords.doNotRefund}`
}

/** How much can still be refunded; null where nothing can, or all that was paid. */
function restWords({ record, lock, stale }: ShownTransaction): string | null {
  const judged = refundability(record)
  if (lock !== null || stale !== null || judged.kind === 'blocked') return null
  return judged.rest.hundredths === record.amount ? null : `${formatMoney(judged.rest)} is refundable.`
}

/** What a screen reader says, in one go: what must not be done first. */
export function announceFound(shown: ShownTransaction, own: OwnStore, names: StoreNames): string {
  const { record } = shown
  const saved = shown.source === 'saved' ? `${receiptWords.savedCopy}. ` : ''
  const elsewhere = storeNote(record.fields.store_id ?? '', own, names)
  const parts = [
    heldUp(shown),
    `${saved}${amountWords(record)}, ${transactionState(record).word}.`,
    restWords(shown),
    elsewhere === null ? null : asSentence(elsewhere),
  ]
  return parts.filter((part) => part !== null).join(' ')
}

export function announceMissed(fault: Fault): string {
  const { title, next } = explainFault(fault)
  return `${asSentence(title)} ${next}`
}

export function announceAmountAsked(amount: Money): string {
  return refundWords.askAmount(amount)
}

export function announceFault(trouble: DraftFault, rest: Money): string {
  return draftFaultWords(trouble, rest)
}

export function announceOutcome(attempt: Attempt): string {
  return `${asSentence(outcomeSentence(attempt))} ${outcomeAdvice(attempt)}`
}

export function announceStopped(fault: Fault, amount: Money): string {
  const { title, next } = explainFault(fault)
  return `Refund of ${formatMoney(amount)} not sent. ${asSentence(title)} ${next}`
}

/** All codes of the lists were looked up. @param found receipts that are saved now */
export function announceSaved(found: number, missed: number): string {
  return `Offline receipts ready: ${countWords(found)} saved, ${countWords(missed)} not found.`
}

/** What stands in the way of refunding one payment, and what a supervisor can say about it. */

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
  before: 'Before',
  now: 'Now',
  refunded: 'Refunded so far',
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
export function acceptWords(accept: Stale['accept']): string {
  switch (accept) {
    case 'now':
      return 'If the provider’s portal says so too, a supervisor can accept the lower amount.'
    case 'minutes':
      return 'Please wait: this often clears. After 10 minutes a supervisor can accept the lower amount.'
    case 'hour':
      return 'Refunds of this till are among what is missing. A supervisor can accept the lower amount when the service has said so for an hour.'
    case 'attempt':
      return 'A refund of this payment isn’t settled. Until it is, nobody can accept the lower amount.'
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

/** The related records by the names of architecture.md, "Words and places". */
export const relatedNames: Readonly<Record<RelatedKind, string>> = {
  store: 'Store',
  user: 'User',
  fixed_code: 'Fixed code',
  emv_code: 'EMV code',
}

/** Parts of names that people write in capitals. */
const capitals: ReadonlySet<string> = new Set(['id', 'url', 'emv', 'qr'])

/** One part of a path, `first_name` as "First name"; a part that is no such name stays as it came. */
function partName(part: string): string {
  if (!/^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(part)) return part
  const words = part.split('_').map((word) => (capitals.has(word) ? word.toUpperCase() : word))
  const name = words.join(' ')
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

/** A related record's own name for a line, made readable: `address.post_code` is "Address, Post code". */
export function relatedLineName(path: string): string {
  return path.split('.').map(partName).join(', ')
}

/** Why a related record is not there, with the service's words where it gave any. */
export function notAvailable(fault: Fault): string {
  switch (fault.kind) {
    case 'service_error':
    case 'token_not_accepted':
      return `${moreWords.notAvailable}. ${serviceSays(fault.message, errorNumber(fault.httpStatus, fault.ownStatus))}`
    case 'not_found':
      return `${moreWords.notAvailable}. ${serviceSays(fault.message)}`
    default:
      return `${moreWords.notAvailable}. ${asSentence(explainFault(fault).title)}`
  }
}

export const moreWords = {
  asking: 'Asking…',
  none: 'None',
  notAvailable: 'Not available',
  saved: (time: string) => `Saved ${time}`,
  cut: 'There is more than is shown here.',
  value: 'Value',
  noValue: '–',
  notKept: 'Not kept in saved receipts',
  /** The key of PIN encryption, which does not even reach this window. */
  notShown: 'Present, not shown',
  showPrivate: 'Show who paid',
  cutHere: 'cut',
  oddities: 'What isn’t as documented',
  storeCopy: 'Store copy',
  savePdf: 'Save all as PDF',
  printed: (at: string, place: string) =>
    place === '' ? `Printed ${at}` : `Printed ${at} at ${isolatedText(place)}`,
} as const
