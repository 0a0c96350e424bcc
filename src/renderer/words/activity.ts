import type { AttemptState } from '../../shared/attempt-states'
import { countOf } from './count-words'

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
