// @ts-check
import { readFileSync } from 'node:fs'

/**
 * The numbers of a unit test run, as its JSON report has them.
 * @param {string} file
 * @param {number} code the runner's exit code
 * @returns {import('./stages.mjs').Findings}
 */
export function readUnitReport(file, code) {
  const report = readJson(file)
  if (report === null) return noReport(code)
  return judge({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    flaky: 0,
    code,
  })
}

/**
 * The numbers of an end-to-end run, as its JSON report has them.
 * @param {string} file
 * @param {number} code the runner's exit code
 * @returns {import('./stages.mjs').Findings}
 */
export function readPlaywrightReport(file, code) {
  const report = readJson(file)
  if (report === null) return noReport(code)
  const { expected, unexpected, skipped, flaky } = report.stats
  return judge({ passed: expected, failed: unexpected, skipped, flaky, code })
}

/**
 * A test that was skipped, or passed only at a second try, has not shown that the thing works. Nor has a
 * runner that ran nothing, or broke beside its tests.
 * @param {{ passed: number, failed: number, skipped: number, flaky: number, code: number }} numbers
 * @returns {import('./stages.mjs').Findings}
 */
function judge({ passed, failed, skipped, flaky, code }) {
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
  return { passed, failed: all, notes }
}

/**
 * @param {number} code
 * @returns {import('./stages.mjs').Findings}
 */
function noReport(code) {
  return { passed: 0, failed: 1, notes: [`the runner left no report (it ended with ${code})`] }
}

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
