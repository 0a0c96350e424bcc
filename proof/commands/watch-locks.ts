/** After everything that is done: what is undecided is locked on its till, whatever address that is connected to. */
import { undecidedStates } from '../books/states'
import { placeOf, type Witness } from '../books/witness'
import type { SimulatedTill } from '../till/simulated-till'
import type { World } from './world'

/** An hour, and what a check itself may take. */
const longestSilence = 65 * 60_000

export function watchLocks({ tills, witness }: World): void {
  for (const till of tills) till.life().unseen(() => watchTill(till, witness))
}

function watchTill(till: SimulatedTill, witness: Witness): void {
  const refunds = till.refunds()
  const book = till.connected()
  if (refunds === null || book === null || !till.life().isAlive() || refunds.refundsOff() !== null) return
  if (till.program()?.isConnected() !== true) return
  // What a disk did not take is written once it takes anything, and refunds are off until then (protocol 3).
  const left = refunds.page({ before: null, count: 1 }).open.find(({ state }) => state === 'sending')
  if (left !== undefined && !refunds.isSending())
    witness.violate(`${till.name}: ${left.intent.marker} is left at sending, and refunds are on`)
  // What is undecided is asked about every hour at least, for good (protocol 8).
  const isForgotten =
    till.silentFor() > longestSilence && !till.isOutOfTime() && till.keychain.mood() === 'well'
  for (const payment of book.payments()) {
    const [marker] = till.undecidedOn(payment.id)
    if (marker === undefined) continue
    // Of what a damaged journal left nothing but a hash nobody can ask, and at another address nobody does; it still locks.
    const isHere = witness.sent.get(marker)?.host === till.host()
    // How a program ended, or what a failing disk took all the same, may have been told to nobody: then the attempt stands
    // otherwise by now.
    const now = refunds.open(marker)?.attempt.state
    const isSettled = now !== undefined && !undecidedStates.has(now)
    if (isForgotten && isHere && now !== undefined && !isSettled)
      witness.violate(`${till.name}: nothing is asked about ${marker} any more`)
    if (refunds.standingOf(payment.id).lock !== null) continue
    if (isSettled) {
      till.foundAt(marker, now)
      continue
    }
    // Neither file nor keychain can know of it any more: that a loss is told is judged at the end.
    const writtenAt = witness.sent.get(marker)?.writtenAt ?? 0
    const isKnown = refunds.open(marker) !== null
    if (!isKnown && till.mayHaveLostAll(writtenAt)) continue
    if (!isKnown && (witness.wordsInDoubt.has(marker) || till.endsInClear(marker))) continue
    if (witness.unlockedByPerson.has(placeOf(till.name, payment.id))) continue
    witness.violate(`${till.name}: ${payment.id} is free though ${marker} is undecided`)
  }
}
