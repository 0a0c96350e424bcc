import { join } from 'node:path'
import { projectFolder, say } from '../../scripts/setup/project.mjs'
import { needOnLinux } from '../../scripts/setup/system-libraries'
import { type Findings, runStage, type Stage } from '../../scripts/testing/stages'
import { byExtent } from '../../src/shared/testing/extent'
import { bundle } from './bundle'
import { judgeCounts } from './claims'
import { proveHistories, proveMutants } from './prove-protocol'
import { seedOfCommit } from './seed-of-commit'

/**
 * How much of the proof is run: how long histories in process may take, how many of them look for each mistake (0: only
 * the one that caught it last is replayed), and one in how many mistakes, bytes and system calls is tried; 0 is none of them.
 */
type Amount = {
  readonly seconds?: number
  readonly mutantHistories: number
  readonly everyMutant: number
  readonly everyByte: number
  readonly everyCall: number
}

/** `npm run prove`, and the night. */
const whole: Amount = { mutantHistories: 10_000, everyMutant: 1, everyByte: 1, everyCall: 1 }

/** What is left out moves with the commit. */
const amounts = {
  quick: { seconds: 12, mutantHistories: 0, everyMutant: 4, everyByte: 32, everyCall: 0 },
  ci: { seconds: 60, mutantHistories: 0, everyMutant: 1, everyByte: 16, everyCall: 24 },
  night: { ...whole, seconds: 3600 },
}

/** One of the proof's three parts; all unless given. */
export type ProofPart = 'histories' | 'mutants' | 'wire'

/**
 * The proof of the refund protocol, as stages of `npm test` and of `npm run prove`. Without a number of histories it runs
 * as much as EXTENT says; without a seed it takes the commit's.
 */
export async function runProofStages(
  options: {
    readonly histories?: number
    readonly seed?: number
    readonly only?: ProofPart | undefined
    readonly mutants?: { readonly only?: string | undefined; readonly keep?: boolean }
  } = {},
): Promise<readonly Stage[]> {
  const { histories, only, mutants } = options
  const { commit, turn, seed: own } = seedOfCommit()
  const seed = options.seed ?? own
  if (options.seed === undefined) say(`The seed is ${seed}, of commit ${commit}.`)
  const { seconds, mutantHistories, everyMutant, everyByte, everyCall }: Amount =
    histories === undefined ? byExtent(amounts) : whole
  const stages: Stage[] = []
  const run = async (part: ProofPart, ...[name, body]: Parameters<typeof runStage>) => {
    if (only === undefined || only === part) stages.push(await runStage(name, body))
  }
  await run('histories', 'seeded histories of the refund protocol', () =>
    proveHistories({ histories: histories ?? 10_000_000, seconds, seed }),
  )
  await run('mutants', `${oneIn(everyMutant, 'seeded mistake')} in the refund protocol`, () =>
    proveMutants({ most: mutantHistories, one: { inSoMany: everyMutant, turn }, ...mutants }),
  )
  await run('wire', `request and answer cut at ${oneIn(everyByte, 'byte')}`, () =>
    proveCutPoints({ step: everyByte, first: turn % everyByte }),
  )
  // Elsewhere there is no strace; the same journal code runs there, and its other tests do.
  if (everyCall > 0 && process.platform === 'linux')
    await run('wire', `faults at ${oneIn(everyCall, 'system call')}`, () =>
      proveSyscallFaults({ step: everyCall, first: 1 + (turn % everyCall) }),
    )
  return stages
}

function oneIn(step: number, what: string): string {
  return step === 1 ? `every ${what}` : `one in ${step} ${what}s`
}

/** Every so many bytes or system calls, beginning at which. */
type Part = { readonly step: number; readonly first: number }

/** Cuts request and answer of a refund on real sockets. */
async function proveCutPoints(part: Part): Promise<Findings> {
  // The program is loaded by this stage alone.
  const { runCutPoints } = await import('../wire/cut-points')
  const counts = await runCutPoints(part)
  const { points, lengths } = counts
  const bytes = `${lengths.request} + ${lengths.answer} bytes`
  return judgeCounts(counts, `${points} cut points (${bytes})`, points > 0)
}

/** Lets every system call that writes the journal fail, or the till die there. Linux only: strace does it. */
async function proveSyscallFaults(part: Part): Promise<Findings> {
  needOnLinux('tracing')
  const outDir = join('out', 'prove', 'wire-till')
  await bundle({ entry: 'proof/wire/till-program.ts', outDir })
  const { runSyscallFaults } = await import('../wire/syscall-faults')
  let done = 0
  const counts = await runSyscallFaults({
    ...part,
    tillProgram: join(projectFolder, outDir, 'till-program.cjs'),
    told() {
      done += 1
      if (process.stdout.isTTY) process.stdout.write(`\r${done} `)
    },
  })
  const { faults, deaths, byCall } = counts
  const said = Object.entries(byCall).map(([call, count]) => `${call}: ${count}`)
  return judgeCounts(
    counts,
    `${faults} faults at system calls, ${deaths} deaths (${said.join(', ')})`,
    deaths > 0 && Object.values(byCall).every((count) => count > 0),
  )
}
