/** A person says which service the stored address names (refund-protocol.md 14). */
import type { Fault } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import type { Journal } from '../journal/journal-types'
import { nextService, serviceOf } from '../journal/service-registry'
import { addressName } from '../service/address'
import { writeFault } from './people'
import type { PersonsWord } from './refund-service'

export type SettleServiceDeps = {
  readonly journal: Pick<Journal, 'standing' | 'appendTill'>
  /** The stored address by its name. */
  readonly serviceName: () => string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * The caller has checked the PIN. What the address named before still locks, so that a move can be taken back.
 * @param of the number of the service that the address names; null is another one.
 */
export function settleService(
  address: string,
  of: number | null,
  { supervisor, why }: PersonsWord,
  deps: SettleServiceDeps,
): Result<null, Fault> {
  const no = fail({ kind: 'service_not_in_question' } as const)
  const { services } = deps.journal.standing()
  const name = deps.serviceName()
  const isKnown = of === null || [...services.names.values()].some((numbers) => numbers.includes(of))
  if (name === '' || addressName(address) !== addressName(name) || !isKnown) return no
  if (of !== null && serviceOf(services, name) === of) return no
  const written = deps.journal.appendTill({
    kind: 'service_named',
    at: deps.now(),
    service: of ?? nextService(services),
    address: name,
    why: of === null ? 'another' : 'same',
    by: supervisor,
    said: why,
  })
  return written.ok ? succeed(null) : fail(writeFault(written.fault, no.fault))
}
