import type { Fault, FaultOf } from '../../shared/fault'

/** Makes a test for a group of faults, by their kinds. */
export function kindsOf<K extends Fault['kind']>(...kinds: readonly K[]) {
  const known: ReadonlySet<Fault['kind']> = new Set(kinds)
  return (fault: Fault): fault is FaultOf<K> => known.has(fault.kind)
}
