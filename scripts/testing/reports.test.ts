import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readReport } from './reports'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-reports-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Reads what is written as a runner's report. */
function read(content: unknown, code: number) {
  const file = path.join(folder, 'report.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return readReport(file, code)
}

const unit = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 }
const browser = { expected: 0, unexpected: 0, skipped: 0, flaky: 0 }

it.each([
  ['all that passed', { ...unit, numPassedTests: 7 }, 0, [7, 0]],
  [
    'what was left out as failed',
    { ...unit, numPassedTests: 7, numPendingTests: 2, numTodoTests: 1 },
    0,
    [7, 3],
  ],
  ['what passed at the second try as failed', { stats: { ...browser, expected: 3, flaky: 1 } }, 0, [3, 1]],
  ['a run without tests as failed', { stats: browser }, 0, [0, 1]],
  ['a runner that broke beside its tests as failed', { stats: { ...browser, expected: 3 } }, 1, [3, 1]],
  ['half a report as failed', '{"numPassedTests": 4', 1, [0, 1]],
])('a report counts %s', (_what, content, code, [passed, failed]) => {
  expect(read(content, code)).toMatchObject({ passed, failed })
})

it('a run without a report has failed', () => {
  expect(readReport(path.join(folder, 'absent.json'), 0)).toMatchObject({ passed: 0, failed: 1 })
})

it('a report names each failed test with its cause, without the runner’s colours, a property with what repeats it', () => {
  const property = [
    '\u001b[31mError: Property failed after 7 tests\u001b[39m',
    '{ seed: 12, path: "6:0", endOnFailure: true }',
    'Counterexample: [5]',
    'Shrunk 1 time(s)',
    'Got AssertionError: expected 5 to be less than 5',
    '    at money.test.ts:7',
  ]
  const assertionResults = [
    { status: 'passed', fullName: 'money adds up', failureMessages: [] },
    { status: 'failed', fullName: 'money is kept', failureMessages: [property.join('\n')] },
  ]
  const broken = { message: 'Cannot find module', assertionResults: [] }
  expect(
    read({ ...unit, numFailedTests: 1, testResults: [{ assertionResults }, broken] }, 1).failures,
  ).toEqual([
    `money is kept: Error: Property failed after 7 tests ${property[1]} ${property[2]} ${property[4]}`,
    'a test file: Cannot find module',
  ])
  const error = { message: 'Error: expect(locator).toHaveText\n\nExpected: "Refunded"\nReceived: "Refused"' }
  const specs = [{ ok: false, title: 'is refunded', tests: [{ results: [{ error }] }] }]
  expect(
    read({ stats: { ...browser, unexpected: 1 }, suites: [{ suites: [{ specs }] }] }, 1).failures,
  ).toEqual(['is refunded: Error: expect(locator).toHaveText Expected: "Refunded" Received: "Refused"'])
})
