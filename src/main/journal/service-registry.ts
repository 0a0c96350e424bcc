/**
 * Services have numbers; addresses are names of them (refund-protocol.md 14). Folded from `service_named`
 * lines; which addresses said that they are practice, from `practice_heard`. Nothing is ever forgotten: numbers that one
 * address has named belong together for good, and so do all that hang together that way, so that no change of address
 * opens a lock.
 */
import type { TillEvent } from '../../shared/journal-events'
import { addressName } from '../service/address'

/** For each normalised address the numbers it has named, oldest first: the last one counts, the others still lock. */
export type ServiceRegistry = {
  readonly names: ReadonlyMap<string, readonly number[]>
  /** The highest number given so far; 0 when none. */
  readonly highest: number
  /** Normalised addresses of services whose answers said that they move no real money. It decides about no refund. */
  readonly practice: ReadonlySet<string>
}

export const noServices: ServiceRegistry = { names: new Map(), highest: 0, practice: new Set() }

export type ServiceNamed = Extract<TillEvent, { kind: 'service_named' }>

/** The registry after one more line. A later line about the same address counts; what it named before still locks. */
export function nameService(registry: ServiceRegistry, event: ServiceNamed): ServiceRegistry {
  const { service } = event
  const address = addressName(event.address)
  const former = (registry.names.get(address) ?? []).filter((number) => number !== service)
  return {
    ...registry,
    names: new Map([...registry.names, [address, [...former, service]]]),
    highest: Math.max(registry.highest, service),
  }
}

/** The registry once the service of that address has said that it is practice. */
export function hearPractice(registry: ServiceRegistry, address: string): ServiceRegistry {
  return { ...registry, practice: new Set([...registry.practice, addressName(address)]) }
}

/** The number that an address names now; null for one that names none. */
export function serviceOf(registry: ServiceRegistry, address: string): number | null {
  return registry.names.get(addressName(address))?.at(-1) ?? null
}

/** The number for a service that has none yet. */
export function nextService(registry: ServiceRegistry): number {
  return registry.highest + 1
}

/**
 * Every number whose payments are this address's: the one that it names now first, then all that hang together with
 * it by any address, smallest first. Empty for an address that names none.
 */
export function numbersOf(registry: ServiceRegistry, address: string): readonly number[] {
  const current = serviceOf(registry, address)
  if (current === null) return []
  const known = withRelated(registry, [current])
  return [current, ...[...known].filter((number) => number !== current).sort((one, other) => one - other)]
}

/** These numbers and all that hang together with them. */
export function withRelated(registry: ServiceRegistry, numbers: readonly number[]): ReadonlySet<number> {
  const known = new Set(numbers)
  let before = -1
  while (before !== known.size) {
    before = known.size
    const reached = [...registry.names.values()].filter((named) => named.some((number) => known.has(number)))
    for (const number of reached.flat()) known.add(number)
  }
  return known
}

/** The addresses that name each service now, by number, for the screen. */
export function serviceNames(
  registry: ServiceRegistry,
): readonly { readonly service: number; readonly addresses: readonly string[] }[] {
  const numbers = [...new Set([...registry.names.values()].flat())].sort((one, other) => one - other)
  return numbers.map((service) => ({
    service,
    addresses: [...registry.names].flatMap(([address, named]) => (named.at(-1) === service ? [address] : [])),
  }))
}
