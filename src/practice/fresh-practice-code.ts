import { practiceCodeOf } from '../shared/practice-codes'
import type { Ledger } from './ledger'
import { practiceCodeSketch } from './seed-practice-codes'

/** Makes the transaction of a numbered practice code (PRACTICE-SLOW-2) when it is first asked for. */
export function addFreshPracticeCode(ledger: Ledger, customId: string): void {
  if (practiceCodeOf(customId) === null || ledger.find(customId, 'custom_id') !== null) return
  ledger.addTransaction(practiceCodeSketch(customId))
}
