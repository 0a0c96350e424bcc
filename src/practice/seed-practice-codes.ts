import { practiceCodeOf, practiceCodes } from '../shared/practice-codes'
import type { Ledger } from './ledger'
import { digitsFor, idFor } from './made-up-ids'
import { makeTransaction, type TransactionSketch } from './make-transaction'
import type { TransactionFacts } from './stored-transaction'

/** Only a payment by such a gateway has an EMV code, and only one by a fixed code has that. */
const withEveryRelatedRecord: TransactionSketch = {
  gateway_code: '10_1',
  gateway_sub_name: 'Practice code at the counter',
  fixed_id: idFor('fixed code of practice'),
}

/** What the transaction behind a practice code is made from; it depends on the code alone. */
export function practiceCodeSketch(customId: string): TransactionSketch {
  return {
    id: idFor(customId),
    transaction_id: digitsFor(customId, 12),
    custom_id: customId,
    amount: 24_000 + 50 * Number(digitsFor(`${customId} amount`, 2)),
    gateway_code: '11_2',
    gateway_sub_name: 'Practice terminal',
    ...(practiceCodeOf(customId) === 'PRACTICE-ODD-RELATED' ? withEveryRelatedRecord : {}),
  }
}

/** One paid transaction for each practice code. */
export function practiceCodeTransactions(): readonly TransactionFacts[] {
  return practiceCodes.map(({ code }) => makeTransaction(code, practiceCodeSketch(code)))
}

/** Makes the transaction of a numbered practice code (PRACTICE-SLOW-2) when it is first asked for. */
export function addFreshPracticeCode(ledger: Ledger, customId: string): void {
  if (practiceCodeOf(customId) === null || ledger.find(customId, 'custom_id') !== null) return
  ledger.addTransaction(practiceCodeSketch(customId))
}
