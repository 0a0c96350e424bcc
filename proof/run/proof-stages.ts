import { say } from '../../scripts/setup/project.mjs'
import { runStage, type Stage } from '../../scripts/testing/stages'
import { byExtent } from '../../src/shared/testing/extent'
import { proveHistories, proveMutants } from './prove-protocol'
import { proveCutPoints, proveSyscallFaults } from './prove-wire'
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
