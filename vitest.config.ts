import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'src/**/*.test.tsx',
      'scripts/**/*.test.ts',
      'e2e/prove/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    setupFiles: ['src/shared/testing/property-size.ts'],
    environment: 'node',
    pool: 'forks',
    testTimeout: 60_000,
    coverage: {
      provider: 'v8',
      // What decides about money: the transitions, the rules, the schedule, and the two that apply them.
      include: [
        'src/shared/refund.ts',
        'src/shared/refund-judgement.ts',
        'src/shared/look-schedule.ts',
        'src/main/refund/reconcile.ts',
        'src/main/refund/note-look.ts',
      ],
      thresholds: { branches: 100, functions: 100, lines: 100, statements: 100 },
    },
  },
})
