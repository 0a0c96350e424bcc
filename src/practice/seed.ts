import type { LedgerRows } from './ledger-rows'
import { makeTransaction } from './make-transaction'

/** Fills an empty ledger with the practice data: the same every time. */
export function addSeed(rows: LedgerRows): void {
  rows.addTransaction(
    makeTransaction('example', {
      transaction_id: '483920174462',
      custom_id: 'C7719920461',
      amount: 12050,
      paid_at: '2026-11-20 10:31:07',
    }),
  )
}
