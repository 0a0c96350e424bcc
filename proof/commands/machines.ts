/** What happens to the PCs: power, sleep, clocks, disks and keychains. */
import fastCheck from 'fast-check'
import { keychainMoods } from '../till/simulated-keychain'
import { tillNumber } from './cashiers'
import { commandsOf, tillAt } from './command'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const of = fastCheck.constantFrom

/** Days, which are dear: everything that is undecided or watched is asked about all the while. */
export const longWaits = commandsOf(
  'waitLong',
  fastCheck.record({ milliseconds: of(5 * hour, 5 * hour, day, 3 * day) }),
  { run: ({ milliseconds }, { agenda }) => agenda.pass(milliseconds) },
)

const shortWaits = commandsOf(
  'wait',
  fastCheck.record({
    milliseconds: fastCheck.oneof(
      { weight: 36, arbitrary: of(second, 2 * second, 5 * second, 15 * second, minute, 2 * minute) },
      { weight: 10, arbitrary: of(10 * minute, 10 * minute, hour) },
    ),
  }),
  { run: ({ milliseconds }, { agenda }) => agenda.pass(milliseconds) },
)

/** Time goes by: mostly seconds and minutes, now and then days. */
export const waits = fastCheck.oneof(
  { weight: 46, arbitrary: shortWaits },
  { weight: 1, arbitrary: longWaits },
)

export const clockChanges = commandsOf(
  'setClock',
  fastCheck.record({ till: tillNumber, by: of(hour, -hour, day, -day, 40 * day, -40 * day, -minute) }),
  {
    run({ till, by }, world) {
      tillAt(world, till).pc.set(by)
    },
  },
)

/** The PC sleeps while the world goes on. */
export const sleeps = commandsOf(
  'sleep',
  fastCheck.record({
    till: tillNumber,
    milliseconds: of(30 * second, 10 * minute, 10 * minute, 8 * hour),
    told: fastCheck.boolean(),
  }),
  {
    async run({ till: place, milliseconds, told }, world) {
      const till = tillAt(world, place)
      till.pc.sleep()
      await world.agenda.pass(milliseconds)
      till.pc.wake()
      if (told) till.program()?.wake()
    },
  },
)

export const powerCuts = commandsOf(
  'power',
  fastCheck.record({
    till: tillNumber,
    how: of('crash' as const, 'crash' as const, 'restart' as const, 'impatient' as const),
  }),
  {
    called: (args) => args.how,
    needs: ({ till }) => till,
    async run({ till: place, how }, world) {
      const till = tillAt(world, place)
      if (how === 'restart') await till.quit()
      else await till.crash()
      // The window does not wait for a long journal: what is asked meanwhile finds it still opening.
      await till.start(how === 'impatient' ? 0 : undefined)
    },
  },
)

/** The till is off for a while; what is done to its disk and keychain meanwhile finds no program. */
export const switchesOff = commandsOf('switchOff', fastCheck.record({ till: tillNumber }), {
  needs: ({ till }) => till,
  changes: (model, { till }) => model.down.add(till),
  run: (args, world) => tillAt(world, args.till).crash(),
})

export const switchesOn = commandsOf('switchOn', fastCheck.record({ till: tillNumber }), {
  changes: (model, { till }) => model.down.delete(till),
  async run(args, world) {
    const own = tillAt(world, args.till)
    if (own.refunds() === null) await own.start()
  },
})

/** The power goes at one of the next things that the program does to the world. */
export const cuts = commandsOf(
  'cutSoon',
  fastCheck.record({ till: tillNumber, touches: fastCheck.nat(60) }),
  {
    needs: ({ till }) => till,
    run({ till, touches }, world) {
      tillAt(world, till).life().cutAfter(touches)
    },
  },
)

export const diskFaults = commandsOf(
  'disk',
  fastCheck.record({
    till: tillNumber,
    kind: of('fails_once', 'fails_once', 'fails_after', 'full', 'well'),
    left: fastCheck.nat(12),
  }),
  {
    run({ till, kind, left }, world) {
      const mood = kind === 'well' || kind === 'full' ? { kind } : { kind, left }
      tillAt(world, till).disk().setMood(mood)
    },
  },
)

export const keychainFaults = commandsOf(
  'keychain',
  fastCheck.record({ till: tillNumber, mood: of(...keychainMoods), told: fastCheck.boolean() }),
  {
    run({ till: place, mood, told }, world) {
      const till = tillAt(world, place)
      till.keychain.setMood(mood)
      if (told) till.program()?.wake()
    },
  },
)

/** What the keychain held is lost: one entry, or all of them; or what it held before is put back. */
export const keychainLosses = commandsOf(
  'keychainLoss',
  fastCheck.record({
    till: tillNumber,
    what: of('one', 'one', 'all', 'keep', 'put_back'),
    entry: fastCheck.nat(8),
  }),
  {
    called: (args) => `keychain_${args.what}`,
    run({ till, what, entry }, world) {
      tillAt(world, till).spoilKeychain(what, entry)
    },
  },
)
