import type { AttemptView } from '../../shared/attempt/payment-standing'
import type { ShownTransaction } from '../../shared/contract/contract'
import type { Fault } from '../../shared/fault'
import type { OutageCounts, OutageState, OutageWork } from '../../shared/lookup/outage'
import { formatMoney, type Money } from '../../shared/payment/money'
import type { OwnStore } from '../../shared/payment/payment-state'
import { refundability } from '../../shared/payment/refund-rules'
import { asSentence, errorNumber, sentences, serviceSays } from './common'
import { explainFault, explainNeeds } from './faults'
import { amountWords, type StoreNames, storeNote, transactionState } from './receipt'
import { outcomeAdvice, outcomeSentence } from './states'
import { countWords, words } from './words'

const { announced, lock, stale, more, outage, grammar } = words

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
  return sentences(announced.notSent(formatMoney(amount)), asSentence(title), next)
}

const capitals: ReadonlySet<string> = new Set(['id', 'url', 'emv', 'qr'])

/** Makes "First name" of `first_name`; leaves anything else as it came. */
function partName(part: string): string {
  if (!/^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(part)) return part
  const name = part
    .split('_')
    .map((word) => (capitals.has(word) ? word.toUpperCase() : word))
    .join(' ')
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

/** Makes a related record's path readable: `address.post_code` becomes "Address, Post code". */
export function relatedLineName(path: string): string {
  return path.split('.').map(partName).join(', ')
}

/** Says why a related record is missing, in the service's words if it gave any. */
export function notAvailable(fault: Fault): string {
  return sentences(asSentence(more.notAvailable), whyNotAvailable(fault))
}

function whyNotAvailable(fault: Fault): string {
  switch (fault.kind) {
    case 'service_error':
    case 'token_not_accepted':
      return serviceSays(fault.message, errorNumber(fault.httpStatus, fault.ownStatus))
    case 'not_found':
      return serviceSays(fault.message)
    default:
      return asSentence(explainFault(fault).title)
  }
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
