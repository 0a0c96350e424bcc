import type { RefundsOff } from '../../shared/fault'
import { fail } from '../../shared/result'
import type { RefundDesk } from './refund-desk'

/** A desk without a journal: it knows of no attempt and sends nothing. */
export function makeClosedDesk(why: RefundsOff): Omit<RefundDesk, 'beginJournal'> {
  const off = () => fail({ kind: 'refunds_off', why } as const)
  return {
    refundsOff: () => why,
    issue: async () => off(),
    observe: () => undefined,
    raiseMark: () => undefined,
    lockOn: () => null,
    list: () => [],
    open: () => null,
    look: async () => off(),
    decide: off,
    exportRange: off,
    undecidedCount: () => 0,
    isSending: () => false,
    settled: async () => undefined,
    wake: () => undefined,
    close: async () => undefined,
  }
}
