import { practiceCodes } from '../shared/practice-codes'
import { digitsFor, idFor, makeTransaction, type TransactionSketch } from './make-transaction'
import type { TransactionFacts } from './stored-transaction'

/** What the transaction behind a practice code is made from; it depends on the code alone. */
export function practiceCodeSketch(customId: string): TransactionSketch {
  return {
    id: idFor(customId),
    transaction_id: digitsFor(customId, 12),
    custom_id: customId,
    amount: 24_000 + 50 * Number(digitsFor(`${customId} amount`, 2)),
    gateway_code: '11_2',
    gateway_sub_name: 'Practice terminal',
  }
}

/** One paid transaction for each practice code. */
export function practiceCodeTransactions(): readonly TransactionFacts[] {
  return practiceCodes.map(({ code }) => makeTransaction(code, practiceCodeSketch(code)))
}
