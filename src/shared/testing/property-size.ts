/**
 * What a failed property says, and how many values it is tried with (vitest.config.ts). At night they are larger, ten times as
 * many, and others each time; else they are those of the commit.
 */
import fc from 'fast-check'
import { byExtent, extent } from './extent'

// Shared has no Node; what runs the tests has.
declare const process: { readonly env: { readonly [name: string]: string | undefined } }

const seed = process.env.PROPERTY_SEED

/** As many tries as that in CI, a part of them for a person who waits, ten times as many at night. */
export function runs(inCi: number): number {
  return Math.ceil(inCi * byExtent({ quick: 0.2, ci: 1, night: 10 }))
}

fc.configureGlobal({
  numRuns: runs(100),
  // The report of a run has only a failure's message: what went wrong must stand in it beside the values.
  includeErrorInReport: true,
  ...(seed === undefined || extent() === 'night' ? {} : { seed: Number(seed) }),
  // By default fast-check stays small whatever `maxLength` says: of 300 it makes ten, and no limit is ever reached.
  defaultSizeToMaxWhenMaxSpecified: true,
  baseSize: extent() === 'night' ? 'large' : 'small',
})
