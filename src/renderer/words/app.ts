import type { AttemptState } from '../../shared/attempt-states'
import type { AppState, TodaySummary } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import type { LateNews } from '../../shared/late-news'
import { maxRequestedLookups } from '../../shared/limits'
import { formatMoney } from '../../shared/money'
import { unreachable } from '../../shared/result'
import { isolatedText } from '../../shared/shown-text'
import { asSentence, confirmKey } from './common'
import { explainFault } from './faults'
import { codesWords, countOf, plural } from './locale'
import { paperWords, testSlipWords } from './paper'
import { alarmState, alarmWords, attemptState, type State } from './states'

/** What stands in the window's frame, from the first moment on. */
export const shellWords = {
  brand: 'Tillside',
  counter: 'Counter',
  activity: 'Activity',
  search: 'Search',
  settings: 'Settings',
  setUp: 'Set up this till',
  practice: 'Practice',
  practiceBand: 'Practice · no real money',
  foreign: 'Other records',
  foreignBand: 'These aren’t this till’s own records',
} as const

export const appWords = {
  ...shellWords,
  places: 'Places',
  attention: (count: number) => countOf(count, 'needs a supervisor', 'need a supervisor'),
  connection: 'Connection',
  since: (time: string) => `since ${time}`,
  close: 'Close',
  cancel: 'Cancel',
  dismiss: 'Close this message',
  news: 'News',
  failedTitle: 'Tillside couldn’t start',
} as const

/** What the header says of a program that is not for a store; nothing of one that is, or of a checkout. */
export function buildWords({ testBuild, build }: AppState['about']): string {
  const said = [
    ...(build === 'test_package' ? ['Test package, open to debuggers'] : []),
    ...(build === 'trial_package' ? ['For trial only'] : []),
    ...(testBuild ? ['Test build of Electron'] : []),
  ]
  return said.join(' · ')
}

const connections: Readonly<Record<AppState['connection']['state'], { sign: string; word: string }>> = {
  online: { sign: '●', word: 'Online' },
  offline: { sign: '○', word: 'Offline' },
  unknown: { sign: '·', word: 'Not checked yet' },
}

export function connectionWords(state: AppState['connection']['state']) {
  return connections[state]
}

/** The right of the counter while nothing is looked up. */
export const idleWords = {
  title: 'Today on this till',
  attention: 'Needs attention',
  more: (count: number) =>
    plural(count, { one: (n) => `${n} more in Activity`, other: (n) => `${n} more in Activity` }),
  refunded: 'Refunded today',
  none: 'No refunds yet today.',
  times: (count: number) => plural(count, { one: (n) => `${n} refund`, other: (n) => `${n} refunds` }),
  unsettled: (count: number) =>
    plural(count, {
      one: (n) => `${n} more is still being checked.`,
      other: (n) => `${n} more are still being checked.`,
    }),
  practice: 'Codes to try',
  practiceHelp: 'Press one, or scan it from the practice sheet.',
} as const

export type TodaySum = TodaySummary['refunded'][number]

/** A few codes of practice, each with what a cashier sees there. They show the ordinary way, a part, and the worst that can happen. */
export const codesToTry = [
  { code: '483920174462', match: 'transaction_id', what: 'An ordinary payment' },
  { code: 'DEMO-PART', match: 'custom_id', what: 'Partly refunded already' },
  { code: 'PRACTICE-500-AFTER', match: 'custom_id', what: 'The answer to the refund gets lost' },
] as const

/** What failed: it stays until it is read. */
export type FaultNotice = {
  readonly kind: 'fault'
  readonly fault: Fault
  /** Which paper it was that did not come out: by then something else may be on the screen. */
  readonly paper?: string
}

/** One short message over the page: what failed, or that something was done. Never about a refund's outcome. */
export type Notice = FaultNotice | PassingNotice

/** What goes by itself, or with the next one. */
export type PassingNotice =
  | { readonly kind: 'scan_refused' }
  /** A dialog in which something was typed is open. */
  | { readonly kind: 'scan_refused_dialog' }
  /** A scan whose Enter came too late to belong to it. */
  | { readonly kind: 'scan_late' }
  /** R was pressed while the line is down. */
  | { readonly kind: 'offline_refund' }
  /** Ctrl+Enter came right after another key, as a scanner may send it. */
  | { readonly kind: 'confirm_hasty' }
  | { readonly kind: 'copied'; readonly text: string }
  | { readonly kind: 'saved'; readonly path: string }
  | { readonly kind: 'printed' }
  | { readonly kind: 'settings_saved' }
  /** The dialog that asks for a supervisor was closed without a proof. */
  | { readonly kind: 'not_allowed' }
  /** Another program on this PC asked for the receipt that is looked up. */
  | { readonly kind: 'lookup_requested' }
  /** Such programs have asked for too many today. */
  | { readonly kind: 'requests_refused' }
  /** Somebody scanned the test slip. */
  | { readonly kind: 'test_slip_read' }
  | { readonly kind: 'token_forgotten' }
  | { readonly kind: 'copies_forgotten' }
  | { readonly kind: 'list_taken'; readonly name: string; readonly codes: number }
  /** What was dropped on the window is nothing to read codes from. */
  | { readonly kind: 'not_a_list'; readonly why: 'folder' | 'several' | 'picture' }
  | { readonly kind: 'pin_reopened' }
  | { readonly kind: 'decided' }
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'released' }
  | { readonly kind: 'lower_accepted' }
  | { readonly kind: 'service_settled' }

