/** What is done in a history is a list of commands (fast-check's own): data that can be printed, shrunk and replayed. */
import type { AsyncCommand } from 'fast-check'
import { PowerCut } from '../till/program-life'
import type { SimulatedTill } from '../till/simulated-till'
import { watchLocks } from './watch-locks'
import type { World } from './world'

/** What fast-check must know beforehand to see whether a command makes sense: which tills are switched off. */
export type Model = { readonly down: Set<number> }

export type HistoryCommand = AsyncCommand<Model, World>

/** How a command finds its till: by its place. */
export function tillAt(world: World, place: number): SimulatedTill {
  const till = world.tills[place % world.tills.length]
  if (till === undefined) throw new Error('There are no tills')
  return till
}

type Shape<Args> = {
  readonly name: string
  readonly args: Args
  /** The till that must be running for it, by its place; null when none need be. */
  readonly needs: number | null
  readonly changes?: (model: Model) => void
  readonly run: (args: Args, world: World) => Promise<void> | void
}

/** A power cut may come in the middle of anything; a till that lost its power is started again. */
export function command<Args>({ name, args, needs, changes, run }: Shape<Args>): HistoryCommand {
  return {
    check: (model) => needs === null || !model.down.has(needs),
    async run(model, world) {
      changes?.(model)
      if (process.env.PROVE_LOG) console.log(`-- ${world.agenda.now()} ${name} ${JSON.stringify(args)}`)
      try {
        await run(args, world)
        await world.agenda.rest()
      } catch (error) {
        if (!(error instanceof PowerCut)) throw error
      }
      world.tally.count(name)
      for (const till of world.tills) await restartAfterCut(till, world)
      watchLocks(world)
    },
    toString: () => `${name}(${JSON.stringify(args)})`,
  }
}

async function restartAfterCut(till: SimulatedTill, world: World): Promise<void> {
  for (let times = 0; till.life().wasCut() && times < 5; times += 1) {
    world.tally.count('powerCuts')
    await till.crash()
    await till.start()
  }
}

/** A call whose program is gone by the time it is answered fails, and nobody is there to hear it. */
export function forget(work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    if (!(error instanceof PowerCut)) throw error
  })
}
