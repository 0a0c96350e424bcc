// @ts-check
import { say } from '../../scripts/setup/project.mjs'
import { runStage } from '../../scripts/testing/stages'
import { proveHistories, proveMutants } from './prove-protocol.mjs'
import { proveCutPoints, proveHttpHistories, proveSyscallFaults } from './prove-wire.mjs'
import { seedOfCommit } from './seed-of-commit.mjs'

/** Histories over HTTP; they take real time. `npm test` runs a part of them. */
const httpHistories = { whole: 500, inTest: 250 }

/** `npm test` lets every so many system calls fail; which of them moves with the seed. */
const syscallStep = 2

/** Each mutant begins with the history that caught it last; so many more look for one in `npm test`. */
const mostInTest = 300

/** How long `npm test` runs histories in process. */
const testSeconds = 120

/**
 * The proof of the refund protocol, as stages of `npm test` and of `npm run prove`. Without a number of histories it runs
 * what fits into two minutes; without a seed it takes the commit's.
 * @param {{ histories?: number | undefined, seed?: number | undefined, tally?: boolean, only?: 'histories' | 'mutants' | 'wire' | undefined, mutants?: { only?: string | undefined, keep?: boolean } }} [options]
 * @returns {Promise<import('../../scripts/testing/stages').Stage[]>}
 */
export async function runProofStages({ histories, seed: given, tally = false, only, mutants } = {}) {
  const own = seedOfCommit()
  const seed = given ?? own.seed
  if (given === undefined) say(`The seed is ${seed}, of commit ${own.commit}.`)
  const stages = []
  if (only === undefined || only === 'histories') {
    const size = histories === undefined ? { histories: 10_000_000, seconds: testSeconds } : { histories }
    stages.push(
      await runStage('seeded histories of the refund protocol', () =>
        proveHistories({ ...size, seed, tally }),
      ),
    )
  }
  if (only === undefined || only === 'mutants') {
    const most = histories === undefined ? mostInTest : undefined
    stages.push(
      await runStage('seeded mistakes in the refund protocol', () => proveMutants({ most, ...mutants })),
    )
  }
  if (only === undefined || only === 'wire')
    stages.push(...(await runWireStages(seed, histories !== undefined)))
  return stages
}

/**
 * @param {number} seed
 * @param {boolean} isWhole
 */
async function runWireStages(seed, isWhole) {
  const stages = []
  stages.push(await runStage('request and answer cut at every byte', () => proveCutPoints()))
  stages.push(
    await runStage('histories over HTTP with real restarts', () =>
      proveHttpHistories({ histories: isWhole ? httpHistories.whole : httpHistories.inTest, seed }),
    ),
  )
  // Elsewhere there is no strace; the same journal code runs there, and its other tests do.
  if (process.platform === 'linux') {
    const sample = { step: syscallStep, first: 1 + (seed % syscallStep) }
    stages.push(
      await runStage(isWhole ? 'faults at every system call' : 'faults at every second system call', () =>
        proveSyscallFaults(isWhole ? {} : sample),
      ),
    )
  }
  return stages
}
