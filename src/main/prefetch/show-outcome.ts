import type { Fault } from '../../shared/fault'
import { type Result, unreachable } from '../../shared/result'
import type { ShowFault, ShowReply } from '../service/show'

/** What a show says about a queued code. */
export type ShowOutcome =
  | { readonly kind: 'found'; readonly reply: ShowReply }
  /** No such record under this kind of code. */
  | { readonly kind: 'missed' }
  /** Says nothing about the code. `mayBeCode`: a single code can bring it about again and again. */
  | { readonly kind: 'failed'; readonly mayBeCode: boolean }
  /** An answer that is no record: the code's own trouble, unless it comes for every code. */
  | { readonly kind: 'non_answer'; readonly fault: Fault }
  | { readonly kind: 'refused'; readonly fault: Fault }

/** Request timeout, too early, too many requests, and what gateways say of a service behind them. */
const passing = new Set([408, 425, 429])

/** Sorts a show's reply; never takes the service's own trouble for a miss. */
export function outcomeOf(reply: Result<ShowReply, ShowFault>): ShowOutcome {
  if (reply.ok) return { kind: 'found', reply: reply.value }
  const { fault } = reply
  switch (fault.kind) {
    case 'not_found':
      return { kind: 'missed' }
    case 'not_connected':
      return { kind: 'failed', mayBeCode: false }
    case 'no_answer':
      return { kind: 'failed', mayBeCode: true }
    case 'service_error':
    case 'strange_answer':
      if (passing.has(fault.httpStatus)) return { kind: 'failed', mayBeCode: false }
      // 500 is the one error that the interface shows (§7), so one code alone may bring it.
      if (fault.httpStatus >= 500) return { kind: 'failed', mayBeCode: fault.httpStatus === 500 }
      return { kind: 'non_answer', fault }
    case 'other_record':
      return { kind: 'non_answer', fault }
    case 'token_not_accepted':
    case 'not_set_up':
    case 'keychain_unavailable':
    case 'loopback_address':
    case 'address_by_policy':
      return { kind: 'refused', fault }
    default:
      return unreachable(fault)
  }
}
