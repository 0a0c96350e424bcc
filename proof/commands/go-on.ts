/**
 * Once faults have ended every undecided attempt is settled or can be decided, and every payment with a rest can be
 * refunded, or the screen says why (refund-protocol.md, "What must hold"): the harness does what the screen offers, until it is so.
 */
import type { RefundService } from '../../src/main/refund/service'
import type { Fault } from '../../src/shared/fault'
import { refundedOf } from '../service/service-book'
import type { SimulatedTill } from '../till/simulated-till'
import { cashierOf } from '../world/people'
import { lookUp, orderFor } from './cashiers'
import { lookEverythingUp, turnRefundsOn, waitFor } from './come-to-rest'
import { acceptLower, acknowledgeAll, decide, release, truthOf, undecidedOf } from './supervisors'
import type { World } from './world'

const minute = 60_000

export async function goOn(world: World): Promise<void> {
  for (const till of world.tills) {
    await decideAll(world, till)
    acknowledgeAll(till)
  }
  for (const [place, payment] of world.live.payments().entries()) {
    const till = world.tills[place % world.tills.length]
    if (till !== undefined) await refundRest(world, till, place, payment.id)
  }
  // A rise that no watch could count while a person had yet to decide is counted now (protocol 9).
  for (const till of world.tills) await lookEverythingUp(world, till)
}

/** Whatever address each was sent to: elsewhere only a person settles it (protocol 14). */
async function decideAll(world: World, till: SimulatedTill): Promise<void> {
  const refused = new Map<string, string | null>()
  for (let times = 0; times < 10; times += 1) {
    const refunds = till.refunds()
    const open = refunds === null ? [] : undecidedOf(refunds)
    if (open.length === 0 || refunds === null) return
    for (const marker of open) {
      const truth = truthOf(world, marker)
      const history = refunds.open(marker)
      if (history === null || truth === 'nobody_knows') continue
      const offer = truth === 'refunded' ? history.decidable.refunded : history.decidable.notRefunded
      if (offer.kind === 'now' || offer.kind === 'portal')
        refused.set(marker, await waitFor(world, decide(world, till, marker, truth, offer.kind === 'portal')))
      else refused.set(marker, offer.kind)
    }
    await world.agenda.pass(times < 3 ? 2 * minute : 15 * minute)
  }
  const refunds = till.refunds()
  for (const marker of refunds === null ? [] : undecidedOf(refunds)) {
    const state = refunds?.open(marker)?.attempt.state
    world.witness.violate(
      `${till.name} ${marker} ${state}: can neither be settled nor decided (${refused.get(marker)})`,
    )
  }
}

/** Refuses a person may wait for, or do something about; anything else names what the screen says. */
async function refundRest(world: World, till: SimulatedTill, place: number, id: string): Promise<void> {
  const said: string[] = []
  let allowed = false
  for (let times = 0; times < 14; times += 1) {
    const payment = world.live.read(id)
    const rest = payment === null ? 0 : payment.amount - refundedOf(payment)
    if (payment === null || payment.status !== 'paid' || rest <= 0) return
    const shown = await lookUp(world, till, place, 'internal_id')
    const refunds = till.refunds()
    if (shown === null || refunds === null) {
      said.push('it is not found')
      continue
    }
    const cashier = cashierOf(0)
    const shownRefunded = shown.record.refunded ?? 0
    till.ask({ id, amount: rest, shownRefunded, cashier: cashier.id, allowed, at: world.agenda.now() })
    const issued: Awaited<ReturnType<RefundService['issue']>> = await waitFor(
      world,
      refunds.issue(orderFor(shown, rest, cashier, allowed)),
    )
    if (issued.ok) {
      world.tally.count(`at the end ${issued.value.attempt.state}`)
      if (issued.value.attempt.state !== 'refunded') said.push(issued.value.attempt.state)
      else return
    } else {
      said.push(issued.fault.kind)
      if (saysWhy(issued.fault)) {
        world.tally.count(
          `at the end ${issued.fault.kind} ${'reason' in issued.fault ? issued.fault.reason : ''}`,
        )
        return
      }
      allowed ||= issued.fault.kind === 'second_person_needed'
      said.push(await help(world, till, id, issued.fault, times))
    }
  }
  world.witness.violate(`${till.name}: the rest of ${id} cannot be refunded: ${said.join(', ')}`)
}

/** What the record itself forbids is said on the screen and is nobody's fault. */
function saysWhy(fault: Fault): boolean {
  return fault.kind === 'refund_blocked' || fault.kind === 'amount_not_allowed'
}

/** No answer that does not contradict itself says that more was refunded than was ever paid (protocol 2). */
function judgeHighest(world: World, till: SimulatedTill, id: string): void {
  const stale = till.refunds()?.standingOf(id).stale ?? null
  const paid = Math.max(...(till.connected()?.past(id) ?? []).map(({ amount }) => amount))
  if (stale !== null && stale.was > paid)
    world.witness.violate(`${till.name}: ${id} is stale by ${stale.was}, and ${paid} was paid`)
}

async function help(
  world: World,
  till: SimulatedTill,
  id: string,
  fault: Fault,
  times: number,
): Promise<string> {
  switch (fault.kind) {
    case 'payment_locked':
      return release(world, till, id, false) ?? 'released'
    case 'stale_answer': {
      judgeHighest(world, till, id)
      await world.agenda.pass(times < 4 ? 4 * minute : 5 * 60 * minute)
      const stale = till.refunds()?.standingOf(id).stale ?? null
      return stale?.accept === 'now'
        ? ((await waitFor(world, acceptLower(world, till, id))) ?? 'accepted')
        : (stale?.accept ?? 'not stale')
    }
    case 'undecided':
      await decideAll(world, till)
      return 'decided'
    case 'refunds_off':
      await turnRefundsOn(world, till)
      return 'on'
    default:
      await world.agenda.pass(minute)
      return ''
  }
}
