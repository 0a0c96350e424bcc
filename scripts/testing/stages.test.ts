import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readReport, runStage, summarize } from './stages'

/** Runs what prints, and answers its result alone. */
async function quietly<T>(body: () => T | Promise<T>): Promise<T> {
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    return await body()
  } finally {
    print.mockRestore()
  }
}

it('a stage that checked nothing has failed, and says so', async () => {
  const stage = await quietly(() =>
    runStage('mutants', async () => ({ passed: 0, failed: 0, notes: ['none listed'] })),
  )
  expect(stage).toMatchObject({ passed: 0, failed: 1, notes: ['none listed', 'nothing was checked'] })
})

it('a stage that breaks has failed with the reason', async () => {
  const stage = await quietly(() => runStage('proof', () => Promise.reject(new Error('no strace'))))
  expect(stage).toMatchObject({ passed: 0, failed: 1, notes: [expect.stringContaining('no strace')] })
})

it('a stage that had nothing to run on counts neither way, and the whole does not pass by it', async () => {
  const stage = await quietly(() =>
    runStage('Chromium', async () => ({ passed: 0, failed: 0, notRun: 'none is installed' })),
  )
  expect(stage).toMatchObject({ passed: 0, failed: 0, notRun: 'none is installed' })
  expect(await quietly(() => summarize([stage]))).toBe(1)
})

it('the end of a run names what failed and why in few lines, before the totals', async () => {
  const failures = Array.from({ length: 40 }, (_, index) => `test ${index}: expected 1 to be 2`)
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  summarize([
    { name: 'unit', seconds: 1, passed: 2, failed: 40, failures },
    { name: 'types', seconds: 1, passed: 0, failed: 1, notes: ['a.ts(1,1):\n  error'] },
  ])
  const lines = print.mock.calls
    .map(([text]) => String(text))
    .join('')
    .trimEnd()
    .split('\n')
  print.mockRestore()
  expect(lines.at(-1)).toBe('2 passed, 41 failed')
  const end = lines.slice(-25)
  expect(end).toContain('✗ unit: test 0: expected 1 to be 2')
  expect(end).toContain('✗ types: a.ts(1,1): error')
  expect(end).toContain('✗ unit: 34 more: see above')
})

it('a stage that found something keeps its own numbers', async () => {
  const stage = await quietly(() => runStage('unit', async () => ({ passed: 7, failed: 2 })))
  expect(stage).toMatchObject({ name: 'unit', passed: 7, failed: 2 })
})

it.each([
  [0, 'all passed', [{ name: 'a', seconds: 1, passed: 2, failed: 0 }]],
  [1, 'one failed', [{ name: 'a', seconds: 1, passed: 2, failed: 1 }]],
  [1, 'nothing passed', [{ name: 'a', seconds: 1, passed: 0, failed: 0 }]],
])('the whole ends with %i when %s', async (code, _when, stages) => {
  expect(await quietly(() => summarize(stages))).toBe(code)
})

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
