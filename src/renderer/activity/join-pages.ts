import type { Attempt } from '../../shared/attempt'

/** One list of two, in their order: what both have is taken from the first. */
export function joinPages<T extends Attempt>(first: readonly T[], second: readonly T[]): readonly T[] {
  const known = new Set(first.map(({ intent }) => intent.marker))
  return [...first, ...second.filter(({ intent }) => !known.has(intent.marker))]
}
