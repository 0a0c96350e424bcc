// @ts-check
import { installPackages } from './setup/install-packages.mjs'
import { runScript } from './setup/project.mjs'
import { summarize } from './testing/stages.mjs'

// Proves the refund protocol and prints what was run and what was found. For a long run:
// npm run prove -- --histories=1000000 --seed=7

/**
 * @param {string} name
 * @param {number} otherwise
 */
function numberArgument(name, otherwise) {
  const found = process.argv.find((text) => text.startsWith(`--${name}=`))
  return found === undefined ? otherwise : Number(found.slice(name.length + 3))
}

await runScript(async () => {
  installPackages()
  const { runProofStages } = await import('./prove/proof-stages.mjs')
  return summarize(
    await runProofStages({ histories: numberArgument('histories', 10_000), seed: numberArgument('seed', 1) }),
  )
})
