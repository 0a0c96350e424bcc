import { onTestFinished } from 'vitest'
import { type Ledger, openLedger } from '../ledger'
import type { StoredTransaction } from '../transaction'

/** A reason that is longer than any service cuts it to, with a character of two units at the cut of 20. */
export const longReason = `R-0123456789 Größe 👜 ${'and never unpacked, '.repeat(10)}`

/** The whole practice data, and beside it payments that were refunded in part, in parts and whole. */
export function preparedTransactions(): readonly StoredTransaction[] {
  const ledger = openLedger({ file: ':memory:', switches: { unpaidRefund: 'allow' } })
  onTestFinished(() => ledger.close())
  for (const status of ['paid', 'failed', 'cancelled', 'on_hold']) {
    const details = { request_user_id: 'u', first_name: 'A', last_name: 'B', remark: 'C' }
    const sketch = { status, details: status === 'paid' || status === 'on_hold' ? null : details }
    refund(ledger, sketch, [2500])
    refund(ledger, sketch, [2500, 7500])
    refund(ledger, sketch, [null])
  }
  return ledger.transactions()
}

function refund(
  ledger: Ledger,
  sketch: Parameters<Ledger['addTransaction']>[0],
  parts: readonly (number | null)[],
): void {
  const { id } = ledger.addTransaction({ amount: 10_000, ...sketch }).facts
  parts.forEach((amountHundredths, index) => {
    const refunded = ledger.refund({ id, amountHundredths, reason: `${longReason}${index}`, deviceId: '' })
    if (!refunded.ok) throw new Error(refunded.fault.message)
  })
}
