/** Asks the service about one payment by whatever code finds it (refund-protocol.md 8). Never sends a refund. */
import type { CheckCode } from '../../shared/check-schedule'
import type { FreshShow, ShowFault, TransactionReader } from '../service/show'

export type AskedPayment =
  | { readonly kind: 'shown'; readonly show: FreshShow }
  | { readonly kind: 'nothing'; readonly why: string; readonly overloaded: boolean }

/**
 * One check: each next code only after a *not found* or another transaction's record.
 * @param id the internal id of the payment.
 * @param codes what it may be found by, in order (`checkCodes`).
 * @param seen takes every record that came, also another payment's: each is a fresh show of that one.
 */
export async function askPayment(
  payments: TransactionReader,
  id: string,
  codes: readonly CheckCode[],
  seen: (show: FreshShow) => void,
): Promise<AskedPayment> {
  let why = 'no code to ask by'
  for (const code of codes) {
    const shown = await payments.show(code)
    if (!shown.ok && !mayBeFoundOtherwise(shown.fault)) {
      return { kind: 'nothing', why: shown.fault.kind, overloaded: isOverloaded(shown.fault) }
    }
    if (shown.ok) seen(shown.value)
    if (shown.ok && shown.value.record.id === id) return { kind: 'shown', show: shown.value }
    why = shown.ok ? 'the code now belongs to another transaction' : shown.fault.kind
  }
  return { kind: 'nothing', why, overloaded: false }
}

/**
 * Whether another code may find what this one did not. Some services say 500 "Internal Error" for a code of another
 * kind (architecture.md, "Codes"), and to ask by another changes nothing there.
 */
function mayBeFoundOtherwise(fault: ShowFault): boolean {
  if (fault.kind === 'not_found' || fault.kind === 'other_record') return true
  return fault.kind === 'service_error' && fault.httpStatus === 500
}

function isOverloaded(fault: ShowFault): boolean {
  return 'httpStatus' in fault && (fault.httpStatus === 429 || fault.httpStatus === 503)
}
