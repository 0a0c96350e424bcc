/** What happens at the payment services and on the way to them. */
import fastCheck from 'fast-check'
import { showPlanArbitrary } from '../service/plans'
import type { SimulatedTill } from '../till/simulated-till'
import { paymentNumber } from './cashiers'
import { atTill, commandsOf } from './command'
import { undecidedOf } from './supervisors'
import { type Host, hosts, idIn, type World } from './world'

const of = fastCheck.constantFrom
const second = 1000
const hour = 3600 * second

export const weatherChanges = atTill('shows', {
  args: { plan: showPlanArbitrary },
  alsoOff: true,
  run(till, { plan }) {
    till.line.planShows(plan)
  },
})

const bookNames = ['live', 'live', 'live', 'staging'] as const

/** Another system of the merchant refunds, or the bank gives a refund back, or somebody edits the payment. */
export const otherHands = commandsOf('otherHands', {
  args: {
    book: of(...bookNames),
    payment: paymentNumber,
    what: of(
      'refund',
      'refund',
      'refund_of_another_till',
      'bounce',
      'older',
      'older',
      'touch',
      'cancel',
      'reprice',
      'same_custom_id',
    ),
    amount: of(1000, 2000, 2500, 5000),
    back: of(second, 30 * second, hour),
  },
  called: ({ what }) => what,
  run: editPayment,
})

function editPayment(
  args: {
    readonly book: 'live' | 'staging'
    readonly payment: number
    readonly what: string
    readonly amount: number
    readonly back: number
  },
  world: World,
): void {
  const book = world[args.book]
  const id = idIn(book, args.payment)
  const payment = book.read(id)
  if (payment === null) return
  switch (args.what) {
    case 'refund':
      book.refund({ id, amount: args.amount, reason: 'Provider portal' })
      return
    case 'refund_of_another_till':
      book.refund({ id, amount: args.amount, reason: 'R-0THERT1110 Damaged' })
      return
    case 'bounce':
      if (book.bounce(id)) world.tally.count('bounced')
      return
    case 'older':
      book.edit(id, { updatedAt: payment.updatedAt - args.back })
      return
    case 'touch':
      book.edit(id, {})
      return
    case 'cancel':
      book.edit(id, { status: payment.status === 'paid' ? 'cancelled' : 'paid' })
      return
    case 'reprice':
      book.edit(id, { amount: payment.amount === 5000 ? 4500 : 5000 })
      return
    default: {
      // The day's order numbers begin anew: another payment, of the same dish, carries the same one.
      const next = book.payments().length
      if (next < 6)
        book.add({
          id: idIn(book, next),
          transactionId: `TX-${next}`,
          customId: payment.customId,
          amount: payment.amount,
          currency: payment.currency,
        })
    }
  }
}

/** A new token; the one before is good for as long as it takes to store the new one, or not at all. */
export const tokenChanges = atTill('token', {
  args: { number: fastCheck.nat(50), alone: fastCheck.boolean(), stored: fastCheck.boolean() },
  alsoOff: true,
  async run(till, { number, alone, stored }) {
    const token = `token-${till.name.replace(' ', '-')}-${number}`
    till.connected()?.issueToken(token, alone)
    if (stored) await till.connect(till.host(), token)
  },
})

/** Connects to it. That never lowers the number of locked payments: what was undecided is known as before. */
export async function moveTo(world: World, till: SimulatedTill, host: Host): Promise<void> {
  const refunds = till.refunds()
  const before = refunds?.refundsOff() === null ? undecidedOf(refunds) : []
  await connectTo(world, till, host)
  if (refunds === null || till.refunds() !== refunds || !till.life().isAlive()) return
  // Damage may be found meanwhile: then every payment is said to be in doubt.
  if (refunds.refundsOff() !== null) return
  for (const marker of before) {
    if (refunds.open(marker) === null)
      world.witness.violate(`${till.name}: ${marker} is gone after a change of address`)
  }
  if (refunds.undecidedCount() < undecidedOf(refunds).length)
    world.witness.violate(`${till.name}: a change of address lowered the number of locked payments`)
}

/** Somebody stores another address: the service moved, or it is another one. */
export const moves = atTill('connect', {
  args: { host: of(...hosts) },
  alsoOff: true,
  run: (till, { host }, world) => moveTo(world, till, host),
})

export async function connectTo(world: World, till: SimulatedTill, host: Host): Promise<void> {
  const token = `token-${till.name.replace(' ', '-')}-${host}`
  world.line.serviceAt(host)?.issueToken(token, false)
  await till.connect(host, token)
}
