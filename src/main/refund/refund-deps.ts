import type { RefundsOff } from '../../shared/fault'
import type { JournalKeys } from '../journal/journal-keys'
import type { Journals } from '../journal/journal-types'
import type { RefundSender } from '../service/refund'
import type { TransactionReader } from '../service/show'
import type { Clock } from '../system/clock'
import type { RefundNews } from './refund-service'

/** What a refund service is made of, but for the port that sends. */
export type RefundDeps = {
  readonly journals: Journals
  readonly keys: Pick<JournalKeys, 'writeHead'>
  readonly payments: TransactionReader
  readonly clock: Clock
  readonly randomBytes: (count: number) => Uint8Array
  readonly deviceId: () => string
  /** The stored address by its name, '' when none is stored; practice has one name, whatever its port (protocol 14). */
  readonly serviceName: () => string
  /** Why no refund is sent though the journal is in order; null when they may be. Nothing withholds them unless given. */
  readonly withheld?: (() => RefundsOff | null) | undefined
  readonly news: RefundNews
  readonly log: (line: string) => void
}

/** The same with the port that sends refunds: it goes to issuing.ts, and no further than the protocol's one POST. */
export type SendingDeps = RefundDeps & { readonly sender: RefundSender }
