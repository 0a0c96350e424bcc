/**
 * The end of a history: faults have ended. Every program is started once more and has minutes to find out what it can;
 * only then do the writes land that services made late (a harness that let them land first would forgive a hasty till).
 */
import type { SimulatedTill } from '../till/simulated-till'
import { lookUp } from './cashiers'
import { connectTo } from './services'
import { beginJournal } from './supervisors'
import { watchLocks } from './watch-locks'
import type { World } from './world'

const second = 1000
const minute = 60 * second

export async function comeToRest(world: World): Promise<void> {
  world.line.heal()
  for (const till of world.tills) await setRight(world, till)
  // A line that a failing disk took all the same is read by this start, and was told to nobody.
  watchLocks(world)
  await world.agenda.pass(3 * minute)
  await world.line.landAll()
  await world.agenda.pass(minute)
  for (const till of world.tills) await lookEverythingUp(world, till)
  // Somebody looks through Activity: an index that is damaged where nothing else reads it is found so, and made anew.
  for (const till of world.tills) till.refunds()?.page({ before: null, count: 100 })
  await world.agenda.pass(6 * minute)
  for (const till of world.tills) await lookEverythingUp(world, till)
}

/** The PC is awake, its disk and keychain work, it is connected to the live service, and refunds are on. */
async function setRight(world: World, till: SimulatedTill): Promise<void> {
  till.pc.wake()
  till.keychain.setMood('well')
  till.disk().setMood({ kind: 'well' })
  if (till.refunds() !== null) await till.quit()
  await till.start()
  await connectTo(world, till, 'pay.example')
  till.program()?.wake()
  await world.agenda.pass(second)
  await turnRefundsOn(world, till)
}

/** Does what the screen says. Refunds that stay off though everything works again are a till that nobody can use. */
export async function turnRefundsOn(world: World, till: SimulatedTill): Promise<void> {
  const tried: string[] = []
  for (let times = 0; times < 12; times += 1) {
    const off = till.refunds()?.refundsOff() ?? null
    if (off === null) return
    tried.push(off)
    if (till.refunds()?.replaceable() !== null) {
      const fault = await waitFor(world, beginJournal(world, till))
      if (fault !== null) tried.push(`begin: ${fault}`)
    } else if (times === 4 || times === 8) {
      // An empty answer of the keychain is believed only after a restart (protocol 11).
      await till.quit()
      await till.start()
    } else {
      await world.agenda.pass(61 * second)
      till.program()?.wake()
      await world.agenda.rest()
    }
  }
  const off = till.refunds()?.refundsOff() ?? null
  if (off !== null) world.witness.violate(`${till.name}: refunds stay off: ${off} (${tried.join(', ')})`)
}

/** Lets time pass until it has an answer; the answer. */
export async function waitFor<T>(world: World, work: Promise<T>): Promise<T> {
  const answer = await world.agenda.until(work)
  // Nothing ends the waiting but the answer.
  return answer ?? work
}

export async function lookEverythingUp(world: World, till: SimulatedTill): Promise<void> {
  const count = till.connected()?.payments().length ?? 0
  for (let place = 0; place < count; place += 1) await lookUp(world, till, place, 'internal_id')
}
