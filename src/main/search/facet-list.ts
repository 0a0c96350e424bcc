import type { Facet } from './searched-copy'

/** 1 for each facet, by its number in the list, of which something holds. */
export type FacetTable = Uint8Array

/** Every facet of all segments once: what a term says about it is worked out once for each search. */
export type FacetList = {
  /** The numbers of these facets; new ones are taken in. */
  readonly numbersOf: (facets: readonly Facet[]) => Uint32Array
  readonly tableOf: (holds: (facet: Facet) => boolean) => FacetTable
}

/** A text of its own for each facet. It is made for each of every segment: JSON takes four times as long. */
function nameOf({ owner, state, status, currency, gatewayCode }: Facet): string {
  return `${owner} ${state} ${status.length} ${currency.length} ${status} ${currency} ${gatewayCode}`
}

export function makeFacetList(): FacetList {
  const facets: Facet[] = []
  const numbers = new Map<string, number>()
  function numberOf(facet: Facet): number {
    const name = nameOf(facet)
    const number = numbers.get(name) ?? facets.push(facet) - 1
    numbers.set(name, number)
    return number
  }
  return {
    numbersOf: (these) => Uint32Array.from(these, numberOf),
    tableOf: (holds) => Uint8Array.from(facets, (facet) => (holds(facet) ? 1 : 0)),
  }
}
