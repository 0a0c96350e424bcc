import type { FaultOf } from '../../shared/fault'
import { writeHundredths } from '../../shared/money'
import type { Transaction } from '../../shared/transaction'

type Change = FaultOf<'transaction_changed'>['changes'][number]

/** What the service now says otherwise than the receipt on screen, in the service's own texts (refund-protocol.md 1). */
export function changesBetween(shown: Transaction, fresh: Transaction): readonly Change[] {
  const amount = (value: number | null, text: string | undefined) =>
    value === null ? (text ?? '') : writeHundredths(value)
  const both: readonly Change[] = [
    {
      field: 'amount',
      was: amount(shown.amount, shown.fields.amount),
      now: amount(fresh.amount, fresh.fields.amount),
    },
    { field: 'currency', was: shown.currency, now: fresh.currency },
    { field: 'status', was: shown.status, now: fresh.status },
    {
      field: 'refunded',
      was: amount(shown.refunded, shown.fields.refunded),
      now: amount(fresh.refunded, fresh.fields.refunded),
    },
  ]
  return both.filter(({ was, now }) => was !== now)
}
