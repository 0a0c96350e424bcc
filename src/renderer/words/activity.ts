import type { AttemptEvent, Check, Decision, RefundAnswer } from '../../shared/attempt'
import type { AttemptState } from '../../shared/attempt-states'
import type { NotBegun } from '../../shared/call-failures'
import type { Output } from '../../shared/contract'
import type { RefundsOff } from '../../shared/fault'
import { formatMoney, writeHundredths } from '../../shared/money'
import { unreachable } from '../../shared/result'
import { isolatedText } from '../../shared/shown-text'
import { connectFailureWords, errorNumber, lostAnswerWords, messageText } from './common'
import { countOf } from './locale'
import { alarmWords, attemptState, personReasonWords } from './states'

export const activityWords = {
  title: 'Activity',
  list: 'Refunds',
  range: 'When',
  ranges: { today: 'Today', week: 'Last 7 days', all: 'All', days: 'Choose dates' },
  from: 'From',
  to: 'To',
  undecidedFirst: (count: number) =>
    countOf(
      count,
      'refund still needs an answer. It’s listed first.',
      'refunds still need an answer. They’re listed first.',
    ),
  attention: (count: number) =>
    countOf(
      count,
      'entry needs a supervisor: top of the list.',
      'entries need a supervisor: top of the list.',
    ),
  notices: 'For a supervisor',
  findOpen: 'Find a refund',
  findClose: 'Show all again',
  find: 'Find',
  findHelp: 'A whole refund no., code or cashier’s name',
  state: 'Outcome',
  anyState: 'Any outcome',
  none: 'No refunds in this period.',
  noneFound: 'Nothing found. Type it in full, or choose another period or outcome.',
  more: 'Show more',
  loading: 'Reading…',
  unread: 'The refunds can’t be read now. Choose the period again.',
  pick: 'Select a refund to see its details.',
  exportCsv: 'Spreadsheet (CSV)',
  exportJson: 'Audit file (JSON)',
  signedBy: 'Audit files are signed with',
  close: 'Close',
  checkNow: 'Check with the service now',
  checking: 'Checking…',
  decide: 'Record outcome',
  lookUp: 'Open receipt',
  raw: 'Raw answers',
  program: ({
    version,
    electron,
    platform,
  }: {
    readonly version: string
    readonly electron: string
    readonly platform: string
  }) => `Tillside ${version}, Electron ${electron}, ${platform}`,
  copyAll: 'Copy all for support',
  copied: (marker: string) => `everything about ${marker}`,
  noRaw: 'No answer was received.',
  evidence: 'Evidence',
  sent: 'Refund details',
  facts: {
    amount: 'Amount',
    transaction: 'Transaction ID',
    internal: 'Internal ID',
    base: 'Refunded earlier',
    reason: 'Reason',
    cashier: 'Cashier',
    device: 'Device ID',
    address: 'Payment service',
    saw: 'Seen by supervisor',
    why: 'Reason for decision',
  },
  whole: 'Whole payment (sent without an amount)',
  noPinTitle: 'No supervisor PIN is set',
  noPinMeaning: 'This refund stays locked until a supervisor records what happened.',
  noPinNext: 'Set a PIN in Settings, under Supervisor PIN.',
  openSettings: 'Open Settings',
} as const

export const decideWords = {
  title: (marker: string) => `Record what happened to ${marker}`,
  intro: 'Check the provider’s portal first. Nothing is sent; this only records what you found.',
  outcome: 'Did the money go back?',
  refunded: 'Refunded',
  notRefunded: 'Not refunded',
  saw: 'What the portal shows',
  sawHelp: 'For example: “Portal 10:40, refund of 20.25 listed”',
  why: 'Reason',
  record: 'Save decision',
  portal: 'The provider’s portal says so: I’ve just checked',
  portalWhy: 'The service can’t be asked. Only the provider’s portal knows.',
  from: (time: string) => `“Not refunded” can be recorded from ${time} on.`,
  notYet: 'No outcome can be recorded right now.',
} as const

/** Whether a supervisor can decide now, beside an attempt that waits for one. */
export const decidableWords = {
  now: 'A supervisor can record the outcome now.',
  portal: 'The service couldn’t be reached for an hour. A supervisor can go by the provider’s portal.',
  wait: (time: string) => `Supervisor: “refunded” can be recorded now, “not refunded” after ${time}.`,
  waitBoth: (time: string) => `A supervisor can record the outcome from ${time} on.`,
  notYet: 'Nothing to decide yet: Tillside is still checking.',
} as const

/** The outcomes as Activity is searched by them: each has a name of its own; those that end a refund first. */
export const stateChoices: readonly { readonly value: AttemptState; readonly name: string }[] = [
  { value: 'refunded', name: 'Refunded' },
  { value: 'not_sent', name: 'Not sent' },
  { value: 'refused', name: 'Not refunded, refused' },
  { value: 'refusal_seen', name: 'Not refunded, being checked' },
  { value: 'not_refunded', name: 'Not refunded, decided' },
  { value: 'unconfirmed', name: 'Unconfirmed' },
  { value: 'refunded_probably', name: 'Probably refunded' },
  { value: 'sending', name: 'Sending' },
]

const notBegun: Readonly<Record<NotBegun, string>> = {
  head_not_kept: 'Not sent: this PC’s keychain couldn’t keep the refund record',
  too_late: 'Not sent: more than a minute had passed since the payment was checked',
}

