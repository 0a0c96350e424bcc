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

/** What a runner counted, and its exit code. */
type Counts = Record<'passed' | 'failed' | 'skipped' | 'flaky' | 'code', number> & { failures: string[] }

/**
 * The numbers of a unit test run, as its JSON report has them.
 * @param code the runner's exit code
 */
export function readUnitReport(file: string, code: number): Findings {
  const report = readJson(file)
  if (report === null) return noReport(code)
  const files: UnitFile[] = report.testResults ?? []
  const failures = files.flatMap(({ message, assertionResults = [] }) => [
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => failure(fullName, failureMessages[0])),
    // A file that broke before its first test has words of its own alone.
    ...(message && assertionResults.length === 0 ? [failure('a test file', message)] : []),
  ])
  return judge({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    flaky: 0,
    code,
    failures,
  })
}

/**
 * The numbers of an end-to-end run, as its JSON report has them.
 * @param code the runner's exit code
 */
export function readPlaywrightReport(file: string, code: number): Findings {
  const report = readJson(file)
  if (report === null) return noReport(code)
  const { expected, unexpected, skipped, flaky } = report.stats
  const failures = (report.suites ?? []).flatMap(failuresIn)
  return judge({ passed: expected, failed: unexpected, skipped, flaky, code, failures })
}

function failuresIn({ suites = [], specs = [] }: Suite): string[] {
  const own = specs.filter(({ ok }) => !ok)
  return [
    ...own.map(({ title, tests }) =>
      failure(title, tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message),
    ),
    ...suites.flatMap(failuresIn),
  ]
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

/**
 * A test that was skipped, or passed only at a second try, has not shown that the thing works. Nor has a
 * runner that ran nothing, or broke beside its tests.
 */
function judge({ passed, failed, skipped, flaky, code, failures }: Counts): Findings {
  const notes = []
  let all = failed + skipped + flaky
  if (skipped > 0) notes.push(`${skipped} skipped tests count as failed`)
  if (flaky > 0) notes.push(`${flaky} flaky tests count as failed`)
  if (passed + all === 0) {
    notes.push('no test was run')
    all = 1
  } else if (code !== 0 && failed === 0 && flaky === 0) {
    notes.push(`the runner itself failed (it ended with ${code})`)
    all += 1
  }
  return { passed, failed: all, notes, failures }
}

function noReport(code: number): Findings {
  return { passed: 0, failed: 1, notes: [`the runner left no report (it ended with ${code})`] }
}
