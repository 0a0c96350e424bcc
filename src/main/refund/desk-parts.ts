import type { Fault } from '../../shared/fault'
import type { Result } from '../../shared/result'
import type { PaymentService } from '../payments/payment-service'
import type { Clock } from './clock'
import type { JournalKeys } from './journal-keys'
import type { Journal, JournalProblem } from './journal-types'
import type { JournalOrder, RefundNews, TakenOver } from './refund-desk'

/** Why there is no journal, and how somebody may begin a new one; null where nothing is to be replaced. */
export type OpeningProblem = JournalProblem & { readonly replaceable: 'pin' | 'token' | null }

/** The journals of a profile, as the desk needs them (design.md, protocol 11 and 12). */
export type Journals = {
  /**
   * @param found damage that this run of the program has found in the open journal, and has closed it for. It counts
   * though the file may open again: not everything that cannot be written or checked is read at an opening.
   */
  readonly open: (found?: JournalProblem | null) => Promise<Result<Journal, OpeningProblem>>
  /** The caller has checked PIN or token, and has closed the journal that was open. */
  readonly begin: (order: JournalOrder) => Promise<Result<TakenOver, Fault>>
}

/** What a refund desk is made of. */
export type RefundDeskParts = {
  readonly journals: Journals
  readonly keys: Pick<JournalKeys, 'writeHead'>
  readonly payments: PaymentService
  readonly clock: Clock
  readonly randomBytes: (count: number) => Uint8Array
  readonly deviceId: () => string
  /** The stored address by its name, '' when none is stored; practice has one name, whatever its port (protocol 14). */
  readonly serviceName: () => string
  /** The name that the credentials say the service went by before; '' when they do not. */
  readonly movedFrom: () => string
  /** The journal says so too: the credentials need not any more. Called until they do not. */
  readonly moveWritten?: (() => void) | undefined
  readonly news: RefundNews
  readonly log: (line: string) => void
}
