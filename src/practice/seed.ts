import { isDeepStrictEqual } from 'node:util'
import type { LedgerRows } from './ledger-rows'
import { edgeTransactions } from './seed-edges'
import { gatewayTransactions } from './seed-gateways'
import { longTransactions } from './seed-long'
import { practiceCodeTransactions } from './seed-practice-codes'
import { type SeedTransaction, stateTransactions } from './seed-states'
import type { StoredTransaction, TransactionFacts } from './stored-transaction'

/** All practice data, in order: the same every time, whatever the clock. */
export function seedTransactions(): readonly SeedTransaction[] {
  const untouched = [...gatewayTransactions(), ...practiceCodeTransactions()]
  return [
    ...stateTransactions(),
    ...edgeTransactions(),
    ...longTransactions(),
    ...untouched.map((facts) => ({ facts, refunds: [] })),
  ]
}

/** The till that made the refunds in the practice data. */
const seedDeviceId = 'practice-till-2'

/**
 * Gives a ledger the practice data that it does not have yet: all of it when it is empty, and what is new when
 * an earlier version filled it. Refunds of the practice data are entries like any other.
 */
export function addSeed(rows: LedgerRows): void {
  for (const { facts, refunds } of seedTransactions()) {
    const known = rows.read(facts.id)
    if (known !== null) {
      bringUpToDate(rows, known, facts)
      continue
    }
    rows.addTransaction(facts)
    for (const refund of refunds) {
      rows.addRefund({ ...refund, id: facts.id, deviceId: seedDeviceId })
      rows.touch(facts.id, refund.at)
    }
  }
}

/** A receipt that somebody has refunded stays as it was then. */
function bringUpToDate(rows: LedgerRows, known: StoredTransaction, facts: TransactionFacts): void {
  if (known.refunds.length === 0 && !isDeepStrictEqual(known.facts, facts)) rows.replaceFacts(facts)
}
