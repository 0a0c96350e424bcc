import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readPlaywrightReport, readUnitReport } from './reports'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-reports-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a runner's report and answers its path. */
function reportOf(content: unknown): string {
  const file = path.join(folder, 'report.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const unit = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 }
const browser = { expected: 0, unexpected: 0, skipped: 0, flaky: 0 }

describe('the numbers of a test run', () => {
  it('are the runner’s own when all went well', () => {
    expect(readUnitReport(reportOf({ ...unit, numPassedTests: 7 }), 0)).toEqual({
      passed: 7,
      failed: 0,
      notes: [],
      failures: [],
    })
  })

  it('count what was left out as failed', () => {
    const report = reportOf({ ...unit, numPassedTests: 7, numPendingTests: 2, numTodoTests: 1 })
    expect(readUnitReport(report, 0)).toMatchObject({ passed: 7, failed: 3 })
  })

  it('count a test that passed only at the second try as failed', () => {
    const report = reportOf({ stats: { ...browser, expected: 3, flaky: 1 } })
    expect(readPlaywrightReport(report, 0)).toMatchObject({ passed: 3, failed: 1 })
  })

  it.each([
    ['no test was run', { stats: browser }, 0],
    ['no test was run', { stats: browser }, 1],
  ])('are a failure when %s', (note, content, code) => {
    expect(readPlaywrightReport(reportOf(content), code)).toEqual({
      passed: 0,
      failed: 1,
      notes: [note],
      failures: [],
    })
  })

  it('name a failed property with its values, and with what runs it again', () => {
    const lines = [
      'Error: Property failed after 7 tests',
      '{ seed: 12, path: "6:0", endOnFailure: true }',
      'Counterexample: [5]',
      'Shrunk 1 time(s)',
      'Got AssertionError: expected 5 to be less than 5',
      '    at money.test.ts:7',
    ]
    const assertionResults = [
      { status: 'failed', fullName: 'money is kept', failureMessages: [lines.join('\n')] },
    ]
    const report = reportOf({ ...unit, numFailedTests: 1, testResults: [{ assertionResults }] })
    expect(readUnitReport(report, 1).failures).toEqual([
      `money is kept: ${[...lines.slice(0, 3), lines[4]].join(' ')}`,
    ])
  })

  it('name each failed test with its cause, without the runner’s colours', () => {
    const failureMessages = ['\u001b[31mAssertionError\u001b[39m: expected 1 to be 2\n    at money.test.ts:7']
    const assertionResults = [
      { status: 'passed', fullName: 'money adds up', failureMessages: [] },
      { status: 'failed', fullName: 'money is kept', failureMessages },
    ]
    const broken = { message: 'Cannot find module', assertionResults: [] }
    const ofUnits = { ...unit, numFailedTests: 1, testResults: [{ assertionResults }, broken] }
    expect(readUnitReport(reportOf(ofUnits), 1).failures).toEqual([
      'money is kept: AssertionError: expected 1 to be 2',
      'a test file: Cannot find module',
    ])
    const error = {
      message: 'Error: expect(locator).toHaveText\n\nExpected: "Refunded"\nReceived: "Refused"',
    }
    const specs = [{ ok: false, title: 'is refunded', tests: [{ results: [{ error }] }] }]
    const ofWindows = { stats: { ...browser, unexpected: 1 }, suites: [{ suites: [{ specs }] }] }
    expect(readPlaywrightReport(reportOf(ofWindows), 1).failures).toEqual([
      'is refunded: Error: expect(locator).toHaveText Expected: "Refunded" Received: "Refused"',
    ])
  })

  it('count one failure more when the runner broke although its tests passed', () => {
    const report = reportOf({ stats: { ...browser, expected: 3 } })
    expect(readPlaywrightReport(report, 1)).toMatchObject({ passed: 3, failed: 1 })
  })

  it('are a failure when there is no report, or half of one', () => {
    expect(readUnitReport(path.join(folder, 'absent.json'), 0)).toMatchObject({ passed: 0, failed: 1 })
    expect(readUnitReport(reportOf('{"numPassedTests": 4'), 1)).toMatchObject({ passed: 0, failed: 1 })
  })
})
