// @ts-check
import { installPackages } from './setup/install-packages.mjs'
import { PlainFailure, runScript } from './setup/project.mjs'
import { summarize } from './testing/stages.mjs'

// Proves the refund protocol and prints what was run and what was found:
//   npm run prove -- [--only=histories|mutants|wire] [--histories=N] [--seed=N] [--tally] [--mutant=WORDS] [--keep] [--list]
// `--tally` adds the run to docs/proof-tally.md; `--mutant` tries only mistakes with these words in their names; `--keep`
// writes down the histories that caught them; `--list` lists them by rule and runs nothing.

/**
 * @param {string} name
 * @returns {string | undefined}
 */
function textArgument(name) {
  const found = process.argv.find((text) => text.startsWith(`--${name}=`))
  return found?.slice(name.length + 3)
}

/**
 * @param {string} name
 * @param {number} otherwise
 */
function numberArgument(name, otherwise) {
  const given = Number(textArgument(name) ?? otherwise)
  if (!Number.isSafeInteger(given) || given < 0) throw new PlainFailure(`--${name} wants a number`)
  return given
}

function partArgument() {
  const only = textArgument('only')
  if (only === undefined || only === 'histories' || only === 'mutants' || only === 'wire') return only
  throw new PlainFailure('--only wants histories, mutants or wire')
}

await runScript(async () => {
  installPackages()
  if (process.argv.includes('--list')) {
    const { sayMutants } = await import('../proof/run/prove-protocol.mjs')
    await sayMutants()
    return 0
  }
  const { runProofStages } = await import('../proof/run/proof-stages.mjs')
  return summarize(
    await runProofStages({
      histories: numberArgument('histories', 10_000),
      seed: numberArgument('seed', 1),
      tally: process.argv.includes('--tally'),
      only: partArgument(),
      mutants: { only: textArgument('mutant'), keep: process.argv.includes('--keep') },
    }),
  )
})
