/** What happens to the PCs: power, sleep, clocks, disks and keychains. */
import fastCheck from 'fast-check'
import { keychainMoods } from '../till/simulated-keychain'
import { atTill, commandsOf } from './command'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const of = fastCheck.constantFrom

/** Days, which are dear: everything that is undecided or watched is asked about all the while. */
export const longWaits = commandsOf('waitLong', {
  args: { milliseconds: of(5 * hour, 5 * hour, day, 3 * day) },
  run: ({ milliseconds }, { agenda }) => agenda.pass(milliseconds),
})

const shortWaits = commandsOf('wait', {
  args: {
    milliseconds: fastCheck.oneof(
      { weight: 36, arbitrary: of(second, 2 * second, 5 * second, 15 * second, minute, 2 * minute) },
      { weight: 10, arbitrary: of(10 * minute, 10 * minute, hour) },
    ),
  },
  run: ({ milliseconds }, { agenda }) => agenda.pass(milliseconds),
})

/** Time goes by: mostly seconds and minutes, now and then days. */
export const waits = fastCheck.oneof(
  { weight: 46, arbitrary: shortWaits },
  { weight: 1, arbitrary: longWaits },
)

export const clockChanges = atTill('setClock', {
  args: { by: of(hour, -hour, day, -day, 40 * day, -40 * day, -minute) },
  alsoOff: true,
  run(till, { by }) {
    till.pc.set(by)
  },
})

/** The PC sleeps while the world goes on. */
export const sleeps = atTill('sleep', {
  args: {
    milliseconds: of(30 * second, 10 * minute, 10 * minute, 8 * hour),
    told: fastCheck.boolean(),
    // Such systems tell the program that it woke.
    counted: fastCheck.boolean(),
  },
  alsoOff: true,
  async run(till, { milliseconds, told, counted }, world) {
    till.pc.sleep(counted)
    await world.agenda.pass(milliseconds)
    till.pc.wake()
    if (told || counted) till.program()?.wake()
  },
})

export const powerCuts = atTill('power', {
  args: { how: of('crash' as const, 'crash' as const, 'restart' as const, 'impatient' as const) },
  called: (args) => args.how,
  async run(till, { how }) {
    if (how === 'restart') await till.quit()
    else await till.crash()
    // The window does not wait for a long journal: what is asked meanwhile finds it still opening.
    await till.start(how === 'impatient' ? 0 : undefined)
  },
})

/** The till is off for a while; what is done to its disk and keychain meanwhile finds no program. */
export const switchesOff = atTill('switchOff', {
  changes: (model, till) => model.down.add(till),
  run: (till) => till.crash(),
})

export const switchesOn = atTill('switchOn', {
  alsoOff: true,
  changes: (model, till) => model.down.delete(till),
  async run(till) {
    if (till.refunds() === null) await till.start()
  },
})

/** The power goes at one of the next things that the program does to the world. */
export const cuts = atTill('cutSoon', {
  args: { touches: fastCheck.nat(60) },
  run(till, { touches }) {
    till.life().cutAfter(touches)
  },
})

export const diskFaults = atTill('disk', {
  args: { kind: of('fails_once', 'fails_once', 'fails_after', 'full', 'well'), left: fastCheck.nat(12) },
  alsoOff: true,
  run(till, { kind, left }) {
    const mood = kind === 'well' || kind === 'full' ? { kind } : { kind, left }
    till.disk().setMood(mood)
  },
})

export const keychainFaults = atTill('keychain', {
  args: { mood: of(...keychainMoods), told: fastCheck.boolean() },
  alsoOff: true,
  run(till, { mood, told }) {
    till.keychain.setMood(mood)
    if (told) till.program()?.wake()
  },
})

/** What the keychain held is lost: one entry, or all of them; or what it held before is put back. */
export const keychainLosses = atTill('keychainLoss', {
  args: { what: of('one', 'one', 'all', 'keep', 'put_back'), entry: fastCheck.nat(8) },
  alsoOff: true,
  called: (args) => `keychain_${args.what}`,
  run(till, { what, entry }) {
    till.spoilKeychain(what, entry)
  },
})
