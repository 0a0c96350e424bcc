import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts', 'e2e/prove/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    testTimeout: 60_000,
    coverage: {
      provider: 'v8',
      include: ['src/shared/refund.ts', 'src/main/refund/**/*.ts'],
    },
  },
})
