import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readReport, runStage, summarize } from './stages'

/** What it prints, and its result. */
async function heard<T>(body: () => T | Promise<T>): Promise<readonly [string, T]> {
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    const result = await body()
    return [print.mock.calls.map(([text]) => String(text)).join(''), result]
  } finally {
    print.mockRestore()
  }
}

const stageOf = async (body: Parameters<typeof runStage>[1]) => (await heard(() => runStage('one', body)))[1]

it.each([
  ['has its own numbers', async () => ({ passed: 7, failed: 2 }), { passed: 7, failed: 2 }],
  [
    'has failed where it checked nothing',
    async () => ({ passed: 0, failed: 0, notes: ['none listed'] }),
    { passed: 0, failed: 1, notes: ['none listed', 'nothing was checked'] },
  ],
  [
    'has failed where it broke, with the reason',
    () => Promise.reject(new Error('no strace')),
    { passed: 0, failed: 1, notes: [expect.stringContaining('no strace')] },
  ],
  [
    'counts neither way where it had nothing to run on',
    async () => ({ passed: 0, failed: 0, notRun: 'none is installed' }),
    { passed: 0, failed: 0, notRun: 'none is installed' },
  ],
])('a stage %s', async (_what, body, expected) => {
  expect(await stageOf(body)).toMatchObject({ name: 'one', ...expected })
})

it('the end of a run names what failed and why in few lines, before the totals', async () => {
  const failures = Array.from({ length: 40 }, (_, index) => `test ${index}: expected 1 to be 2`)
  const [said] = await heard(() =>
    summarize([
      { name: 'unit', seconds: 1, passed: 2, failed: 40, failures },
      { name: 'types', seconds: 1, passed: 0, failed: 1, notes: ['a.ts(1,1):\n  error'] },
    ]),
  )
  const lines = said.trimEnd().split('\n')
  expect(lines.at(-1)).toBe('2 passed, 41 failed')
  expect(lines.slice(-25)).toEqual(
    expect.arrayContaining([
      '✗ unit: test 0: expected 1 to be 2',
      '✗ types: a.ts(1,1): error',
      '✗ unit: 34 more: see above',
    ]),
  )
})

it.each([
  [0, 'all passed', { passed: 2, failed: 0 }],
  [1, 'one failed', { passed: 2, failed: 1 }],
  [1, 'nothing passed', { passed: 0, failed: 0, notRun: 'none is installed' }],
])('the whole ends with %i when %s', async (code, _when, found) => {
  expect((await heard(() => summarize([{ name: 'a', seconds: 1, ...found }])))[1]).toBe(code)
})

/** Reads what is written as a runner's report; nothing is, without content. */
function read(content: unknown, code: number) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-reports-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'report.json')
  if (content !== null) writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
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
  ['none as failed', null, 0, [0, 1]],
])('a report counts %s', (_what, content, code, [passed, failed]) => {
  expect(read(content, code)).toMatchObject({ passed, failed })
})

it('a report names each failed test with its cause, without the runner’s colours, a property with what repeats it', () => {
  const property = [
    'Error: Property failed after 7 tests',
    '{ seed: 12, path: "6:0", endOnFailure: true }',
    'Counterexample: [5]',
    'Shrunk 1 time(s)',
    'Got AssertionError: expected 5 to be less than 5',
  ]
  const assertionResults = [
    { status: 'passed', fullName: 'money adds up', failureMessages: [] },
    {
      status: 'failed',
      fullName: 'money is kept',
      failureMessages: [`\u001b[31m${property.join('\n')}\u001b[39m`],
    },
  ]
  const broken = { message: 'Cannot find module', assertionResults: [] }
  const units = read({ ...unit, numFailedTests: 1, testResults: [{ assertionResults }, broken] }, 1)
  const error = { message: 'Error: expect(locator).toHaveText\n\nExpected: "Refunded"\nReceived: "Refused"' }
  const specs = [{ ok: false, title: 'is refunded', tests: [{ results: [{ error }] }] }]
  const page = read({ stats: { ...browser, unexpected: 1 }, suites: [{ suites: [{ specs }] }] }, 1)
  expect([units.failures, page.failures]).toEqual([
    [`money is kept: ${property.join(' ')}`, 'a test file: Cannot find module'],
    ['is refunded: Error: expect(locator).toHaveText Expected: "Refunded" Received: "Refused"'],
  ])
})
