// @ts-check
import { say } from '../../scripts/setup/project.mjs'
import { runStage } from '../../scripts/testing/stages'
import { byExtent } from '../../src/shared/testing/extent'
import { proveHistories, proveMutants } from './prove-protocol.mjs'
import { proveCutPoints, proveSyscallFaults } from './prove-wire.mjs'
import { seedOfCommit } from './seed-of-commit.mjs'

/**
 * How much of the proof is run: how long histories in process may take, how many of them look for each mistake (0: only
 * the one that caught it last is replayed), and one in how many mistakes, bytes and system calls is tried; 0 is none of them.
 * @typedef {{ seconds?: number, mutantHistories: number, everyMutant: number, everyByte: number, everyCall: number }} Extent
 */

/** @type {Extent} `npm run prove`, and the night. */
const whole = { mutantHistories: 10_000, everyMutant: 1, everyByte: 1, everyCall: 1 }

/** @type {Readonly<Record<import('../../src/shared/testing/extent').Extent, Extent>>} What is left out moves with the commit. */
const extents = {
  quick: { seconds: 12, mutantHistories: 0, everyMutant: 4, everyByte: 32, everyCall: 0 },
  ci: { seconds: 60, mutantHistories: 0, everyMutant: 1, everyByte: 16, everyCall: 24 },
  night: { ...whole, seconds: 3600 },
}

/**
 * The proof of the refund protocol, as stages of `npm test` and of `npm run prove`. Without a number of histories it runs
 * a part; without a seed it takes the commit's.
 * @param {{ histories?: number | undefined, seed?: number | undefined, only?: 'histories' | 'mutants' | 'wire' | undefined, mutants?: { only?: string | undefined, keep?: boolean } }} [options]
 * @returns {Promise<import('../../scripts/testing/stages').Stage[]>}
 */
export async function runProofStages({ histories, seed: given, only, mutants } = {}) {
  const own = seedOfCommit()
  const seed = given ?? own.seed
  if (given === undefined) say(`The seed is ${seed}, of commit ${own.commit}.`)
  const extent = histories === undefined ? byExtent(extents) : whole
  const { seconds, mutantHistories: most, everyMutant } = extent
  const stages = []
  if (only === undefined || only === 'histories') {
    stages.push(
      await runStage('seeded histories of the refund protocol', () =>
        proveHistories({ histories: histories ?? 10_000_000, seconds, seed }),
      ),
    )
  }
  if (only === undefined || only === 'mutants') {
    stages.push(
      await runStage(`${oneIn(everyMutant, 'seeded mistake')} in the refund protocol`, () =>
        proveMutants({ most, one: { inSoMany: everyMutant, turn: own.turn }, ...mutants }),
      ),
    )
  }
  if (only === undefined || only === 'wire') stages.push(...(await runWireStages(own.turn, extent)))
  return stages
}

/**
 * @param {number} turn
 * @param {Extent} extent
 */
async function runWireStages(turn, { everyByte, everyCall }) {
  const stages = []
  stages.push(
    await runStage(`request and answer cut at ${oneIn(everyByte, 'byte')}`, () =>
      proveCutPoints({ step: everyByte, first: turn % everyByte }),
    ),
  )
  // Elsewhere there is no strace; the same journal code runs there, and its other tests do.
  if (everyCall > 0 && process.platform === 'linux') {
    stages.push(
      await runStage(`faults at ${oneIn(everyCall, 'system call')}`, () =>
        proveSyscallFaults({ step: everyCall, first: 1 + (turn % everyCall) }),
      ),
    )
  }
  return stages
}

/**
 * @param {number} step
 * @param {string} what
 */
function oneIn(step, what) {
  return step === 1 ? `every ${what}` : `one in ${step} ${what}s`
}
