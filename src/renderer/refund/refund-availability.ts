import type { AppState, ShownTransaction } from '../../shared/contract'
import type { RefundsOff } from '../../shared/fault'
import type { Lock, Stale } from '../../shared/payment-standing'
import type { BlockReason } from '../../shared/refund-blocks'
import { refundability } from '../../shared/refund-rules'
import type { Refundable } from './refund-draft'

/** Whether a refund may be started for what is on screen; if not, the one reason that the cashier reads. */
export type Availability =
  | { readonly kind: 'open'; readonly refundable: Refundable }
  | { readonly kind: 'locked'; readonly lock: Lock }
  | { readonly kind: 'stale'; readonly stale: Stale }
  | { readonly kind: 'blocked'; readonly reason: BlockReason }
  | { readonly kind: 'off'; readonly why: RefundsOff }
  | { readonly kind: 'saved_copy' }
  | { readonly kind: 'offline' }

/** Whether refunds are off only because the record is being opened, as at every start: a matter of a moment. */
export function isOpening(given: Availability): boolean {
  return given.kind === 'off' && given.why === 'journal_opening'
}

/** The strongest reason first: a lock is said before anything else (architecture.md, promise 1). */
export function availability(shown: ShownTransaction, app: AppState): Availability {
  if (shown.lock !== null) return { kind: 'locked', lock: shown.lock }
  if (shown.stale !== null) return { kind: 'stale', stale: shown.stale }
  const judged = refundability(shown.record)
  if (judged.kind === 'blocked') return judged
  if (!app.refunds.on) return { kind: 'off', why: app.refunds.why }
  if (shown.source === 'saved') return { kind: 'saved_copy' }
  if (app.connection.state === 'offline') return { kind: 'offline' }
  return { kind: 'open', refundable: judged }
}
