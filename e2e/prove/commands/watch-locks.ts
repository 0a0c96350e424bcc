/** After everything that is done: what is undecided is locked on its till, whatever address that is connected to. */
import { undecidedStates } from '../books/states'
import { placeOf, type Witness } from '../books/witness'
import type { SimulatedTill } from '../till/simulated-till'
import type { World } from './world'

export function watchLocks({ tills, witness }: World): void {
  for (const till of tills) till.life().unseen(() => watchTill(till, witness))
}

function watchTill(till: SimulatedTill, witness: Witness): void {
  const desk = till.desk()
  const book = till.connected()
  if (desk === null || book === null || !till.life().isAlive() || desk.refundsOff() !== null) return
  if (till.program()?.isConnected() !== true) return
  till.refreshServices()
  for (const payment of book.payments()) {
    const [marker] = till.undecidedOn(till.host(), payment.id)
    if (marker === undefined || desk.lockOn(payment.id) !== null) continue
    // How a program ended may have been told to nobody: then the attempt stands otherwise by now.
    const now = desk.open(marker)?.attempt.state
    if (now !== undefined && !undecidedStates.has(now)) {
      till.foundAt(marker, now)
      continue
    }
    if (witness.unlockedByPerson.has(placeOf(till.name, book, payment.id))) continue
    witness.violate(`${till.name}: ${payment.id} is free though ${marker} is undecided`)
  }
}
