import type { Attempt } from '../../shared/attempt'
import type { ShownTransaction } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import { formatMoney, type Money } from '../../shared/money'
import { explainFault } from './fault-words'
import { outcomeAdvice, outcomeSentence } from './outcome-words'
import { receiptWords, transactionState } from './receipt-words'

/** What a screen reader says, in one go. */
export function sayFound(shown: ShownTransaction): string {
  const { amount, currency } = shown.record
  const money =
    amount === null ? receiptWords.amountUnreadable : formatMoney({ hundredths: amount, currency })
  const saved = shown.source === 'saved' ? `${receiptWords.savedCopy}. ` : ''
  return `${saved}${money}, ${transactionState(shown.record).word}.`
}

export function sayMissed(fault: Fault): string {
  const { title, next } = explainFault(fault)
  return `${title}. ${next}`
}

export function sayOutcome(attempt: Attempt): string {
  return `${outcomeSentence(attempt)} ${outcomeAdvice(attempt)}`
}

export function sayStopped(fault: Fault, amount: Money): string {
  const { title, next } = explainFault(fault)
  return `${formatMoney(amount)} was not sent. ${title}. ${next}`
}
