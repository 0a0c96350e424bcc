import type { LedgerRows } from './ledger-rows'
import { edgeTransactions } from './seed-edges'
import { gatewayTransactions } from './seed-gateways'
import { practiceCodeTransactions } from './seed-practice-codes'
import { type SeedTransaction, stateTransactions } from './seed-states'

/** All practice data, in order: the same every time, whatever the clock. */
export function seedTransactions(): readonly SeedTransaction[] {
  const untouched = [...gatewayTransactions(), ...practiceCodeTransactions()]
  return [
    ...stateTransactions(),
    ...edgeTransactions(),
    ...untouched.map((facts) => ({ facts, refunds: [] })),
  ]
}

/** The till that made the refunds in the practice data. */
const seedDeviceId = 'practice-till-2'

/** Fills an empty ledger with the practice data. Its refunds are entries like any other. */
export function addSeed(rows: LedgerRows): void {
  for (const { facts, refunds } of seedTransactions()) {
    rows.addTransaction(facts)
    for (const refund of refunds) {
      rows.addRefund({ ...refund, id: facts.id, deviceId: seedDeviceId })
      rows.touch(facts.id, refund.at)
    }
  }
}
