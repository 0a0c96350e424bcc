import { defineConfig } from 'vitest/config'
import { seedOfCommit } from './proof/run/seed-of-commit.mjs'
import { extent } from './src/shared/testing/extent'

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'src/**/*.test.tsx',
      'scripts/**/*.test.ts',
      'proof/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', ...(extent() === 'night' ? [] : ['**/*.night.test.ts'])],
    setupFiles: ['src/shared/testing/property-size.ts'],
    // The same commit passes and fails alike; at night seeds are free (src/shared/testing/property-size.ts).
    env: { PROPERTY_SEED: String(seedOfCommit().seed) },
    environment: 'node',
    pool: 'forks',
    // A process for each of three hundred files would take longer to start than most of them run.
    isolate: false,
    maxWorkers: '100%',
    // Nothing here measures time: beside other work a property of a minute takes four, and is as true.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // The usual second is short beside other work: what is waited for here comes at once or never.
    expect: { poll: { timeout: 20_000 } },
    coverage: {
      provider: 'v8',
      // What decides about money: the transitions, the rules, the schedules, the locks, and what applies them.
      include: [
        'src/shared/attempt-states.ts',
        'src/shared/refund.ts',
        'src/shared/seen.ts',
        'src/shared/taken-over.ts',
        'src/shared/evidence.ts',
        'src/shared/refund-judgement.ts',
        'src/shared/watch.ts',
        'src/shared/watch-judgement.ts',
        'src/shared/check-schedule.ts',
        'src/shared/decide-rules.ts',
        'src/shared/high-water.ts',
        'src/shared/lowering.ts',
        'src/shared/past.ts',
        'src/shared/marker.ts',
        'src/main/journal/standing.ts',
        'src/main/service/address.ts',
        'src/main/refund/note-show.ts',
        'src/main/refund/judge-show.ts',
        'src/main/refund/ask-payment.ts',
        'src/main/refund/attempt-runs.ts',
        'src/main/refund/accept-lower.ts',
        'src/main/refund/lower-water.ts',
        'src/main/refund/line-budget.ts',
        'src/main/refund/pace.ts',
        'src/main/refund/stale-view.ts',
      ],
      thresholds: { branches: 100, functions: 100, lines: 100, statements: 100 },
    },
  },
})
