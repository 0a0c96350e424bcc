import { PlainFailure } from '../setup/project.mjs'

/**
 * What a stage found: how many checks passed and failed, what has to be known about it, and each failed test with its
 * cause. `notRun` says why there was nothing to run it on: it then counts neither way.
 */
export interface Findings {
  passed: number
  failed: number
  notes?: string[]
  failures?: string[]
  notRun?: string
}

/** What to say of a stage that is one check, which passed. */
export const onePassed: Findings = { passed: 1, failed: 0 }

export type Stage = Findings & { name: string; seconds: number }

/** A stage's name and what it does. */
export type StagePlan = readonly [name: string, body: () => Promise<Findings>]

/** Runs all of them, one after the other, whatever fails; those that stand in one list run beside each other. */
export async function runStages(plans: readonly (StagePlan | readonly StagePlan[])[]): Promise<Stage[]> {
  const stages: Stage[] = []
  for (const plan of plans) {
    const beside = isOne(plan) ? [plan] : plan
    stages.push(...(await Promise.all(beside.map(([name, body]) => runStage(name, body)))))
  }
  return stages
}

function isOne(plan: StagePlan | readonly StagePlan[]): plan is StagePlan {
  return typeof plan[0] === 'string'
}

/**
 * Runs one stage and never throws: a stage that breaks has failed, and says why. So has one that checked nothing.
 */
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

/** A person sees the end of a run first, and a machine may keep no more than that. */
const mostFailuresSaid = 12

/**
 * Prints one line per stage, what failed and why, then the totals alone on the last line.
 * @returns the exit code: 0 only when something passed and nothing failed
 */
export function summarize(stages: readonly Stage[]): number {
  const width = Math.max(...stages.map((stage) => stage.name.length))
  const lines = stages.map(({ name, passed, failed, seconds, notRun }) => {
    const verdict = notRun !== undefined ? 'not run' : failed === 0 ? 'ok     ' : 'FAILED '
    return `${verdict} ${name.padEnd(width)}  ${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`
  })
  const broken = stages.filter(({ failed }) => failed > 0)
  const share = Math.max(1, Math.floor(mostFailuresSaid / broken.length))
  if (broken.length > 0) lines.push('', ...broken.flatMap((stage) => failuresOf(stage, share)))
  const passed = stages.reduce((sum, stage) => sum + stage.passed, 0)
  const failed = stages.reduce((sum, stage) => sum + stage.failed, 0)
  process.stdout.write(`\n${lines.join('\n')}\n\n${passed} passed, ${failed} failed\n`)
  return failed === 0 && passed > 0 ? 0 : 1
}

/** One line for each failed test, or what the stage itself has to say. */
function failuresOf({ name, failures = [], notes = [] }: Stage, most: number) {
  const causes = failures.length > 0 ? failures : [notes.join(' ').replaceAll(/\s+/g, ' ') || 'see above']
  const more = causes.length > most ? [`${causes.length - most} more: see above`] : []
  return [...causes.slice(0, most), ...more].map((cause) => `✗ ${name}: ${cause.slice(0, 500)}`)
}
