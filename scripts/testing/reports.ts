import { stripVTControlCharacters } from 'node:util'
import { readJson } from '../setup/project.mjs'
import type { Findings } from './stages'

/** Of a test file, in the unit tests' report. */
interface UnitFile {
  message?: string
  assertionResults?: { status: string; fullName: string; failureMessages: string[] }[]
}

/** Of a file or a group of tests, in the end-to-end tests' report. */
interface Suite {
  suites?: Suite[]
  specs?: { ok: boolean; title: string; tests: { results: { error?: { message?: string } }[] }[] }[]
}

/**
 * The numbers of a test run, as its runner's JSON report has them: Vitest's or Playwright's. A test that was skipped, or
 * passed only at a second try, has not shown that the thing works. Nor has a runner that ran nothing, or broke beside
 * its tests.
 * @param code the runner's exit code
 */
export function readReport(file: string, code: number): Findings {
  const report = readJson(file)
  if (report === null)
    return { passed: 0, failed: 1, notes: [`the runner left no report (it ended with ${code})`] }
  const { expected, unexpected, skipped, flaky } = report.stats ?? {
    expected: report.numPassedTests,
    unexpected: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    flaky: 0,
  }
  const failures = [...failuresOfUnits(report.testResults ?? []), ...failuresIn(report)]
  const notes: string[] = []
  let failed = unexpected + skipped + flaky
  if (skipped > 0) notes.push(`${skipped} skipped tests count as failed`)
  if (flaky > 0) notes.push(`${flaky} flaky tests count as failed`)
  if (expected + failed === 0) {
    notes.push('no test was run')
    failed = 1
  } else if (code !== 0 && unexpected === 0 && flaky === 0) {
    notes.push(`the runner itself failed (it ended with ${code})`)
    failed += 1
  }
  return { passed: expected, failed, notes, failures }
}

function failuresOfUnits(files: readonly UnitFile[]): string[] {
  return files.flatMap(({ message, assertionResults = [] }) => [
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => failure(fullName, failureMessages[0])),
    // A file that broke before its first test has words of its own alone.
    ...(message && assertionResults.length === 0 ? [failure('a test file', message)] : []),
  ])
}

function failuresIn({ suites = [], specs = [] }: Suite): string[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) =>
      failure(title, tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message),
    )
  return [...own, ...suites.flatMap(failuresIn)]
}

/**
 * A test's name and what it failed of, in one line.
 * @param words of the runner, with its colours
 */
function failure(name: string, words = 'it says nothing') {
  const [first = '', ...rest] = stripVTControlCharacters(words)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const values = rest.filter((line) => /^(expected|received|locator|error)\b/i.test(line)).slice(0, 2)
  // Of a property also what repeats it: it may not fail again by itself for a long time.
  const repeats = rest.filter((line) => /^(\{ seed|counterexample|got)\b/i.test(line)).slice(0, 3)
  const said = [[first, ...values].join(' ').slice(0, 240), ...repeats.map((line) => line.slice(0, 600))]
  return `${name}: ${said.join(' ')}`
}
