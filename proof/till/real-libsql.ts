/** The real libsql, whatever stands in its place in the histories' program. */
import { createRequire } from 'node:module'
import type Libsql from 'libsql'

// By its name at run time: the bundler would lead a plain import to faulty-libsql.ts.
const name = 'libsql'

// What `require` answers has no type; it is the package whose types these are.
export const RealDatabase = createRequire(__filename)(name) as typeof Libsql
