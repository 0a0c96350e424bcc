import { readHundredths } from '../shared/money'
import { fail, type Result, succeed } from '../shared/result'
import type { FormFields } from './form-body'
import type { Refusal, RequestedRefund } from './judge-refund'
import type { Switches } from './switches'

const plainDecimal = /^\d+(\.\d{1,2})?$/

/**
 * Reads the form fields of a refund (interface.md §4.1): the reason is required, the amount is plain decimal
 * text with at most two decimals. Bounds are the ledger's to check. Answers the refusal otherwise.
 */
export function readRefundOrder(
  id: string,
  fields: FormFields,
  switches: Switches,
): Result<RequestedRefund, Refusal> {
  const refuse = (message: string) => fail({ status: Number(switches.invalidStatus), message })
  const reason = fields.get('refund_reason')
  if (reason === undefined || reason === '') return refuse('The refund reason is required')
  if (reason.trim() === '' && switches.blankReason === 'refuse')
    return refuse('The refund reason is required')
  const deviceId = fields.get('device_unique_id') ?? ''
  const text = fields.get('amount')
  if (text === undefined || (text === '' && switches.emptyAmount === 'omitted')) {
    return succeed({ id, amountHundredths: null, reason, deviceId })
  }
  const amount = readHundredths(text)
  if (!plainDecimal.test(text) || !amount.ok) {
    return refuse('The amount must be a number with at most 2 decimal places')
  }
  return succeed({ id, amountHundredths: amount.value, reason, deviceId })
}
