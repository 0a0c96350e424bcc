import type { LateNews } from '../../shared/attempt/alarms'
import { type AttemptState, isOnItsWay, meaningOf } from '../../shared/attempt/attempt-states'
import type { AttemptView } from '../../shared/attempt/payment-standing'
import { isolatedText } from '../../shared/base/text'
import type { AppState, ShownTransaction } from '../../shared/contract/contract'
import type { Fault } from '../../shared/fault'
import type { Words } from '../../shared/languages/en'
import type { OutageCounts, OutageState, OutageWork } from '../../shared/lookup/outage'
import { formatMoney, type Money } from '../../shared/payment/money'
import { type OwnStore, refundability } from '../../shared/payment/refund-rules'
import { asSentence, confirmKey, sentences } from './common'
import { explainFault, explainNeeds } from './faults'
import {
  amountWords,
  type ReceiptFor,
  type StoreNames,
  storeNote,
  transactionState,
  wordsFor,
} from './receipt'
import { outcomeAdvice, outcomeSentence } from './refund'
import { countWords, words } from './words'

const { idle, notices, news, failed, announced, lock, outcome, stale, outage, grammar } = words

/** Names a package that is not for stores; '' for one that is, and in a checkout. */
export function buildWords({ testBuild, build }: AppState['about'], to: ReceiptFor = 'screen'): string {
  const { shell } = wordsFor(to)
  if (build === 'test_package') return shell.testPackage
  return build === 'package' && testBuild ? shell.testBuild : ''
}

/** Practice codes to start with: an ordinary refund, a part, and a lost answer. */
export const codesToTry = [
  { code: '483920174462', match: 'transaction_id', what: idle.tryOrdinary },
  { code: 'DEMO-PART', match: 'custom_id', what: idle.tryPart },
  { code: 'PRACTICE-DROP-AFTER', match: 'custom_id', what: idle.tryLost },
] as const

/** A failure. Stays until it is read. */
export type FaultNotice = {
  readonly kind: 'fault'
  readonly fault: Fault
  /** The paper that failed: something else may be on screen by now. */
  readonly paper?: string
}

/** A short message over the page, never about a refund's outcome. */
export type Notice = FaultNotice | PassingNotice

type Notices = Words['notices']
type PlainNotice = {
  [K in keyof Notices]: Notices[K] extends string ? K : never
}[keyof Notices]

/** A notice that disappears by itself or with the next one. */
export type PassingNotice =
  | { readonly kind: PlainNotice }
  /** Ctrl+Enter came right after another key, as from a scanner. */
  | { readonly kind: 'confirm_hasty' }
  | { readonly kind: 'copied'; readonly text: string }
  | { readonly kind: 'saved'; readonly path: string }
  | { readonly kind: 'list_taken'; readonly name: string; readonly codes: number }
  /** What was dropped is not a file of codes. */
  | { readonly kind: 'not_a_list'; readonly why: keyof Notices['not_a_list'] }

/** Returns a failure in words: what happened, and what to do next. */
export function faultNoticeWords({ fault, paper }: FaultNotice): readonly [what: string, next: string] {
  const { title, meaning, next } = explainFault(fault)
  const what = paper === undefined ? title : words.papers.titleOf(title, isolatedText(paper))
  return [sentences(asSentence(what), asSentence(meaning)), next]
}

/** Returns a notice as one line. */
export function noticeWords(notice: PassingNotice): string {
  switch (notice.kind) {
    case 'confirm_hasty':
      return notices.confirm_hasty(confirmKey)
    case 'copied':
      return notices.copied(isolatedText(notice.text))
    case 'saved':
      return notices.saved(isolatedText(notice.path))
    case 'list_taken':
      return notices.list_taken(words.outage.codes(notice.codes), isolatedText(notice.name))
    case 'not_a_list':
      return notices.not_a_list[notice.why]
    default:
      return notices[notice.kind]
  }
}

/** Returns a piece of news as one sentence, which is also announced. */
export function newsSentence(late: LateNews): string {
  const receipt = news.receipt(isolatedText(late.code))
  if (late.kind === 'changed') return news[late.to](receipt, formatMoney(late))
  const says = late.alarm === null ? news.incomplete : words.alarms[late.alarm]
  return late.code === '' ? says : `${receipt}${words.grammar.colon}${says}`
}

/** Says what to do about a refund whose own screen failed. */
export function underWayAdvice(state: AttemptState): string {
  if (isOnItsWay(state)) return failed.sending
  return meaningOf(state).moneyOut === 'no' ? failed.nothingMoved : failed.mayHaveMoved
}

/** Says why no refund is possible now; null when nothing holds it up. */
function heldUp(shown: ShownTransaction): string | null {
  if (shown.lock?.kind === 'attempt') return announced.doNotRefund
  if (shown.lock !== null) return sentences(lock.announced, lock.doNotRefund)
  return shown.stale === null ? null : sentences(stale.announced, lock.doNotRefund)
}

/** Says how much is refundable; null when nothing is, or everything that was paid. */
function restWords({ record, lock, stale }: ShownTransaction): string | null {
  const judged = refundability(record)
  if (lock !== null || stale !== null || judged.kind === 'blocked') return null
  return judged.rest.hundredths === record.amount ? null : announced.refundable(formatMoney(judged.rest))
}

/** Returns the receipt for a screen reader, prohibitions first. */
export function announceFound(shown: ShownTransaction, own: OwnStore, names: StoreNames): string {
  const { record } = shown
  const elsewhere = storeNote(record.fields.store_id ?? '', own, names)
  return sentences(
    heldUp(shown),
    shown.source === 'saved' ? asSentence(words.receipt.savedCopy) : null,
    `${amountWords(record)}${grammar.comma}${transactionState(record).word}${grammar.fullStop}`,
    restWords(shown),
    elsewhere === null ? null : asSentence(elsewhere),
  )
}

export function announceMissed(fault: Fault): string {
  const { title, next } = explainFault(fault)
  return sentences(asSentence(title), next)
}

export function announceNeeds(fault: Parameters<typeof explainNeeds>[0]): string {
  const { title, meaning, next } = explainNeeds(fault)
  return sentences(asSentence(title), meaning, next)
}

export function announceOutcome(attempt: AttemptView): string {
  return sentences(asSentence(outcomeSentence(attempt)), outcomeAdvice(attempt))
}

export function announceStopped(fault: Fault, amount: Money): string {
  const { title, next } = explainFault(fault)
  const money = formatMoney(amount)
  // Nobody knows whether it was sent.
  if (fault.kind === 'bug') return sentences(outcome.brokenSentence(money), outcome.brokenNext)
  return sentences(announced.notSent(money), asSentence(title), next)
}

/** Returns the number of codes, waiting ones included. */
export function totalOf(counts: OutageCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** `3 of 10` */
export function doneWords(counts: OutageCounts): string {
  const total = totalOf(counts)
  return outage.ofTotal(countWords(total - counts.waiting), countWords(total))
}

/** Returns the header's progress text; null when idle. */
export function chipWords({ work, counts }: OutageState): string | null {
  if (work.at === 'idle' || totalOf(counts) === 0) return null
  if (work.at === 'paused') return outage.progressPaused
  if (work.at === 'halted') return outage.progressStopped
  return `${outage.progress}${grammar.colon}${doneWords(counts)}`
}

export function workWords(work: OutageWork): string {
  switch (work.at) {
    case 'idle':
      return outage.done
    case 'working':
      return outage.working
    case 'paused':
      return outage.paused
    case 'waiting':
      return outage.waiting[work.why]
    case 'halted':
      return outage.halted
  }
}
