import { stripVTControlCharacters } from 'node:util'
import { PlainFailure, readJson } from '../setup/project.mjs'

/** What a stage found. `failures` has each failed test with its cause. */
export interface Findings {
  passed: number
  failures: string[]
}

/** What to say of a stage that is one check, which passed. */
export const onePassed: Findings = { passed: 1, failures: [] }

export type Stage = Findings & { name: string; seconds: number }

/** A stage's name and what it does. */
export type StagePlan = readonly [name: string, body: () => Promise<Findings>]

/** Runs one stage. Never throws: a stage that breaks, or checks nothing, has failed. */
export async function runStage(name: string, body: () => Promise<Findings>): Promise<Stage> {
  process.stdout.write(`\n── ${name} ──\n`)
  const started = performance.now()
  const findings = await Promise.resolve()
    .then(body)
    .catch((error): Findings => {
      const why = error instanceof PlainFailure ? error.message : error instanceof Error ? error.stack : error
      process.stdout.write(`${why}\n`)
      return { passed: 0, failures: [oneLine(String(why))] }
    })
  const seconds = (performance.now() - started) / 1000
  const { passed, failures } = findings
  if (passed + failures.length === 0) failures.push('nothing was checked')
  return { name, seconds, ...findings }
}

/** Few, since a person sees the end of a run first, and a machine may keep no more than that. */
const maxFailuresSaid = 12

/**
 * Prints one line per stage, what failed and why, then the totals alone on the last line.
 * @returns the exit code: 0 only when something passed and nothing failed
 */
export function summarize(stages: readonly Stage[]): number {
  const width = Math.max(...stages.map(({ name }) => name.length))
  const lines = stages.map(({ name, passed, failures, seconds }) => {
    const verdict = failures.length === 0 ? 'ok    ' : 'FAILED'
    const found = `${passed} passed, ${failures.length} failed, ${seconds.toFixed(1)} s`
    return `${verdict} ${name.padEnd(width)}  ${found}`
  })
  const broken = stages.filter(({ failures }) => failures.length > 0)
  const share = Math.max(1, Math.floor(maxFailuresSaid / broken.length))
  const causes = broken.flatMap(({ name, failures }) => {
    const more = failures.length > share ? [`${failures.length - share} more: see above`] : []
    return [...failures.slice(0, share), ...more].map((cause) => `✗ ${name}: ${cause.slice(0, 900)}`)
  })
  const passed = stages.reduce((all, each) => all + each.passed, 0)
  const failed = stages.reduce((all, each) => all + each.failures.length, 0)
  process.stdout.write(`\n${[...lines, '', ...causes, `${passed} passed, ${failed} failed`].join('\n')}\n`)
  return failed === 0 && passed > 0 ? 0 : 1
}

/** Of a test, in Vitest's report and in Playwright's, or of what has tests in it. */
interface Reported {
  status?: string
  fullName?: string
  failureMessages?: string[]
  message?: string
  title?: string
  results?: { error?: { message?: string } }[]
  testResults?: Reported[]
  assertionResults?: Reported[]
  suites?: Reported[]
  specs?: Reported[]
  tests?: Reported[]
}

/**
 * Reads the JSON report of Vitest or Playwright. A test that was skipped, or passed only at a second try, counts as failed.
 * So does a runner that ran nothing, or broke beside its tests.
 * @param code the runner's exit code
 */
export function readReport(file: string, code: number): Findings {
  const report = readJson(file)
  if (report === null) return { passed: 0, failures: [`the runner left no report (it ended with ${code})`] }
  const failures = failuresIn(report)
  if (code !== 0 && failures.length === 0) failures.push(`the runner itself failed (it ended with ${code})`)
  return { passed: report.stats?.expected ?? report.numPassedTests, failures }
}

/** Each test in it that did not pass, with what it failed of. @param around the name of what it is in */
function failuresIn(part: Reported, around = 'a test file'): string[] {
  const { status, results } = part
  const name = part.fullName ?? part.title ?? around
  const parts = [part.testResults, part.assertionResults, part.suites, part.specs, part.tests]
  const inside = parts.flatMap((each) => each ?? [])
  // A file that broke before its first test has words of its own alone.
  const isTest = inside.length === 0 && status !== undefined
  if (!isTest) return inside.flatMap((each) => failuresIn(each, name))
  if (status === 'passed' || status === 'expected') return []
  const words =
    part.failureMessages?.[0] ?? part.message ?? results?.find(({ error }) => error)?.error?.message
  return [`${name}: ${oneLine(words ?? status)}`]
}

/** The first and the last lines of what a runner says, without its colours and its stack: what repeats a property; where a click hung. */
function oneLine(words: string): string {
  const lines = stripVTControlCharacters(words).split(/\s*\n\s*/)
  const said = lines.filter((line) => line !== '' && !/^at\b/.test(line))
  if (said.length > 8) said.splice(5, said.length - 8, '…')
  return said.join(' ')
}
