import { parseArgs } from 'node:util'
import { PlainFailure, runScript } from '../scripts/setup/project.mjs'
import { summarize } from '../scripts/testing/stages'
import { runProofStages } from './run/proof-stages'
import { sayMutants } from './run/prove-protocol'

/**
 * Proves the refund protocol and prints what was run and what was found:
 *   npm run prove -- [--only=histories|mutants|wire] [--histories=N] [--seed=N] [--mutant=WORDS] [--keep] [--list]
 * `--mutant` tries only mistakes with these words in their names; `--keep` writes down the histories that caught them;
 * `--list` lists them by rule and runs nothing.
 */
void runScript(async (words) => {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const options = { only: text, histories: text, seed: text, mutant: text, keep: flag, list: flag }
  const { values } = parseArgs({ args: [...words], options })
  const { only, histories = '10000', seed = '1', mutant, keep } = values
  if (values.list) {
    sayMutants()
    return 0
  }
  if (only !== undefined && only !== 'histories' && only !== 'mutants' && only !== 'wire')
    throw new PlainFailure('--only wants histories, mutants or wire')
  const numbers = { histories: wholeNumber('histories', histories), seed: wholeNumber('seed', seed) }
  return summarize(await runProofStages({ ...numbers, only, mutants: { only: mutant, keep } }))
})

function wholeNumber(name: string, given: string) {
  const number = Number(given)
  if (!Number.isSafeInteger(number) || number < 0) throw new PlainFailure(`--${name} wants a number`)
  return number
}
