/** One history: what is done, from the first command to the last, then peace, and what must hold then. */
import { rmSync } from 'node:fs'
import { judgeEnd } from './books/judge-end'
import { comeToRest } from './commands/come-to-rest'
import { goOn } from './commands/go-on'
import { makeWorld, type World } from './commands/world'
import type { Habits } from './service/habits'
import { PowerCut } from './till/program-life'

export type HistoryReport = {
  readonly violations: readonly string[]
  readonly counts: Readonly<Record<string, number>>
}

/** @param act does what the history consists of. @param folder an empty folder on a fast disk; it is removed. */
export async function runHistory(
  folder: string,
  habits: Habits,
  act: (world: World) => Promise<void>,
): Promise<HistoryReport> {
  const tt = performance.now()
  const world = await makeWorld(folder, habits)
  tally_(world, 'ms make', tt)
  const t0 = performance.now()
  try {
    await act(world)
    tally_(world, 'ms act', t0)
    await end(world)
  } catch (error) {
    // A harness that breaks has shown nothing: that is as bad as a promise that does.
    if (!(error instanceof PowerCut)) world.witness.violate(`The history failed: ${wordsOf(error)}`)
  }
  for (const till of world.tills) await till.remove()
  rmSync(folder, { recursive: true, force: true })
  const { witness, line, tally } = world
  tally.count('histories')
  tally.count('sentBeyondOne', witness.sentBeyondOne())
  tally.count('brokenRefusals', line.brokenRefusals.size)
  tally.count('delivered twice', line.doubled.size)
  tally.count('wrongly decided', witness.wronglyDecided.size)
  return { violations: [...new Set(witness.violations)], counts: tally.counts() }
}

function tally_(world: World, n: string, t: number) {
  world.tally.count(n, performance.now() - t)
}
async function end(world: World): Promise<void> {
  if (world.witness.violations.length > 0) return
  let t = performance.now()
  await comeToRest(world)
  tally_(world, 'ms rest', t)
  t = performance.now()
  judgeEnd(world)
  if (world.witness.violations.length > 0) return
  tally_(world, 'ms judge', t)
  t = performance.now()
  await goOn(world)
  tally_(world, 'ms goon', t)
  t = performance.now()
  judgeEnd(world)
  tally_(world, 'ms judge', t)
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