const notLists = {
  folder: 'That’s a folder. Drop one file, or choose the folder in Settings.',
  several: 'Those are several files. Drop one list at a time.',
  picture: 'That’s a picture. Drop a list of codes: a CSV or text file.',
} as const

/** For the supervisor who has just typed the right PIN. @param since as people write it. */
export function wrongPinsWords(tries: number, since: string): string {
  const pins = countOf(tries, 'wrong PIN', 'wrong PINs')
  return `${pins} since ${since}, before the right one. It’s in the record.`
}

/** A notice in one line. */
export function noticeWords(notice: Notice): string {
  switch (notice.kind) {
    case 'fault': {
      const { title, meaning, next } = explainFault(notice.fault)
      const what = notice.paper === undefined ? title : paperWords.titleOf(title, notice.paper)
      return [asSentence(what), asSentence(meaning), next].join(' ')
    }
    case 'scan_refused':
      return 'Scan ignored: a refund is being sent. Scan again when it’s done.'
    case 'scan_refused_dialog':
      return 'Scan ignored. Finish this form first, or press Esc.'
    case 'scan_late':
      return 'Scan not taken: its Enter came too late. Scan again.'
    case 'offline_refund':
      return 'No refund while offline: the payment service must be asked first.'
    case 'confirm_hasty':
      return `Not confirmed: another key came just before. Press ${confirmKey} once more.`
    case 'copied':
      return `Copied ${isolatedText(notice.text)}`
    case 'saved':
      return `Saved as ${isolatedText(notice.path)}`
    case 'printed':
      return 'Sent to the printer'
    case 'settings_saved':
      return 'Saved'
    case 'not_allowed':
      return 'Nothing was changed: only a supervisor may do this'
    case 'lookup_requested':
      return 'Another program on this PC asked for this receipt'
    case 'requests_refused':
      return `Not looked up: other programs on this PC asked for ${maxRequestedLookups} receipts today. Scan or type the code.`
    case 'test_slip_read':
      return testSlipWords.read
    case 'token_forgotten':
      return 'Access token removed'
    case 'copies_forgotten':
      return 'Saved receipts deleted'
    case 'list_taken':
      return `${codesWords(notice.codes)} loaded from “${isolatedText(notice.name)}”. Saving their receipts in the background.`
    case 'not_a_list':
      return notLists[notice.why]
    case 'pin_reopened':
      return 'The supervisor PIN can be tried again'
    case 'decided':
      return 'Decision saved'
    case 'acknowledged':
      return 'Recorded that the alarm was seen'
    case 'released':
      return 'The payment is open for refunds again'
    case 'lower_accepted':
      return 'The lower amount is accepted'
    case 'service_settled':
      return 'Recorded'
    default:
      return unreachable(notice)
  }
}

type Changed = Extract<LateNews, { kind: 'changed' }>

function changeSentence({ to, code, ...money }: Changed): string {
  const receipt = `Receipt ${isolatedText(code)}`
  const refund = `the ${formatMoney(money)} refund`
  switch (to) {
    case 'refunded':
      return `${receipt}: ${refund} went through.`
    case 'not_refunded':
      return `${receipt}: ${refund} didn’t go through. You can try again.`
    case 'refunded_probably':
      return `${receipt}: ${refund} probably went through. A supervisor must confirm it.`
    case 'unconfirmed':
      return `${receipt}: we no longer know whether ${refund} went through. Do not refund it again.`
    default:
      return unreachable(to)
  }
}

export const newsWords = {
  open: 'Open',
  print: 'Print slip',
  more: (kind: LateNews['kind'], count: number) =>
    kind === 'alarm'
      ? countOf(count, 'more alarm in Activity', 'more alarms in Activity')
      : countOf(count, 'more message', 'more messages'),
} as const

/** A piece of news in one sentence, which is also what is read aloud. */
export function newsSentence(news: LateNews): string {
  if (news.kind === 'changed') return changeSentence(news)
  const says =
    news.alarm === null
      ? 'An earlier refund record may be incomplete. Tell a supervisor.'
      : alarmWords(news.alarm)
  return news.code === '' ? says : `Receipt ${isolatedText(news.code)}: ${says}`
}

export function newsState(news: LateNews): State {
  return news.kind === 'alarm' ? alarmState : attemptState(news.to)
}

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
