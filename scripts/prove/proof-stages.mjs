// @ts-check
import { runStage } from '../testing/stages.mjs'
import { proveHistories, proveMutants } from './prove-protocol.mjs'
import { proveCutPoints, proveHttpHistories, proveSyscallFaults } from './prove-wire.mjs'

/** Histories over HTTP in every run: they take real time, so a longer run does not make more of them. */
const httpHistories = 500

/**
 * The proof of the refund protocol, as stages of `npm test` and of `npm run prove`.
 * @param {{ histories: number, seed: number }} options
 * @returns {Promise<import('../testing/stages.mjs').Stage[]>}
 */
export async function runProofStages({ histories, seed }) {
  const stages = []
  stages.push(
    await runStage('seeded histories of the refund protocol', () => proveHistories({ histories, seed })),
  )
  stages.push(await runStage('seeded mistakes in the refund protocol', proveMutants))
  stages.push(await runStage('request and answer cut at every byte', () => proveCutPoints()))
  stages.push(
    await runStage('histories over HTTP with real restarts', () =>
      proveHttpHistories({ histories: httpHistories, seed }),
    ),
  )
  // Elsewhere there is no strace; the same journal code runs there, and its other tests do.
  if (process.platform === 'linux') {
    stages.push(await runStage('faults at every system call', () => proveSyscallFaults()))
  }
  return stages
}
