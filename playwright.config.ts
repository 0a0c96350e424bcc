import path from 'node:path'
import { defineConfig } from '@playwright/test'

// The runner (scripts/testing/run-playwright.ts) names a folder that whoever runs the tests may write to.
const results = process.env.TILLSIDE_E2E_RESULTS ?? 'test-results/end-to-end'

// The packaged program has a run of its own: it is there only after packaging.
const packaged = Boolean(process.env.TILLSIDE_E2E_PACKAGED)
const testPackage = Boolean(process.env.TILLSIDE_E2E_TEST_PACKAGE)
// So have the pictures of the screens, which are no test.
const screens = Boolean(process.env.TILLSIDE_E2E_SCREENS)

// And the window alone, on another Chromium than Electron's.
const pageAlone = Boolean(process.env.TILLSIDE_E2E_CHROMIUM)

function whatToRun() {
  if (packaged) return { testDir: testPackage ? 'e2e/test-package' : 'e2e/packaged' }
  if (pageAlone) return { testDir: 'e2e/page' }
  if (screens) return { testDir: 'e2e/screens' }
  return { testDir: 'e2e', testIgnore: ['packaged/**', 'test-package/**', 'page/**', 'screens/**'] }
}

export default defineConfig({
  ...whatToRun(),
  outputDir: path.join(results, 'artifacts'),
  fullyParallel: false,
  // The tests on the packaged program press keys on the display, which go to the one window that has its focus. The others
  // wait for a quarter of their time, so that two cores have room for four.
  workers: packaged ? 1 : 4,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 180_000,
  // No test measures time: on a busy machine what is awaited comes late, and is right all the same.
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: path.join(results, 'report.json') }]],
  use: { trace: 'off', screenshot: 'only-on-failure', actionTimeout: 15_000 },
})
