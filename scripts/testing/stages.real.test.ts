import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { readReport, runStage, summarize } from './stages'

/** What it printed. */
let said = ''
beforeEach(() => {
  said = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += text
    return true
  })
  return () => vi.restoreAllMocks()
})

const broken = () => Promise.reject(new Error('no strace'))
it.each([
  ['has its own numbers', async () => ({ passed: 7, failures: ['one'] }), ['one']],
  ['has failed where it checked nothing', async () => ({ passed: 0, failures: [] }), ['nothing was checked']],
  ['has failed where it broke, with the reason', broken, [expect.stringContaining('no strace')]],
])('a stage %s', async (_what, body, failures) => {
  expect(await runStage('one', body)).toMatchObject({ name: 'one', failures })
})

it('the end of a run names what failed and why in few lines, before the totals', () => {
  const failures = Array.from({ length: 40 }, (_, index) => `test ${index}: expected 1 to be 2`)
  summarize([
    { name: 'unit', seconds: 1, passed: 2, failures },
    { name: 'types', seconds: 1, passed: 0, failures: ['a.ts(1,1): error'] },
  ])
  const lines = said.trimEnd().split('\n')
  expect(lines.at(-1)).toBe('2 passed, 41 failed')
  const expected = ['unit: test 0: expected 1 to be 2', 'types: a.ts(1,1): error', 'unit: 34 more: see above']
  expect(lines.slice(-25)).toEqual(expect.arrayContaining(expected.map((cause) => `✗ ${cause}`)))
})

it.each([
  [0, 'all passed', { passed: 2, failures: [] }],
  [1, 'one failed', { passed: 2, failures: ['one'] }],
  [1, 'nothing passed', { passed: 0, failures: [] }],
])('the whole ends with %i when %s', (code, _when, found) => {
  expect(summarize([{ name: 'a', seconds: 1, ...found }])).toBe(code)
})

/** Reads what is written as a runner's report; nothing is, without content. */
function read(content: unknown, code: number) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-reports-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'report.json')
  if (content !== null) writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return readReport(file, code)
}

it('a report of Vitest names each test that did not pass, without colours, a property with what repeats it', () => {
  const property = 'Error: Property failed\n{ seed: 12, path: "6:0" }\nCounterexample: [5]\nShrunk\nGot 5'
  const tests = [
    { status: 'passed', fullName: 'money adds up', failureMessages: [] },
    { status: 'failed', fullName: 'money is kept', failureMessages: [`\u001b[31m${property}\n at`] },
    { status: 'skipped', fullName: 'money is sent', failureMessages: [] },
  ]
  const files = [
    { status: 'failed', message: '', assertionResults: tests },
    { status: 'failed', message: 'Cannot find module', assertionResults: [] },
  ]
  const failures = [
    `money is kept: ${property.replaceAll('\n', ' ')}`,
    'money is sent: skipped',
    'a test file: Cannot find module',
  ]
  expect(read({ numPassedTests: 1, testResults: files }, 1)).toEqual({ passed: 1, failures })
})

it('a report of Playwright names each test that did not pass at its first try', () => {
  const error = { message: 'Error: expect(locator).toHaveText\n\nExpected: "Refunded"\nReceived: "Refused"' }
  const specOf = (status: string) => ({ title: status, tests: [{ status, results: [{}, { error }] }] })
  const specs = ['expected', 'unexpected', 'flaky'].map(specOf)
  const skipped = { title: 'left out', tests: [{ status: 'skipped', results: [] }] }
  const why = 'Error: expect(locator).toHaveText Expected: "Refunded" Received: "Refused"'
  const suites = [{ suites: [{ specs: [...specs, skipped] }] }]
  const failures = [`unexpected: ${why}`, `flaky: ${why}`, 'left out: skipped']
  expect(read({ stats: { expected: 1 }, suites }, 1)).toEqual({ passed: 1, failures })
})

it('a long reason is named by how it begins and how it ends, without its stack', () => {
  const log = Array.from({ length: 9 }, (_, number) => `step ${number}`)
  const failureMessages = [['Error: Timeout', ...log, '    at click (a.ts:1:1)'].join('\n')]
  const tests = [{ status: 'failed', fullName: 'a click', failureMessages }]
  expect(read({ testResults: [{ assertionResults: tests }] }, 1).failures).toEqual([
    'a click: Error: Timeout step 0 step 1 step 2 step 3 … step 6 step 7 step 8',
  ])
})

it.each([
  ['a runner that broke beside its tests', { stats: { expected: 3 } }, 3],
  ['half a report', '{"numPassedTests": 4', 0],
  ['none', null, 0],
])('a report counts %s as failed', (_what, content, passed) => {
  expect(read(content, 1)).toEqual({ passed, failures: [expect.stringContaining('it ended with 1')] })
})
