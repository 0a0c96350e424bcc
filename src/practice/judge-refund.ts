import { writeHundredths } from '../shared/money'
import { leastRefund } from '../shared/refund-rules'
import { fail, type Result, succeed } from '../shared/result'
import { restOf, type StoredTransaction } from './stored-transaction'
import type { Switches } from './switches'

/** A refund that was asked for, its form fields read. Amounts are hundredths; null is "not sent". */
export type RequestedRefund = {
  /** The transaction's internal `id`. */
  readonly id: string
  readonly amountHundredths: number | null
  readonly reason: string
  /** '' when it was not sent. */
  readonly deviceId: string
}

/** A refund that may be applied, now or later. */
export type ApprovedRefund = Omit<RequestedRefund, 'amountHundredths'> & { readonly amountHundredths: number }

/** Why a request is refused: an error of interface.md §7. */
export type Refusal = { readonly status: number; readonly message: string }

/** A miss, in the words that go with its status. */
export function missRefusal(switches: Switches): Refusal {
  const status = Number(switches.missStatus)
  return { status, message: status === 500 ? 'Internal Error' : 'Transaction not found' }
}

/**
 * Judges a refund by interface.md §4.1 and §8 against the transaction as it stands. Changes nothing.
 * Answers the amount that would be refunded, or the refusal.
 */
export function judgeRefund(
  transaction: StoredTransaction,
  order: RequestedRefund,
  switches: Switches,
): Result<ApprovedRefund, Refusal> {
  const refuse = (message: string) => fail({ status: Number(switches.invalidStatus), message })
  const { facts } = transaction
  const rest = restOf(transaction)
  if (facts.status !== 'paid' && switches.unpaidRefund === 'refuse') {
    return refuse(`A transaction with status ${facts.status} cannot be refunded`)
  }
  if (rest <= 0) return refuse('The transaction is already refunded')
  const limit = switches.reasonLimit === 'none' ? Number.POSITIVE_INFINITY : Number(switches.reasonLimit)
  if (Array.from(order.reason).length > limit)
    return refuse(`The refund reason is longer than ${limit} characters`)
  if (order.amountHundredths === null) {
    if (rest < facts.amount && switches.omittedAmount === 'refuse') {
      return refuse('The amount is required once a part has been refunded')
    }
    return succeed({ ...order, amountHundredths: rest })
  }
  if (order.amountHundredths < leastRefund) return refuse('The amount must be at least 0.1')
  if (order.amountHundredths > facts.amount) {
    return refuse(`The amount must not be greater than ${writeHundredths(facts.amount)}`)
  }
  if (order.amountHundredths > rest && switches.overlargePart === 'refuse') {
    return refuse(`Only ${writeHundredths(rest)} is left to refund`)
  }
  return succeed({ ...order, amountHundredths: Math.min(order.amountHundredths, rest) })
}
