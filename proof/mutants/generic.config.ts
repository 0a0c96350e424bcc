/** The unit tests that judge generic mutants (generic.json): those of the rules, of the record and of the protocol. */
import { defineConfig } from 'vitest/config'

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration so.
export default defineConfig({
  test: {
    include: ['src/{shared,main/refund,main/journal}/**/*.test.ts'],
    exclude: ['**/*.night.test.ts', '**/testing/**'],
    setupFiles: ['src/shared/testing/property-size.ts'],
    // The same whoever runs it: a mistake is noticed or not.
    env: { EXTENT: 'quick', PROPERTY_SEED: '1' },
    environment: 'node',
    testTimeout: 60_000,
  },
})
