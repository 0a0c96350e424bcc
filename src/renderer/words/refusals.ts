import { isolatedText } from '../../shared/base/text'
import type { RefundsOff } from '../../shared/fault'
import { paymentState } from '../../shared/payment/payment-state'
import type { BlockReason, ConfirmationReason } from '../../shared/payment/refund-blocks'
import type { Transaction } from '../../shared/payment/transaction'
import type { Explanation } from './common'
import { shortForeign, tooLongWords } from './receipt'
import { words } from './words'

const { blocks, off, refund } = words

/** Why a transaction cannot be refunded, as its record tells; with what of the record says so, where that helps. */
export function explainBlock(reason: BlockReason, record?: Transaction): Explanation {
  const plain = blocks[reason]
  if (record === undefined) return plain
  if (reason === 'too_long') {
    const named = tooLongWords(record)
    return named === null ? plain : { ...plain, meaning: named }
  }
  if (reason === 'wholly_refunded' && paymentState(record) === 'other_refunded') {
    const status = record.status === '' ? blocks.noStatus : blocks.statusUnknown(shortForeign(record.status))
    return { title: plain.title, meaning: blocks.whollyRefundedOddly(status), next: blocks.oddNext }
  }
  return plain
}

/** What the cashier must confirm once more, and the sentence beside the box. */
export function explainConfirmation(
  why: ConfirmationReason,
  status: string,
): { ask: string; meaning: string } {
  if (why === 'status_refunded_in_part') return { ask: refund.confirmRest, meaning: refund.statusRefunded }
  return {
    ask: refund.confirmStatus,
    meaning: status === '' ? refund.statusNone : refund.statusUnknown(shortForeign(status)),
  }
}

/** Refunds need the service's own word; what to do depends on whether it is being asked. */
export function explainSavedCopy(offline: boolean): Explanation {
  return offline ? refund.copyOffline : refund.copyBlock
}

/** While the service is asked about a saved copy: beside the Refund button, and, once it takes long, above it. */
export const askingWords = refund.asking

export const offlineBlock: Explanation = refund.offline

/**
 * Why refunds are off on this till, whatever the transaction.
 * @param movedFrom where the profile's keychain entries belong, if that is elsewhere
 */
export function explainRefundsOff(why: RefundsOff, movedFrom: string | null = null): Explanation {
  const isMissed = why === 'no_keychain' || why === 'keychain_emptied'
  // A till whose folder is another one now has nothing in the keychain; that is no keychain that lost something.
  if (!isMissed || movedFrom === null) return off[why]
  return { ...off.moved, meaning: off.moved.meaning(isolatedText(movedFrom)) }
}

/** Beside every payment while the refund record is off, for whatever reason (refund-protocol.md 11). */
export const doubtWords = refund.inDoubt
