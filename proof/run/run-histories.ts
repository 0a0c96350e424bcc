import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { projectFolder } from '../../scripts/setup/project.mjs'
import type { KeptHistory } from '../histories-cli'
import { bundle } from './bundle'
import type { Edit } from './place-mutants'

/** What a batch of histories, or many of them, came to. */
type Outcome = {
  readonly counts: Readonly<Record<string, number>>
  readonly milliseconds: number
  readonly violation: Violation | null
}

/** `history` is what is left of it after shrinking. */
export type Violation = { readonly violations: readonly string[]; readonly history?: KeptHistory }

/** How many histories, from which seed on, and for how long at most. */
export type Histories = {
  readonly histories: number
  readonly seed: number
  readonly seconds?: number | undefined
}

type Batch = Histories & {
  readonly shrink?: boolean
  readonly mutants?: readonly number[]
  readonly focus?: readonly string[]
}

/** Histories of one seed; a longer run takes the seeds after it. */
export const batchSize = 500

const inProcess = { cwd: projectFolder, maxBuffer: 64 * 1024 * 1024 }
const nodeOptions = ['--no-warnings', '--max-old-space-size=3072']

/**
 * Builds the histories' program, with every mutant that can be made in it. Returns the program for `runBatch`.
 * @param name of its folder below out/prove
 */
export async function buildHistories(name: string, edits: readonly Edit[] = []): Promise<string> {
  const outDir = join('out', 'prove', name)
  await bundle({ entry: 'proof/histories-cli.ts', outDir, simulated: true, edits })
  return join(projectFolder, outDir, 'histories-cli.cjs')
}

/**
 * Runs one batch in a process of its own. A batch that prints no outcome counts as a violation: a harness that
 * crashed has proved nothing.
 */
export function runBatch(program: string, batch: Batch): Promise<Outcome> {
  const { histories, seed, seconds, shrink = true, mutants = [], focus = [] } = batch
  const env = { ...process.env, PROVE_MUTANTS: mutants.join(',') }
  const words = [
    ...[`--histories=${histories}`, `--seed=${seed}`],
    ...(seconds === undefined ? [] : [`--seconds=${seconds}`]),
    ...(focus.length === 0 ? [] : [`--focus=${focus.join(',')}`]),
    ...(shrink ? [] : ['--shrink=no']),
  ]
  const args = [...nodeOptions, '--enable-source-maps', program, ...words]
  return new Promise((resolve) => {
    execFile(process.execPath, args, { ...inProcess, env }, (error, output, errors) => {
      try {
        resolve(JSON.parse(output))
      } catch {
        const why = errors.slice(-4000) || String(error ?? 'it ended without an outcome')
        resolve({ counts: {}, milliseconds: 0, violation: { violations: [`no outcome: ${why}`] } })
      }
    })
  })
}

/** A kept history, and the mutants that are made in it. */
export type Replayed = { readonly history: KeptHistory; readonly mutants?: readonly number[] }

/**
 * Runs kept histories one after the other in one process, each with its own mutants. Resolves to null for one that ended
 * the process: it is begun again behind it.
 */
export async function replayHistories(
  program: string,
  kept: readonly Replayed[],
): Promise<readonly (Outcome | null)[]> {
  const outcomes: (Outcome | null)[] = []
  while (outcomes.length < kept.length) {
    outcomes.push(...(await replayOnce(program, kept.slice(outcomes.length))))
    if (outcomes.length < kept.length) outcomes.push(null)
  }
  return outcomes
}

/** Resolves to as many as were run to their end. */
function replayOnce(program: string, kept: readonly Replayed[]): Promise<readonly Outcome[]> {
  const args = [...nodeOptions, join(projectFolder, 'proof', 'run', 'replay.cjs'), program]
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, inProcess, (_error, output) => {
      const lines = output.split('\n').filter(Boolean)
      resolve(lines.map((line) => JSON.parse(line)))
    })
    child.stdin?.end(JSON.stringify(kept))
  })
}

/**
 * Many histories, in batches, as many at a time as this machine has cores. Stops at the first violation, and at the end
 * of its time when it has one. `seeds` is how many were begun, from `seed` on.
 */
export async function runManyHistories(
  program: string,
  { histories, seed, seconds, told }: Histories & { readonly told: (done: number) => void },
): Promise<Outcome & { readonly seeds: number }> {
  const started = Date.now()
  const counts: Record<string, number> = {}
  let violation: Violation | null = null
  let seeds = 0
  async function worker(): Promise<void> {
    while (violation === null) {
      const number = seeds
      const size = Math.min(batchSize, histories - number * batchSize)
      const left = seconds === undefined ? undefined : seconds - (Date.now() - started) / 1000
      if (size <= 0 || (left !== undefined && left < 1)) return
      seeds += 1
      const limit = left === undefined ? undefined : Math.ceil(left)
      const outcome = await runBatch(program, { histories: size, seed: seed + number, seconds: limit })
      for (const [what, times] of Object.entries(outcome.counts)) counts[what] = (counts[what] ?? 0) + times
      violation ??= outcome.violation
      told(counts.histories ?? 0)
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, worker))
  return { counts, milliseconds: Date.now() - started, violation, seeds }
}
