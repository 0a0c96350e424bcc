/** How much is tried: *quick* by a person who waits, *ci* where CI is set, *night* by `npm run night`. */
export type Extent = 'quick' | 'ci' | 'night'

// Shared has no Node; what runs the tests has.
declare const process: { readonly env: { readonly [name: string]: string | undefined } }

/** The extent of this run, from EXTENT. Throws for a value that is none. */
export function extent(): Extent {
  const { EXTENT: given, CI: inCi } = process.env
  if (given === undefined || given === '') return inCi ? 'ci' : 'quick'
  if (given === 'quick' || given === 'ci' || given === 'night') return given
  throw new Error(`EXTENT is quick, ci or night, not ${given}`)
}

/** The one of these that goes with this run's extent. */
export function byExtent<T>(values: Readonly<Record<Extent, T>>): T {
  return values[extent()]
}
