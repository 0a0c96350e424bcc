/** Runs unit tests on the program with the one mistake whose number, from 1, is in PROVE_MUTANTS (run-seen-by-tests.mjs). */
import { defineConfig } from 'vitest/config'
import { mutating } from '../run/bundle.mjs'
import { placeChange } from '../run/place-mutants.mjs'
import { mutants } from './all-mutants'

const number = Number(process.env.PROVE_MUTANTS)
const changes = mutants[number - 1]?.changes ?? []

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration so.
export default defineConfig({
  plugins: [mutating(changes.map((change) => placeChange(change, number)))],
  test: {
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/shared/testing/property-size.ts', 'proof/mutants/make-mutants.ts'],
    environment: 'node',
    pool: 'forks',
    testTimeout: 60_000,
  },
})
