import type { AttemptState } from '../../shared/attempt/attempt-states'
import type { LateNews } from '../../shared/attempt/late-news'
import { maxRequestedLookups } from '../../shared/base/limits'
import { unreachable } from '../../shared/base/result'
import { isolatedText } from '../../shared/base/text'
import type { AppState } from '../../shared/contract/contract'
import type { Fault } from '../../shared/fault'
import type { Words } from '../../shared/languages/en'
import { formatMoney } from '../../shared/payment/money'
import { asSentence, confirmKey, sentences } from './common'
import { explainFault } from './faults'
import { paperWords } from './paper'
import { alarmState, attemptState, type State } from './states'
import { words } from './words'

const { shell, idle, notices, news, failed } = words

/** What the header says of a program that is not for a store; nothing of one that is, or of a checkout. */
export function buildWords({ testBuild, build }: AppState['about']): string {
  const said = [
    ...(build === 'test_package' ? [shell.testPackage] : []),
    ...(build === 'trial_package' ? [shell.trialPackage] : []),
    ...(testBuild ? [shell.testBuild] : []),
  ]
  return said.join(' · ')
}

const connectionSigns = { online: '●', offline: '○', unknown: '·' } as const

export function connectionWords(state: AppState['connection']['state']): { sign: string; word: string } {
  return { sign: connectionSigns[state], word: shell.connections[state] }
}

/** A few codes of practice, each with what a cashier sees there. They show the ordinary way, a part, and the worst that can happen. */
export const codesToTry = [
  { code: '483920174462', match: 'transaction_id', what: idle.tryOrdinary },
  { code: 'DEMO-PART', match: 'custom_id', what: idle.tryPart },
  { code: 'PRACTICE-DROP-AFTER', match: 'custom_id', what: idle.tryLost },
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

type Notices = Words['notices']
/** What is said in a sentence of its own. */
type PlainNotice = {
  [K in keyof Notices]: Notices[K] extends string ? K : never
}[keyof Notices]

/** What goes by itself, or with the next one. */
export type PassingNotice =
  | { readonly kind: PlainNotice }
  /** Ctrl+Enter came right after another key, as a scanner may send it. */
  | { readonly kind: 'confirm_hasty' }
  | { readonly kind: 'copied'; readonly text: string }
  | { readonly kind: 'saved'; readonly path: string }
  /** Programs on this PC have asked for too many receipts today. */
  | { readonly kind: 'requests_refused' }
  /** Somebody scanned the test slip. */
  | { readonly kind: 'test_slip_read' }
  | { readonly kind: 'list_taken'; readonly name: string; readonly codes: number }
  /** What was dropped on the window is nothing to read codes from. */
  | { readonly kind: 'not_a_list'; readonly why: keyof Notices['not_a_list'] }

/** For the supervisor who has just typed the right PIN. @param since as people write it. */
export function wrongPinsWords(tries: number, name: string, since: string): string {
  return notices.wrongPinsSince(notices.wrongPins(tries), isolatedText(name), since)
}

/** A notice in one line. */
export function noticeWords(notice: Notice): string {
  switch (notice.kind) {
    case 'fault': {
      const { title, meaning, next } = explainFault(notice.fault)
      const what = notice.paper === undefined ? title : paperWords.titleOf(title, notice.paper)
      return sentences(asSentence(what), asSentence(meaning), next)
    }
    case 'confirm_hasty':
      return notices.confirm_hasty(confirmKey)
    case 'copied':
      return notices.copied(isolatedText(notice.text))
    case 'saved':
      return notices.saved(isolatedText(notice.path))
    case 'requests_refused':
      return notices.requests_refused(String(maxRequestedLookups))
    case 'test_slip_read':
      return words.testSlip.read
    case 'list_taken':
      return notices.list_taken(words.outage.codes(notice.codes), isolatedText(notice.name))
    case 'not_a_list':
      return notices.not_a_list[notice.why]
    default:
      return notices[notice.kind]
  }
}

/** A piece of news in one sentence, which is also what is read aloud. */
export function newsSentence(late: LateNews): string {
  const receipt = news.receipt(isolatedText(late.code))
  if (late.kind === 'changed') return news[late.to](receipt, formatMoney(late))
  const says = late.alarm === null ? news.incomplete : words.alarms[late.alarm]
  return late.code === '' ? says : `${receipt}${words.grammar.colon}${says}`
}

export function newsState(news: LateNews): State {
  return news.kind === 'alarm' ? alarmState : attemptState(news.to)
}

/** The parts of the window that are drawn apart from each other: a mistake in one leaves the others standing. */
export type GuardedPlace = keyof typeof failed.places

/** What a person reads in the place of something that Tillside failed to draw. */
export const failedWords = {
  ...failed,
  title: (place: GuardedPlace) => failed.places[place],
} as const

/** What to do about a refund that can be shown in a few words only. */
export function underWayAdvice(state: AttemptState): string {
  const { underWay } = failed
  switch (state) {
    case 'not_sent':
    case 'refused':
    case 'not_refunded':
      return underWay.nothingMoved
    case 'sending':
    case 'unconfirmed':
    case 'refunded_probably':
    case 'refusal_seen':
    case 'refunded':
      return underWay[state]
    default:
      return unreachable(state)
  }
}
