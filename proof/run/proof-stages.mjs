// @ts-check
import { say } from '../../scripts/setup/project.mjs'
import { runStage } from '../../scripts/testing/stages'
import { notePassed, passedAt, proofDigest } from './passed-before.mjs'
import { proveHistories, proveMutants } from './prove-protocol.mjs'
import { proveCutPoints, proveHttpHistories, proveSyscallFaults } from './prove-wire.mjs'
import { seedOfCommit } from './seed-of-commit.mjs'

/**
 * How much of the proof is run: how long histories in process may take, how many of them look for each mistake after
 * the one that caught it last, how many run over HTTP, and one in how many mistakes, bytes and system calls is tried.
 * @typedef {{ seconds?: number, mutantHistories?: number, httpHistories: number, everyMutant: number, everyByte: number, everyCall: number }} Extent
 */

/** @type {Extent} `npm run prove`. */
const whole = { httpHistories: 500, everyMutant: 1, everyByte: 1, everyCall: 1 }

/** @type {Extent} `npm test` where CI is set. What it leaves out moves with the commit. */
const inCi = {
  seconds: 120,
  mutantHistories: 300,
  httpHistories: 250,
  everyMutant: 1,
  everyByte: 1,
  everyCall: 3,
}

/** @type {Extent} `npm test` while a person waits. */
const forAPerson = {
  seconds: 60,
  mutantHistories: 300,
  httpHistories: 25,
  everyMutant: 4,
  everyByte: 4,
  everyCall: 24,
}

/**
 * The proof as a part of `npm test`. A person who changed nothing that it depends on since it passed in this checkout does
 * not wait for it again; where CI is set it always runs.
 * @returns {Promise<import('../../scripts/testing/stages').Stage[]>}
 */
export async function testProof() {
  if (process.env.CI) return runProofStages()
  const digest = await proofDigest()
  const before = passedAt(digest)
  if (before !== null) {
    const notRun = `Nothing that it depends on has changed since it passed at commit ${before}. npm run prove runs it.`
    return [await runStage('proof of the refund protocol', async () => ({ passed: 0, failed: 0, notRun }))]
  }
  const stages = await runProofStages()
  if (stages.every(({ failed }) => failed === 0)) notePassed(digest, seedOfCommit().commit)
  return stages
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
  const extent = histories === undefined ? (process.env.CI ? inCi : forAPerson) : whole
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
      await runStage(
        `${everyMutant === 1 ? 'seeded mistakes' : oneIn(everyMutant, 'seeded mistake')} in the refund protocol`,
        () => proveMutants({ most, part: { step: everyMutant, first: own.turn % everyMutant }, ...mutants }),
      ),
    )
  }
  if (only === undefined || only === 'wire')
    stages.push(...(await runWireStages({ seed, turn: own.turn }, extent)))
  return stages
}

/**
 * @param {{ seed: number, turn: number }} own
 * @param {Extent} extent
 */
async function runWireStages({ seed, turn }, { httpHistories, everyByte, everyCall }) {
  const stages = []
  stages.push(
    await runStage(`request and answer cut at ${oneIn(everyByte, 'byte')}`, () =>
      proveCutPoints({ step: everyByte, first: turn % everyByte }),
    ),
  )
  stages.push(
    await runStage('histories over HTTP with real restarts', () =>
      proveHttpHistories({ histories: httpHistories, seed }),
    ),
  )
  // Elsewhere there is no strace; the same journal code runs there, and its other tests do.
  if (process.platform === 'linux') {
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
