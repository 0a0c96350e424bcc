/** What is done in a history is a list of commands (fast-check's own): data that can be printed, shrunk and replayed. */
import fastCheck, { type AsyncCommand } from 'fast-check'
import { PowerCut } from '../till/program-life'
import type { SimulatedTill } from '../till/simulated-till'
import { watchLocks } from './watch-locks'
import type { World } from './world'

/** What fast-check must know beforehand to see whether a command makes sense: which tills are switched off. */
export type Model = { readonly down: Set<number> }

export type HistoryCommand = AsyncCommand<Model, World>

export const tillNumber = fastCheck.nat(1)

/** How a command finds its till: by its place. */
function tillAt(world: World, place: number): SimulatedTill {
  const till = world.tills[place % world.tills.length]
  if (till === undefined) throw new Error('There are no tills')
  return till
}

type Kind<Args> = {
  /** What it is given, as it is drawn. */
  readonly args: { readonly [Name in keyof Args]: fastCheck.Arbitrary<Args[Name]> }
  /** The till that must be running for it, by its place; without it none need be. */
  readonly needs?: (args: Args) => number
  readonly changes?: (model: Model, args: Args) => void
  /** What it is counted as, where one kind is several. */
  readonly called?: (args: Args) => string
  readonly run: (args: Args, world: World) => Promise<void> | void
}

const kinds = new Map<string, (args: never) => HistoryCommand>()

/** A kind of command: generates those of a history, and makes one of what the corpus keeps of it. */
export function commandsOf<Args>(name: string, kind: Kind<Args>): fastCheck.Arbitrary<HistoryCommand> {
  const make = (given: Args) => command(name, kind, given)
  kinds.set(name, make)
  return fastCheck.record<Args>(kind.args).map(make)
}

type AtTill = { readonly till: number }

/** A kind that is done at a till, which its first argument names. */
export function atTill<Args>(
  name: string,
  kind: Pick<Kind<Args>, 'called'> & {
    readonly args?: Kind<Args>['args']
    /** It makes sense at a till that is switched off, too. */
    readonly alsoOff?: true
    readonly changes?: (model: Model, till: number) => void
    readonly run: (till: SimulatedTill, args: Args, world: World) => Promise<void> | void
  },
): fastCheck.Arbitrary<HistoryCommand> {
  const { args, alsoOff, called, changes, run } = kind
  return commandsOf<AtTill & Args>(name, {
    // The till is drawn first.
    args: { till: tillNumber, ...args } as Kind<AtTill & Args>['args'],
    ...(alsoOff ? {} : { needs: ({ till }) => till }),
    ...(called === undefined ? {} : { called }),
    changes: (model, { till }) => changes?.(model, till),
    run: (given, world) => run(tillAt(world, given.till), given, world),
  })
}

/** A command as it is kept: its kind and what it was given. */
export type KeptCommand = readonly [kind: string, args: unknown]

/** Makes a kept command again. Throws where nothing of that kind is known any more. */
export function readCommand([name, args]: KeptCommand): HistoryCommand {
  const make = kinds.get(name)
  if (make === undefined) throw new Error(`No command of a history is called ${name}`)
  // What was kept had the type of its kind.
  return make(args as never)
}

/** A power cut may come in the middle of anything; a till that lost its power is started again. */
function command<Args>(
  kind: string,
  { needs, changes, called, run }: Kind<Args>,
  args: Args,
): HistoryCommand {
  return {
    check: (model) => needs === undefined || !model.down.has(needs(args)),
    async run(model, world) {
      changes?.(model, args)
      const name = called?.(args) ?? kind
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
    toString: () => JSON.stringify([kind, args] satisfies KeptCommand),
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
