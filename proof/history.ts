/** One history: what is done, from the first command to the last, then peace, and what must hold then. */
import { rmSync } from 'node:fs'
import { judgeEnd } from './books/judge-end'
import { comeToRest } from './commands/come-to-rest'
import { goOn } from './commands/go-on'
import { makeWorld, type World, type WorldParts } from './commands/world'
import { PowerCut } from './till/program-life'

/**
 * Runs one in a folder that is removed then. Resolves to the promises that were broken, and to how often each thing happened.
 * @param act does what the history consists of
 */
export async function runHistory(parts: WorldParts, act: (world: World) => Promise<void>) {
  const world = await makeWorld(parts)
  try {
    await act(world)
    await end(world)
  } catch (error) {
    // A harness that breaks has shown nothing: that is as bad as a promise that does.
    if (!(error instanceof PowerCut)) world.witness.violate(`The history failed: ${wordsOf(error)}`)
  }
  for (const till of world.tills) await till.remove()
  rmSync(parts.folder, { recursive: true, force: true })
  const { witness, line, tally } = world
  tally.count('histories')
  tally.count('sentBeyondOne', witness.sentBeyondOne())
  tally.count('brokenRefusals', line.brokenRefusals.size)
  tally.count('delivered twice', line.doubled.size)
  tally.count('wrongly decided', witness.wronglyDecided.size)
  return { violations: [...new Set(witness.violations)], counts: tally.counts() }
}

async function end(world: World): Promise<void> {
  if (world.witness.violations.length > 0) return
  await comeToRest(world)
  judgeEnd(world)
  if (world.witness.violations.length > 0) return
  await goOn(world)
  judgeEnd(world)
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
