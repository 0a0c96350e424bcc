import { parseArgs } from 'node:util'
import { extent } from '../../src/shared/testing/extent'
import type { PlacedElectron } from '../setup/place-electron'
import { PlainFailure } from '../setup/project.mjs'
import { setUp } from '../setup/set-up'
import { appStages } from './app-stages'
import { engineStages } from './engine-stages'
import { sourceStages } from './source-stages'
import { onePassed, runStages, summarize } from './stages'

/**
 * Everything that shows whether Tillside works, as much of it as EXTENT says. The last line is the totals alone.
 * @returns the exit code
 */
export async function test(): Promise<number> {
  let electron: PlacedElectron | null = null
  // Told at the beginning, not after minutes; what can be tried without it is.
  const placeProgram = async () => {
    electron = await setUp({ screenless: true, also: ['tracing', 'keys'] })
    return onePassed
  }
  const program = () => {
    if (electron === null) throw new PlainFailure('There is no Electron to run it on: see above.')
    return electron
  }
  const { runProofStages } = await import('../../proof/run/proof-stages.mjs')
  return summarize([
    ...(await runStages([['system libraries and Electron', placeProgram], sourceStages()])),
    ...(await runStages(extent() === 'night' ? engineStages : [])),
    ...(await runProofStages()),
    ...(await runStages(appStages(program))),
  ])
}

/**
 * Proves the refund protocol and prints what was run and what was found:
 *   npm run prove -- [--only=histories|mutants|wire] [--histories=N] [--seed=N] [--mutant=WORDS] [--keep] [--list]
 * `--mutant` tries only mistakes with these words in their names; `--keep`
 * writes down the histories that caught them; `--list` lists them by rule and runs nothing.
 * @returns the exit code
 */
export async function prove(words: readonly string[]): Promise<number> {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const options = {
    only: text,
    histories: text,
    seed: text,
    mutant: text,
    keep: flag,
    list: flag,
  }
  const { values } = parseArgs({ args: [...words], options })
  const { only, histories = '10000', seed = '1', mutant, keep } = values
  if (values.list) {
    await (await import('../../proof/run/prove-protocol.mjs')).sayMutants()
    return 0
  }
  if (only !== undefined && only !== 'histories' && only !== 'mutants' && only !== 'wire')
    throw new PlainFailure('--only wants histories, mutants or wire')
  const { runProofStages } = await import('../../proof/run/proof-stages.mjs')
  const numbers = { histories: wholeNumber('histories', histories), seed: wholeNumber('seed', seed) }
  return summarize(await runProofStages({ ...numbers, only, mutants: { only: mutant, keep } }))
}

function wholeNumber(name: string, given: string) {
  const number = Number(given)
  if (!Number.isSafeInteger(number) || number < 0) throw new PlainFailure(`--${name} wants a number`)
  return number
}
