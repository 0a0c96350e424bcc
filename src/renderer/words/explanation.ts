import type { Fault, FaultOf } from '../../shared/fault'

/** What a person reads when something is not as usual: three plain sentences, in this order. */
export type Explanation = {
  /** What happened. */
  readonly title: string
  /** What it means for the money. */
  readonly meaning: string
  /** What to do next. */
  readonly next: string
}

export const nothingMoved = 'No money moved.'
export const nothingSent = 'Nothing was sent. No money moved.'

/** Makes a test for a group of faults, by their kinds. */
export function kindsOf<K extends Fault['kind']>(...kinds: readonly K[]) {
  const known: ReadonlySet<Fault['kind']> = new Set(kinds)
  return (fault: Fault): fault is FaultOf<K> => known.has(fault.kind)
}
