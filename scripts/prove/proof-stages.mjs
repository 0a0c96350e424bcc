// @ts-check
import { runStage } from '../testing/stages.mjs'
import { proveHistories, proveMutants } from './prove-protocol.mjs'

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
  return stages
}
