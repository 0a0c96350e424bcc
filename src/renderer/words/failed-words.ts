import type { AttemptState } from '../../shared/attempt-states'
import { unreachable } from '../../shared/result'

const notShown = {
  scan_column: 'The left column can’t be shown',
  paper: 'The receipt can’t be shown',
  side_panel: 'This part of the counter can’t be shown',
  welcome: 'The welcome can’t be shown',
  activity: 'Activity can’t be shown',
  search: 'Search can’t be shown',
  settings: 'Settings can’t be shown',
  dialog: 'This dialog can’t be shown',
  /** What is laid out for paper, beside the page. */
  sheet: 'This can’t be laid out for paper',
  header: 'The top bar can’t be shown',
  footer: 'The list of keys can’t be shown',
  messages: 'A message can’t be shown',
  window: 'Tillside can’t show its window',
} as const

/** The parts of the window that are drawn apart from each other: a mistake in one leaves the others standing. */
export type GuardedPlace = keyof typeof notShown

/** What a person reads in the place of something that Tillside failed to draw. */
export const failedWords = {
  title: (place: GuardedPlace) => notShown[place],
  meaning: 'Tillside made a mistake in showing this. The mistake itself moved no money.',
  next: {
    inFlight: 'Wait: a refund is being sent.',
    counter: 'You can keep scanning: scan the next receipt, or try again to show this one.',
    welcome: 'Try again to show it.',
    dialog: 'Close it, or try again to show it.',
    elsewhere: 'Go back to the counter, or try again to show this. You can keep scanning.',
  },
  /** Never "Try again" alone: beside a refund that would read as trying the refund again. */
  again: 'Try again to show it',
  reload: 'Load the window again',
  toCounter: 'Back to the counter',
  reference: (reference: string) => `In the log under ${reference}`,
  unreadable: 'A refund',
} as const

/** What to do about a refund that can be shown in a few words only. */
export function underWayAdvice(state: AttemptState): string {
  switch (state) {
    case 'sending':
      return 'Do not refund it again. Please wait and don’t turn this PC off: what came of it will be shown here.'
    case 'unconfirmed':
      return 'We don’t know yet. Do not refund on any till and do not pay cash.'
    case 'refunded_probably':
      return 'A supervisor must confirm. Do not refund on any till and do not pay cash.'
    case 'refusal_seen':
      return 'The service refused. Tillside is checking that nothing moved: do not refund it again yet.'
    case 'refunded':
      return 'The money is on its way to the customer. Do not refund it again.'
    case 'not_sent':
    case 'refused':
    case 'not_refunded':
      return 'No money moved. You can try again.'
    default:
      return unreachable(state)
  }
}
