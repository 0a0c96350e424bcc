/** What cashiers do: look payments up, and refund them. */

import fastCheck from 'fast-check'
import type { RefundService } from '../../src/main/refund/service'
import type { RefundOrder } from '../../src/main/refund/types'
import type { PersonRef } from '../../src/shared/people/people'
import { ruleNames } from '../../src/shared/people/rules'
import { refundPlanArbitrary } from '../service/plans'
import type { OnScreen, SimulatedTill } from '../till/simulated-till'
import { cashierOf, secondPerson } from '../world/people'
import { atTill, forget } from './command'
import type { World } from './world'

const kinds = ['transaction_id', 'custom_id', 'internal_id'] as const

export const paymentNumber = fastCheck.nat(5)

/** Looks a payment up, by its place in the connected service's book, as the window does; null when nothing came at once. */
export async function lookUp(
  world: World,
  till: SimulatedTill,
  place: number,
  kind: (typeof kinds)[number],
): Promise<OnScreen | null> {
  const book = till.connected()
  const program = till.program()
  const payments = book?.payments() ?? []
  const payment = payments[place % Math.max(1, payments.length)]
  if (book === null || program === null || payment === undefined) return null
  const code = {
    transaction_id: payment.transactionId,
    custom_id: payment.customId,
    internal_id: payment.id,
  }[kind]
  let shown: OnScreen | null = null
  forget(
    program.lookUp({ kind, code }).then((show) => {
      if (show === null || program !== till.program()) return
      const { record, serviceAddress } = show
      shown = { record, foundBy: { kind, code }, shownBy: serviceAddress, book }
      till.screen.set(`${book.name} ${record.id}`, shown)
    }),
  )
  await world.agenda.rest()
  return shown
}

export const lookUps = atTill('lookUp', {
  args: { payment: paymentNumber, kind: fastCheck.constantFrom(...kinds) },
  run: async (till, { payment, kind }, world) => {
    await lookUp(world, till, payment, kind)
  },
})

/** The amount that a cashier types, in hundredths. */
function amountOf(shown: OnScreen, part: 'rest' | 'ten' | 'twenty' | 'half'): number {
  const rest = (shown.record.amount ?? 0) - (shown.record.refunded ?? 0)
  const wanted = { rest, ten: 1000, twenty: 2000, half: Math.ceil(rest / 200) * 100 }[part]
  return Math.min(rest, wanted)
}

export function orderFor(shown: OnScreen, amount: number, cashier: PersonRef, allowed: boolean): RefundOrder {
  return {
    shown: shown.record,
    foundBy: shown.foundBy,
    shownBy: shown.shownBy,
    amount: { hundredths: amount, currency: shown.record.currency },
    reason: { code: 'other', text: 'Damaged item R-0123456789' },
    typed: false,
    confirmed: true,
    cashier,
    allowedBy: allowed ? { ...secondPerson, rules: ruleNames } : null,
  }
}

/** Programs that have an order to answer, which may be waiting for its record to open. They take no other meanwhile. */
const busy = new WeakSet<RefundService>()

export const refunds = atTill('refund', {
  args: {
    payment: paymentNumber,
    kind: fastCheck.constantFrom(...kinds),
    part: fastCheck.constantFrom(
      'rest' as const,
      'ten' as const,
      'ten' as const,
      'twenty' as const,
      'half' as const,
    ) /** A receipt that has been on the screen for a while, or one just looked up. */,
    fresh: fastCheck.boolean(),
    clicks: fastCheck.constantFrom(1, 1, 1, 2),
    allowed: fastCheck.boolean(),
    plan: refundPlanArbitrary,
    cutAfter: fastCheck.oneof(
      { weight: 8, arbitrary: fastCheck.constant(null) },
      { weight: 1, arbitrary: fastCheck.nat(40) },
    ),
  },
  async run(till, { payment, kind, part, fresh, clicks, allowed, plan, cutAfter }, world) {
    const book = till.connected()
    const known = till.screen.get(`${book?.name ?? ''} pay-${payment % 4}`) ?? null
    const shown = fresh || known === null ? await lookUp(world, till, payment, kind) : known
    const refunds = till.refunds()
    if (shown === null || refunds === null) return
    const amount = amountOf(shown, part)
    const cashier = cashierOf(payment)
    till.line.planRefund(plan)
    if (cutAfter !== null) till.life().cutAfter(cutAfter)
    const isFree = !busy.has(refunds)
    if (isFree) {
      till.ask({
        id: shown.record.id,
        amount,
        shownRefunded: shown.record.refunded ?? 0,
        cashier: cashier.id,
        allowed: allowed && cashier.id !== secondPerson.id,
        at: world.agenda.now(),
      })
    }
    const clicked = Array.from({ length: clicks }, async () => {
      const issued = await refunds.issue(orderFor(shown, amount, cashier, allowed))
      world.tally.count(issued.ok ? `issued ${issued.value.attempt.state}` : `refused ${issued.fault.kind}`)
    })
    if (isFree) busy.add(refunds)
    const answered = Promise.all(clicked)
    forget(isFree ? answered.then(() => busy.delete(refunds)) : answered)
  },
})

/** A receipt that this till saved long ago comes by again, as an outage's list or the search shows it. */
export const savedCopies = atTill('savedCopy', {
  args: { copy: fastCheck.nat(20) },
  run(till, { copy }) {
    till.program()?.showSavedCopy(copy)
  },
})
