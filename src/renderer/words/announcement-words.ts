import type { Attempt } from '../../shared/attempt'
import type { ShownTransaction } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import { formatMoney, type Money } from '../../shared/money'
import type { OwnStore } from '../../shared/payment-store'
import { refundability } from '../../shared/refund-rules'
import { asSentence } from './common'
import { countWords } from './count-words'
import { lockWords, staleWords } from './counter'
import { explainFault } from './faults'
import { amountWords } from './field-words'
import { receiptWords, transactionState } from './receipt'
import { type DraftFault, draftFaultWords, refundWords } from './refund'
import { outcomeAdvice, outcomeSentence } from './states'
import { type StoreNames, storeNote } from './store-words'

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
