/**
 * What a failed property says, and how large the values are that properties are tried with (vitest.config.ts). By
 * default fast-check stays small whatever `maxLength` says: of `{ maxLength: 300 }` it makes ten, and no limit is ever
 * reached.
 * The report of a run has only a failure's message: what went wrong must stand in it beside the values.
 */
import fc from 'fast-check'

fc.configureGlobal({
  defaultSizeToMaxWhenMaxSpecified: true,
  baseSize: 'large',
  includeErrorInReport: true,
})
