/** What the refund protocol works with. */
import type { Attempt } from '../../shared/attempt'
import type { HeadAnchor } from '../journal/head-anchor'
import type { Journal } from '../journal/journal-types'
import type { TransactionReader } from '../service/show'
import type { Clock } from '../system/clock'
import type { SeenMeanwhile } from './meanwhile'
import type { PendingEvents } from './pending-events'
import type { Probes } from './probes'
import type { StalePayments } from './stale'

/** What the protocol works with, made once for an open record. */
export type Till = {
  readonly journal: Journal
  readonly payments: TransactionReader
  readonly headAnchor: Pick<HeadAnchor, 'keep'>
  readonly pendingEvents: PendingEvents
  readonly probes: Probes
  readonly stale: StalePayments
  /** What was seen and could not be written. */
  readonly meanwhile: SeenMeanwhile
  readonly clock: Clock
  readonly randomBytes: (count: number) => Uint8Array
  readonly deviceId: () => string
  /** The stored address by its name, '' when none is stored. */
  readonly serviceName: () => string
  readonly tell: Signals
  readonly log: (line: string) => void
}

export type Signals = {
  /** A line about the attempt was written. */
  readonly changed: (attempt: Attempt) => void
  /** Nothing was written, but its next check or its quiet shows may be others now. */
  readonly touched: (attempt: Attempt) => void
  /** The payment's lock or staleness may have changed. */
  readonly paymentChanged: (id: string) => void
  /** A write was tried, and the disk took it or not. */
  readonly tried: (written: boolean) => void
}

/** Whether an attempt was sent to the address that is stored now: elsewhere no rule settles it (protocol 14). */
export function isHere({ serviceName }: Pick<Till, 'serviceName'>, { intent }: Attempt): boolean {
  return intent.serviceAddress === serviceName()
}
