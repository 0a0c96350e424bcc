import type { Parts } from '../parts'

type Fakes = {
  readonly [Part in keyof Parts]?: Parts[Part] extends (...args: never) => unknown
    ? Parts[Part]
    : Partial<Parts[Part]>
}

/** The parts that handlers of a test use; a handler that reaches for another one fails there. */
export function fakeParts(given: Fakes): Parts {
  // A test gives what its handlers use, and nothing else is asked for.
  return given as unknown as Parts
}
