/** Which service the stored address names, and which payments are its own (refund-protocol.md 14). */
import type { Attempt } from '../../shared/attempt'
import type { Journal, Payment } from '../journal/journal-types'
import { nextService, numbersOf, serviceOf } from '../journal/service-registry'
import { asksWhichService, isOnPayment } from '../journal/standing'
import type { NumberedPayment } from './stale'

export type ConnectedServiceDeps = {
  readonly journal: Pick<Journal, 'standing' | 'appendTill'>
  /** The stored address by its name; '' when none is stored. */
  readonly serviceName: () => string
  /** The name that the credentials say the service went by before; '' when they do not. */
  readonly movedFrom: () => string
  /** The journal says it too, now or since earlier: the credentials need not any more. */
  readonly moveWritten?: (() => void) | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly log: (line: string) => void
}

export type ConnectedService = {
  /** A payment of the service of that name; null while nobody has said which service that is. */
  readonly paymentAt: (name: string, id: string) => NumberedPayment | null
  /** A payment of the service that is connected now; of none while that is not settled. */
  readonly paymentHere: (id: string) => Payment
  /** Whether an attempt was made at the service that is connected now. */
  readonly isHere: (attempt: Attempt) => boolean
  /** Whether it is not written yet which service the stored address names: then nothing is sent. */
  readonly isUnsettled: () => boolean
  /** Gives a new address its number where no person is needed. Answers whether anything was written. */
  readonly nameAddress: () => boolean
}

type Naming = { readonly service: number; readonly why: 'moved' | 'first' | 'nothing_open' }

export function makeConnectedService(deps: ConnectedServiceDeps): ConnectedService {
  const { journal, serviceName } = deps
  const registry = () => journal.standing().services
  const paymentHere = (id: string) => ({ services: numbersOf(registry(), serviceName()), id })

  /** A move is told once: what a person has taken back stays so, though the credentials still speak of it. */
  function namingOf(name: string): Naming | null {
    const before = serviceOf(registry(), deps.movedFrom())
    const named = registry().names.get(name) ?? []
    if (before !== null && !named.includes(before)) return { service: before, why: 'moved' }
    if (named.length > 0) return null
    if (registry().highest === 0) return { service: 1, why: 'first' }
    const isOpen = asksWhichService(journal.standing())
    return isOpen ? null : { service: nextService(registry()), why: 'nothing_open' }
  }

  function write(address: string, naming: Naming): boolean {
    const at = deps.now()
    const written = journal.appendTill({ kind: 'service_named', at, ...naming, address, by: null })
    if (!written.ok) deps.log(`refunds: the service was not named: ${written.fault.kind}`)
    return written.ok
  }

  function isMoveWritten(address: string): boolean {
    const before = serviceOf(registry(), deps.movedFrom())
    return before !== null && (registry().names.get(address) ?? []).includes(before)
  }

  return {
    paymentAt(name, id) {
      const service = serviceOf(registry(), name)
      return service === null ? null : { service, services: numbersOf(registry(), name), id }
    },
    paymentHere,
    isHere: (attempt) => isOnPayment(registry(), attempt, paymentHere(attempt.intent.id)),
    isUnsettled() {
      const name = serviceName()
      if (name === '') return false
      // An address that has a number already is not used by it before the word that it has moved is written.
      return serviceOf(registry(), name) === null || namingOf(name)?.why === 'moved'
    },
    nameAddress() {
      const address = serviceName()
      const naming = address === '' ? null : namingOf(address)
      const written = naming !== null && write(address, naming)
      if (isMoveWritten(address)) deps.moveWritten?.()
      return written
    },
  }
}
