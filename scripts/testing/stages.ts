import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { PlainFailure, readJson } from '../setup/project.mjs'

/** What a stage found. `failures` has each failed test with its cause, `notes` what else has to be known. */
export interface Findings {
  passed: number
  failed: number
  notes?: string[]
  failures?: string[]
  /** Why there was nothing to run it on: it then counts neither way. */
  notRun?: string
}

/** What to say of a stage that is one check, which passed. */
export const onePassed: Findings = { passed: 1, failed: 0 }

export type Stage = Findings & { name: string; seconds: number }

/** A stage's name and what it does. */
export type StagePlan = readonly [name: string, body: () => Promise<Findings>]

/** Runs one stage. Never throws: a stage that breaks, or checks nothing, has failed. */
export async function runStage(name: string, body: () => Promise<Findings>): Promise<Stage> {
  process.stdout.write(`\n── ${name} ──\n`)
  const started = performance.now()
  const findings = await findingsOf(body)
  const seconds = (performance.now() - started) / 1000
  for (const note of [findings.notRun, ...(findings.notes ?? [])]) if (note) process.stdout.write(`${note}\n`)
  return { name, seconds, ...findings }
}

async function findingsOf(body: () => Promise<Findings>): Promise<Findings> {
  try {
    const findings = await body()
    if (findings.passed + findings.failed > 0 || findings.notRun !== undefined) return findings
    return { passed: 0, failed: 1, notes: [...(findings.notes ?? []), 'nothing was checked'] }
  } catch (error) {
    const why = error instanceof PlainFailure ? error.message : error instanceof Error ? error.stack : error
    return { passed: 0, failed: 1, notes: [String(why)] }
  }
}

/** Few, since a person sees the end of a run first, and a machine may keep no more than that. */
const maxFailuresSaid = 12

/**
 * Prints one line per stage, what failed and why, then the totals alone on the last line.
 * @returns the exit code: 0 only when something passed and nothing failed
 */
export function summarize(stages: readonly Stage[]): number {
  const width = Math.max(...stages.map(({ name }) => name.length))
  const lines = stages.map(({ name, passed, failed, seconds, notRun }) => {
    const verdict = notRun !== undefined ? 'not run' : failed === 0 ? 'ok     ' : 'FAILED '
    return `${verdict} ${name.padEnd(width)}  ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`
  })
  const broken = stages.filter(({ failed }) => failed > 0)
  const share = Math.max(1, Math.floor(maxFailuresSaid / broken.length))
  const causes = broken.flatMap(({ name, failures = [], notes = [] }) => {
    const all = failures.length > 0 ? failures : [notes.join(' ').replaceAll(/\s+/g, ' ') || 'see above']
    const more = all.length > share ? [`${all.length - share} more: see above`] : []
    return [...all.slice(0, share), ...more].map((cause) => `✗ ${name}: ${cause.slice(0, 500)}`)
  })
  const passed = stages.reduce((all, each) => all + each.passed, 0)
  const failed = stages.reduce((all, each) => all + each.failed, 0)
  process.stdout.write(`\n${[...lines, '', ...causes, `${passed} passed, ${failed} failed`].join('\n')}\n`)
  return failed === 0 && passed > 0 ? 0 : 1
}

/** Makes room for a runner's report, and removes an older one. */
export function newReport(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true })
  rmSync(file, { force: true })
  return file
}

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
 * Reads the JSON report of Vitest or Playwright. A test that was skipped, or passed only at a second try, counts as failed.
 * So does a runner that ran nothing, or broke beside its tests.
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
  const notes = [
    ...(skipped > 0 ? [`${skipped} skipped tests count as failed`] : []),
    ...(flaky > 0 ? [`${flaky} flaky tests count as failed`] : []),
  ]
  const failures = [...failuresOfUnits(report.testResults ?? []), ...failuresIn(report)]
  const failed = unexpected + skipped + flaky
  if (expected + failed === 0) return { passed: 0, failed: 1, notes: ['no test was run'], failures }
  if (code === 0 || unexpected + flaky > 0) return { passed: expected, failed, notes, failures }
  notes.push(`the runner itself failed (it ended with ${code})`)
  return { passed: expected, failed: failed + 1, notes, failures }
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
 * A test's name and what it failed of, in one line: of a property that is also what repeats it.
 * @param words of the runner, with its colours
 */
function failure(name: string, words = 'it says nothing') {
  const lines = stripVTControlCharacters(words).split(/\s*\n\s*/)
  return `${name}: ${lines.filter(Boolean).slice(0, 5).join(' ').slice(0, 900)}`
}
