/** Runs unit tests on the program with every mistake built in; each file makes one of them (run-mutants.ts). */
import { defineConfig } from 'vitest/config'
import { mutating } from '../run/bundle'
import { editsOf } from '../run/place-mutants'
import { mutants } from './all-mutants'

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration so.
export default defineConfig({
  plugins: [mutating(editsOf(mutants))],
  test: {
    include: ['out/prove/seen-by-tests/*.test.js'],
    setupFiles: ['src/shared/testing/property-size.ts'],
    // The same whoever runs it: a mistake is noticed or not.
    env: { EXTENT: 'ci', PROPERTY_SEED: '1' },
    environment: 'node',
    pool: 'forks',
    maxWorkers: '100%',
    testTimeout: 60_000,
  },
})
