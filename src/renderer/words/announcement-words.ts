import type { Attempt } from '../../shared/attempt'
import type { ShownTransaction } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import { formatMoney, type Money } from '../../shared/money'
import type { OwnStore } from '../../shared/payment-store'
import { explainFault } from './fault-words'
import { amountWords } from './field-words'
import { outcomeAdvice, outcomeSentence } from './outcome-words'
import { receiptWords, transactionState } from './receipt-words'
import { type DraftTrouble, troubleWords } from './refund-words'
import { asSentence } from './service-says'
import { lockWords, staleWords } from './standing-words'
import { storeNote } from './store-words'

/** Why there is no refund now, in a few words; null where the record itself says all. */
function heldUp({ lock, stale }: ShownTransaction): string | null {
  if (lock !== null) return `${lockWords.spoken} ${lockWords.doNotRefund}`
  return stale === null ? null : `${staleWords.spoken} ${staleWords.doNotRefund}`
}

/** What a screen reader says, in one go. */
export function sayFound(shown: ShownTransaction, own: OwnStore): string {
  const { record, store } = shown
  const saved = shown.source === 'saved' ? `${receiptWords.savedCopy}. ` : ''
  const elsewhere = storeNote(store, own)
  const found = `${saved}${amountWords(record)}, ${transactionState(record).word}.`
  const said = elsewhere === null ? found : `${found} ${asSentence(elsewhere)}`
  return heldUp(shown) === null ? said : `${said} ${heldUp(shown)}`
}

export function sayMissed(fault: Fault): string {
  const { title, next } = explainFault(fault)
  return `${asSentence(title)} ${next}`
}

export function sayTrouble(trouble: DraftTrouble, rest: Money): string {
  return troubleWords(trouble, rest)
}

export function sayOutcome(attempt: Attempt): string {
  return `${asSentence(outcomeSentence(attempt))} ${outcomeAdvice(attempt)}`
}

export function sayStopped(fault: Fault, amount: Money): string {
  const { title, next } = explainFault(fault)
  return `${formatMoney(amount)} was not sent. ${asSentence(title)} ${next}`
}
