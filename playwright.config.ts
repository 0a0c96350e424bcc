import path from 'node:path'
import { defineConfig } from '@playwright/test'

// Whoever runs the tests in a checkout that is another user's names a folder that may be written to.
const results = process.env.TILLSIDE_RESULTS ?? 'test-results'

/** One of the kinds of tests that drive a window. Its artifacts stay until it is run again. */
function project(name: string, testDir: string, more: object = {}) {
  return { name, testDir, outputDir: path.join(results, name), ...more }
}

export default defineConfig({
  projects: [
    project('app', 'e2e', { testIgnore: ['packaged/**', 'test-package/**', 'page/**', 'screens/**'] }),
    // These press keys on the display, which go to the one window that has its focus.
    project('packaged', 'e2e/packaged', { workers: 1 }),
    project('test-package', 'e2e/test-package'),
    // The window alone, main played: these only compute, so more of them at once than cores gain nothing.
    project('page', 'e2e/page', { workers: 2, fullyParallel: true, timeout: 120_000 }),
    // The pictures of the screens, which are no test.
    project('screens', 'e2e/screens'),
  ],
  fullyParallel: false,
  // They wait for a quarter of their time, so that two cores have room for four.
  workers: 4,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 180_000,
  // No test measures time: on a busy machine what is awaited comes late, and is right all the same.
  expect: { timeout: 60_000 },
  // PLAYWRIGHT_JSON_OUTPUT_FILE names another place for the report.
  reporter: [['list'], ['json', { outputFile: path.join(results, 'app.json') }]],
  use: { trace: 'off', screenshot: 'only-on-failure', actionTimeout: 15_000 },
})
