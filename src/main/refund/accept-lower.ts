/** A supervisor accepts that the service says less was refunded than before (refund-protocol.md 2). */
import type { Fault } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import type { Journal } from '../journal/journal-types'
import type { Clock } from '../scheduling/clock'
import type { ConnectedService } from './connected-service'
import { isFresh } from './fresh-moment'
import { writeFault } from './journal-faults'
import { lowerWater } from './lower-water'
import type { PersonsWord } from './refund-service'
import type { Checks } from './run-checks'
import type { StalePayments } from './stale-payments'
import { type StaleViewDeps, staleView } from './stale-view'

export type AcceptLowerDeps = StaleViewDeps & {
  readonly journal: Journal
  readonly services: Pick<ConnectedService, 'paymentAt'>
  readonly stale: StalePayments
  readonly checks: Pick<Checks, 'ask'>
  readonly clock: Clock
  /** The stored address by its name. */
  readonly serviceName: () => string
}

/**
 * The caller has checked the PIN. The service is asked once more: what it says now must be what the person saw.
 * @param refunded what the person saw and accepts, in hundredths.
 */
export async function acceptLower(
  id: string,
  refunded: number,
  { supervisor, why }: PersonsWord,
  deps: AcceptLowerDeps,
): Promise<Result<null, Fault>> {
  const no = fail({ kind: 'lowering_not_possible' } as const)
  const { stale, journal, clock } = deps
  const payment = deps.services.paymentAt(deps.serviceName(), id)
  if (payment === null || stale.episode(payment) === null) return no
  const asked = { wall: clock.now(), monotonic: clock.monotonic() }
  const answer = await deps.checks.ask(id, stale.codes(payment))
  if (!isFresh(asked, clock)) return no
  const episode = stale.episode(payment)
  if (answer.kind === 'nothing' || episode === null || episode.now.refunded !== refunded) return no
  if (staleView(payment, episode, deps).accept !== 'now') return no
  const written = lowerWater(journal, payment, { to: episode.now, by: { supervisor, why } }, clock.now())
  if (!written.ok) return fail(writeFault(written.fault, no.fault))
  stale.end(payment)
  return succeed(null)
}
