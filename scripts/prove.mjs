// @ts-check
import { parseArgs } from 'node:util'
import { installPackages } from './setup/packages.mjs'
import { PlainFailure, runScript } from './setup/project.mjs'
import { summarize } from './testing/stages.mjs'

// Proves the refund protocol and prints what was run and what was found:
//   npm run prove -- [--only=histories|mutants|wire] [--histories=N] [--seed=N] [--tally] [--mutant=WORDS] [--keep] [--list]
// `--tally` adds the run to docs/proof-tally.md; `--mutant` tries only mistakes with these words in their names; `--keep`
// writes down the histories that caught them; `--list` lists them by rule and runs nothing.

/**
 * @param {string} name
 * @param {string} given
 */
function wholeNumber(name, given) {
  const number = Number(given)
  if (!Number.isSafeInteger(number) || number < 0) throw new PlainFailure(`--${name} wants a number`)
  return number
}

await runScript(async (args) => {
  installPackages()
  const text = /** @type {const} */ ({ type: 'string' })
  const flag = /** @type {const} */ ({ type: 'boolean', default: false })
  const { values } = parseArgs({
    args: [...args],
    options: { only: text, histories: text, seed: text, mutant: text, tally: flag, keep: flag, list: flag },
  })
  const { only, histories = '10000', seed = '1', mutant, tally, keep } = values
  if (values.list) {
    const { sayMutants } = await import('../proof/run/prove-protocol.mjs')
    return sayMutants()
  }
  if (only !== undefined && only !== 'histories' && only !== 'mutants' && only !== 'wire')
    throw new PlainFailure('--only wants histories, mutants or wire')
  const { runProofStages } = await import('../proof/run/proof-stages.mjs')
  const numbers = { histories: wholeNumber('histories', histories), seed: wholeNumber('seed', seed) }
  return summarize(await runProofStages({ ...numbers, tally, only, mutants: { only: mutant, keep } }))
})
