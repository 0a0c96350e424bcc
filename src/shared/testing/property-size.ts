/**
 * How large the values are that properties are tried with (vitest.config.ts). By default fast-check stays small
 * whatever `maxLength` says: of `{ maxLength: 300 }` it makes ten, and no limit is ever reached.
 */
import fc from 'fast-check'

fc.configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true, baseSize: 'large' })