function answerWords(answer: RefundAnswer): string {
  switch (answer.kind) {
    case 'never_connected':
      return `Not sent: ${connectFailureWords(answer.reason)}`
    case 'not_begun':
      return notBegun[answer.reason]
    case 'no_answer':
      return `Sent; ${lostAnswerWords(answer.reason)}`
    case 'record':
      return 'Answer received'
    case 'error_shape':
      return errorWords(answer)
    case 'unreadable':
      return `Unreadable answer (HTTP ${answer.httpStatus})`
    default:
      return unreachable(answer)
  }
}

/** The error's own `status` is the service's word; HTTP's stands beside it only where it says otherwise. */
function errorWords(answer: Extract<RefundAnswer, { kind: 'error_shape' }>): string {
  const { message, status, httpStatus } = answer
  const text = messageText(message)
  const number = errorNumber(httpStatus, status)
  return text === ''
    ? `Error from the service, without a reason (${number})`
    : `Error from the service: ${text} (${number})`
}

function checkWords(event: Extract<AttemptEvent, { kind: 'checked' }>): string {
  const { check, verdict } = event
  if (check.kind === 'no_record') return 'Checked: no payment in the answer'
  if (verdict.to === 'refunded') return 'Checked: refund found, with our refund no.'
  if (verdict.to === 'refunded_probably') return 'Checked: this amount was refunded, without our refund no.'
  if (verdict.to === 'refused') return 'Checked: nothing refunded; refusal confirmed'
  if (verdict.forPerson !== null) return `Checked: ${personReasonWords(verdict.forPerson)}`
  return `Checked: ${seenWords(check)}`
}

function seenWords(check: Extract<Check, { kind: 'seen' }>): string {
  const { refunded, currency } = check.snapshot
  if (refunded === null) return 'the amount refunded can’t be read'
  return refunded === 0
    ? 'nothing refunded yet'
    : `refunded so far ${formatMoney({ hundredths: refunded, currency })}`
}

function decisionWords({ supervisor, to, portal }: Decision): string {
  const decided = `${isolatedText(supervisor)} recorded: ${to === 'refunded' ? 'refunded' : 'not refunded'}`
  return portal ? `${decided}, by the provider’s portal` : decided
}

/** One line of the journal in words. */
export function eventWords(event: AttemptEvent): string {
  switch (event.kind) {
    case 'sending':
      return `Recorded and sent: ${formatMoney({ hundredths: event.intent.amount, currency: event.intent.currency })}`
    case 'interrupted':
      return 'Tillside closed before an answer came'
    case 'answered':
      return answerWords(event.answer)
    case 'checked':
      return checkWords(event)
    case 'decided':
      return decisionWords(event.decision)
    case 'watched':
      return `Watched: refunded so far ${writeHundredths(event.refunded)}`
    case 'watch_ended':
      return 'The watch is over: the service couldn’t be asked often enough'
    case 'alarmed':
      return alarmWords(event.alarm)
    case 'acknowledged':
      return `${isolatedText(event.by)} has seen the alarm: ${isolatedText(event.note)}`
    case 'slip_made':
      return event.how === 'printed' ? 'Slip printed' : 'Slip saved as PDF'
    case 'taken_over':
      return `Carried over into a new refund record: ${attemptState(event.attempt.state).word}`
    default:
      return unreachable(event)
  }
}

export const journalWords = {
  title: 'Refund record',
  begin: 'Start a new record',
  beginTitle: 'Start a new refund record?',
  portalFirst: 'Check the provider’s portal first: which refunds does it show for today?',
  meaning:
    'Everything readable is carried over, and refunds without an answer stay locked, even where they can’t be read. Only a refund recorded nowhere else could be sent twice.',
  untouched: 'The old files are kept. Nothing is sent.',
  byToken:
    'The key of the old record is lost. So type the address and the access token of this store’s payment service.',
  address: 'Address',
  token: 'Access token',
  newPin: 'New supervisor PIN',
  newPinHelp: 'It replaces the one that was lost.',
  why: 'Reason, and what the portal shows',
  whyHelp: 'For example: “Disk replaced. Portal 10:40, three refunds today, all known”',
  begunTitle: 'New refund record started',
  attempts: 'Refunds carried over',
  undecided: 'Still without an answer, and locked',
  unread: 'Locked payments that couldn’t be read',
  missing: 'Lines that couldn’t be read',
  unknown: 'Not known',
  lookInPortal: 'Check the provider’s portal before refunding an older payment.',
  nothingMissing: 'Nothing is missing.',
} as const

/** What happened to the old record, in the words of the dialog. */
export function whatHappened(why: RefundsOff): string {
  switch (why) {
    case 'journal_damaged':
      return 'The refund record is damaged.'
    case 'journal_rolled_back':
      return 'The refund record is an older copy.'
    case 'journal_missing':
      return 'The refund record isn’t on this disk any more.'
    case 'keychain_emptied':
      return 'The keychain has lost what belongs to the refund record.'
    case 'journal_wrong_key':
      return 'The key in the keychain belongs to another record.'
    default:
      return ''
  }
}

/** What of the old records stands in the new one, line by line. */
export function takenOverLines(taken: Output<'journal:begin'>): readonly (readonly [string, string])[] {
  const { attempts, undecided, unread, missing } = taken
  return [
    [journalWords.attempts, String(attempts)],
    [journalWords.undecided, String(undecided)],
    [journalWords.unread, String(unread)],
    [journalWords.missing, missing === null ? journalWords.unknown : String(missing)],
  ]
}

/** What to do with what is missing. */
export function takenOverAdvice({ unread, missing }: Output<'journal:begin'>): string {
  return unread === 0 && missing === 0 ? journalWords.nothingMissing : journalWords.lookInPortal
}
