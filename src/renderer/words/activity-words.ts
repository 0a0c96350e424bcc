import type { AttemptState } from '../../shared/attempt-states'

export const activityWords = {
  title: 'Activity',
  list: 'Refunds',
  range: 'When',
  ranges: { today: 'Today', week: 'Last 7 days', all: 'All', days: 'Choose dates' },
  from: 'From',
  to: 'To',
  undecidedFirst: (count: number) =>
    count === 1
      ? '1 refund still needs an answer. It’s listed first.'
      : `${count} refunds still need an answer. They’re listed first.`,
  attention: (count: number) =>
    count === 1 ? '1 entry needs a supervisor.' : `${count} entries need a supervisor.`,
  notices: 'For a supervisor',
  findOpen: 'Find a refund',
  findClose: 'Show all again',
  find: 'Find',
  findHelp: 'A whole refund no., code or cashier’s name',
  state: 'Outcome',
  anyState: 'Any outcome',
  none: 'No refunds in this period.',
  noneFound: 'Nothing found. Type it whole, or choose another time or outcome.',
  more: 'Show more',
  loading: 'Reading …',
  unread: 'The refunds can’t be read now. Choose the period again.',
  pick: 'Select a refund to see its details.',
  exportCsv: 'Export CSV',
  exportJson: 'Export JSON',
  signedBy: 'Exports as JSON are signed with',
  backToList: 'Back',
  checkNow: 'Check with the service now',
  checking: 'Asking the service …',
  decide: 'Decide',
  lookUp: 'Show the receipt',
  raw: 'What the service said',
  noRaw: 'Nothing came back.',
  evidence: 'Evidence',
  sent: 'What was sent',
  facts: {
    amount: 'Amount',
    transaction: 'Transaction ID',
    internal: 'Internal ID',
    base: 'Refunded before',
    reason: 'Reason',
    cashier: 'Cashier',
    device: 'Device ID',
    address: 'Payment service',
    saw: 'Supervisor saw',
    why: 'Supervisor’s reason',
  },
  whole: 'The whole payment (no amount is sent)',
  noPinTitle: 'No supervisor PIN is set',
  noPinMeaning: 'This refund stays locked until a supervisor can decide it.',
  noPinNext: 'Set a PIN under Settings, Supervisor PIN.',
  openSettings: 'Open Settings',
} as const

export const decideWords = {
  title: (marker: string) => `Decide ${marker}`,
  intro: 'Look in the provider’s portal first. This sends nothing: it only writes down what you found.',
  outcome: 'What happened to the money',
  refunded: 'Refunded',
  notRefunded: 'Not refunded',
  supervisor: 'Supervisor’s name',
  pin: 'PIN',
  saw: 'What you saw',
  sawHelp: 'For example: “Portal, 10:40: refund of 20.25 listed.”',
  why: 'Why you decide so',
  record: 'Write the decision down',
  portal: 'The provider’s portal says so: I have just looked there',
  portalWhy: 'The service can’t be asked. Only the provider’s portal knows.',
  from: (time: string) => `“Not refunded” can be said from ${time} on.`,
  notYet: 'This can’t be decided now.',
} as const

/** Whether a supervisor can decide now, beside an attempt that waits for one. */
export const decidableWords = {
  now: 'A supervisor can decide this now.',
  portal: 'The service could not be asked for an hour. A supervisor can decide by the provider’s portal.',
  wait: (time: string) => `A supervisor can decide “refunded” now, and “not refunded” from ${time} on.`,
  waitBoth: (time: string) => `A supervisor can decide this from ${time} on.`,
  notYet: 'A supervisor can’t decide this yet: Tillside still finds out by itself.',
} as const

/** The outcomes as Activity is searched by them: each has a name of its own; those that end a refund first. */
export const stateChoices: readonly { readonly value: AttemptState; readonly name: string }[] = [
  { value: 'refunded', name: 'Refunded' },
  { value: 'not_sent', name: 'Not sent' },
  { value: 'cancelled', name: 'Not sent, stopped' },
  { value: 'refused', name: 'Not refunded, refused' },
  { value: 'refusal_seen', name: 'Not refunded, being checked' },
  { value: 'not_refunded', name: 'Not refunded, decided' },
  { value: 'unconfirmed', name: 'Unconfirmed' },
  { value: 'refunded_probably', name: 'Probably refunded' },
  { value: 'intended', name: 'Written down' },
  { value: 'sending', name: 'Sending' },
]
