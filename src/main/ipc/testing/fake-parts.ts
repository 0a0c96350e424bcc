import type { Parts } from '../handlers'

type Fakes = {
  readonly [Part in keyof Parts]?: Parts[Part] extends (...args: never) => unknown
    ? Parts[Part]
    : Partial<Parts[Part]>
}

/** The parts that a test's handlers use. */
export function fakeParts(given: Fakes): Parts {
  // A test gives all that its handlers use.
  return given as unknown as Parts
}
