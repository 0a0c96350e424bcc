import { defineConfig } from 'vitest/config'
import { seedOfCommit } from './proof/run/seed-of-commit'
import { extent } from './src/shared/testing/extent'

const notOurs = ['**/node_modules/**']
const testsNamed = (name: string) => [`{src,scripts,proof,bench}/**/${name}.{ts,tsx}`]

/**
 * Unit tests touch nothing but the program's own code and are quick (scripts/testing/unit-setup.ts). *Real* ones have
 * files, sockets, keyrings, programs, and all of the repository.
 */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: testsNamed('*.test'),
          exclude: [...notOurs, '**/*.real.test.*', '**/*.night.test.*'],
          setupFiles: ['scripts/testing/unit-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'real',
          include: [
            ...testsNamed('*.real.test'),
            ...(extent() === 'night' ? testsNamed('*.night.test') : []),
          ],
          exclude: notOurs,
        },
      },
    ],
    setupFiles: ['src/shared/testing/property-size.ts'],
    // The same commit passes and fails alike; at night seeds are free (src/shared/testing/property-size.ts).
    env: { PROPERTY_SEED: String(seedOfCommit().seed) },
    environment: 'node',
    // Style sheets are read as texts alone.
    css: { include: [/\.css\?raw/] },
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
        'src/shared/attempt/attempt-states.ts',
        'src/shared/refund/refund.ts',
        'src/shared/attempt/evidence.ts',
        'src/shared/refund/refund-judgement.ts',
        'src/shared/refund/watch.ts',
        'src/shared/refund/watch-judgement.ts',
        'src/shared/refund/check-schedule.ts',
        'src/shared/refund/decide-rules.ts',
        'src/shared/refund/past.ts',
        'src/shared/attempt/marker.ts',
        'src/main/journal/fold.ts',
        'src/main/service/address.ts',
        'src/main/refund/order.ts',
        'src/main/refund/protocol.ts',
        'src/main/refund/people.ts',
        'src/main/refund/memory.ts',
        'src/main/refund/ask.ts',
      ],
      thresholds: {
        'src/{shared/*,main/journal,main/service}/*.ts': {
          branches: 100,
          functions: 100,
          lines: 100,
          statements: 100,
        },
        // What only a bug of another part could lead to is kept on the safe side there, and no test can bring it about.
        'src/main/refund/*.ts': { branches: 92, functions: 98, lines: 98, statements: 97 },
      },
    },
  },
})
