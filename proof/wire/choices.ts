/**
 * The random decisions of one history, as a list that a shrinker can shorten and lower: when it runs out, every
 * further decision is the first, which is always the harmless one.
 */
export type Choices = {
  /** A whole number from 0 to below `options`. */
  readonly pick: (options: number) => number
  /** One of the values, the first when the list has run out. */
  readonly oneOf: <T>(first: T, ...others: readonly T[]) => T
  /** True about once in `times` decisions. */
  readonly rarely: (times: number) => boolean
  readonly isOver: () => boolean
}

export function makeChoices(numbers: readonly number[]): Choices {
  let next = 0
  function pick(options: number): number {
    const number = numbers[next] ?? 0
    next += 1
    return number % options
  }
  return {
    pick,
    oneOf(first, ...others) {
      return others[pick(others.length + 1) - 1] ?? first
    },
    rarely: (times) => pick(times) === times - 1,
    isOver: () => next >= numbers.length,
  }
}
