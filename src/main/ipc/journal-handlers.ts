import type { RefundDesk } from '../refund/refund-desk'
import type { SupervisorPin } from '../vault/supervisor-pin'
import type { PartOfHandlers } from './part-of-handlers'

type Parts = {
  readonly refundDesk: Pick<RefundDesk, 'beginJournal'>
  readonly supervisorPin: Pick<SupervisorPin, 'check'>
}

/** A supervisor's word that a new record of refunds takes the place of one that can not be used any more. */
export function journalHandlers({ refundDesk, supervisorPin }: Parts): PartOfHandlers<'journal:begin'> {
  return {
    'journal:begin': async ({ pin, ...order }) => {
      const allowed = await supervisorPin.check(pin)
      return allowed.ok ? refundDesk.beginJournal(order) : allowed
    },
  }
}
