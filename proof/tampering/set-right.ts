/** What the supervisor does after an attack, with the store's token and the PIN: the till goes on, the payment with it. */

import { vaultName } from '../../src/main/vault/keychain'
import { ruleNames } from '../../src/shared/people/rules'
import { type Ground, managerLine, provisionWith } from './ground'
import { idOfManager, type OpenedTill, openTill, openTillParts, tillName } from './opened-till'
import { lockedCode, manager, mustBe, otherCode, pin, refundPart, type Scene, token } from './scene'

const word = { why: 'A day has passed' }
const saw = 'Portal: no refund'

const ownProof = async (till: OpenedTill) => ({ with: 'pin', person: await idOfManager(till), pin }) as const

async function beginAnew(till: OpenedTill, { services }: Scene): Promise<void> {
  const { state } = mustBe(await till.people.view())
  const newPin = state === 'none' || state === 'damaged' ? pin : ''
  const byToken = { with: 'token', address: services.address, token, name: manager, newPin } as const
  const proof = till.refunds.replaceable() === 'person' ? await ownProof(till) : byToken
  const begun = await till.call('journal:begin', { ...word, proof })
  // SQLite may take the log of a closed file away while it is being read; the supervisor presses again.
  if (begun.ok || begun.fault.kind !== 'journal_unwritable') mustBe(begun)
  else mustBe(await till.call('journal:begin', { ...word, proof }))
}

/** By hand in the provider's portal: nothing was refunded. */
async function release(till: OpenedTill): Promise<string> {
  const lock = till.refunds.standingOf(lockedCode).lock
  if (lock?.kind === 'attempt') {
    mustBe(await till.people.prove(await ownProof(till)))
    const decision = { ...word, supervisor: manager, to: 'not_refunded', saw, portal: true } as const
    mustBe(await till.refunds.decide(lock.attempt.intent.marker, decision))
  } else if (lock !== null)
    mustBe(await till.call('payment:release', { ...word, line: lock.line, proof: await ownProof(till), saw }))
  return lock?.kind ?? 'open'
}

/** Provisions where people are lost or were never set up: the token of the store is what there is to show. */
async function restorePeople(ground: Ground, { services }: Scene): Promise<void> {
  const parts = openTillParts(ground)
  const { state } = mustBe(await parts.people.view())
  if (state !== 'set')
    await provisionWith(ground, services.address, [token, managerLine(manager, pin), token])
}

/** The people in force are nobody’s that is there: their entry is deleted by hand, and then they are lost ones. */
async function dropForeignPeople(ground: Ground): Promise<void> {
  mustBe(await ground.keychain.remove(vaultName('people', tillName)))
}

/** A till whose credentials are gone, or are somebody else's, is connected in its window again, by whoever has PIN and token. */
async function connectAgain(till: OpenedTill, { services }: Scene): Promise<boolean> {
  // The cashier's wrong PINs make everybody wait, the supervisor too.
  const begun = await till.call('rights:begin', await ownProof(till))
  if (!begun.ok) return false
  if ((await till.vault.address()) !== services.address) {
    mustBe(await till.call('token:save', { address: services.address, token, anyway: true }))
  }
  return true
}

async function openForSupervisor(ground: Ground, scene: Scene): Promise<OpenedTill> {
  await restorePeople(ground, scene)
  const till = await openTill(ground)
  await ground.clock.advance(60_000)
  if (await connectAgain(till, scene)) return till
  await till.close()
  await dropForeignPeople(ground)
  return openForSupervisor(ground, scene)
}

/** Answers what locks the payment once refunds are on again, and what came of two refunds then. */
export async function setRight(ground: Ground, scene: Scene) {
  const { anew, entries } = scene.services
  const till = await openForSupervisor(ground, scene)
  if (till.refunds.refundsOff() !== null) await beginAnew(till, scene)
  const other = await refundPart(till, otherCode)
  // *Not refunded* is believed after two minutes of this record's running time.
  await ground.clock.advance(120_000)
  /** *open* where nothing locks it any more. */
  const lock = await release(till)
  /** Of another payment, and of the locked one after the supervisor's word. */
  const refunds = [other, await refundPart(till, lockedCode, { id: '', name: 'Ada', rules: ruleNames })]
  await till.close()
  const right = { lock, refunds, entries: entries(lockedCode) }
  await anew()
  return right
}
