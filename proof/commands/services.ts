/** What happens at the payment services and on the way to them. */
import fastCheck from 'fast-check'
import { placeOf } from '../books/witness'
import { showPlanArbitrary } from '../service/plans'
import type { SimulatedTill } from '../till/simulated-till'
import { paymentNumber, tillNumber } from './cashiers'
import { commandsOf, forget, tillAt } from './command'
import { undecidedOf } from './supervisors'
import { type Host, hosts, type World } from './world'

const of = fastCheck.constantFrom
const second = 1000
const hour = 3600 * second

export const weatherChanges = commandsOf(
  'shows',
  fastCheck.record({ till: tillNumber, plan: showPlanArbitrary }),
  {
    run({ till, plan }, world) {
      tillAt(world, till).line.planShows(plan)
    },
  },
)

const bookNames = ['live', 'live', 'live', 'staging'] as const

/** Another system of the merchant refunds, or the bank gives a refund back, or somebody edits the payment. */
export const otherHands = commandsOf(
  'otherHands',
  fastCheck.record({
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
  }),
  { called: ({ what }) => what, run: editPayment },
)

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
  const id = `pay-${args.payment}`
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
          id: `pay-${next}`,
          transactionId: `TX-${next}`,
          customId: payment.customId,
          amount: payment.amount,
          currency: payment.currency,
        })
    }
  }
}

/** A new token; the one before is good for as long as it takes to store the new one, or not at all. */
export const tokenChanges = commandsOf(
  'token',
  fastCheck.record({
    till: tillNumber,
    number: fastCheck.nat(50),
    alone: fastCheck.boolean(),
    stored: fastCheck.boolean(),
  }),
  {
    async run({ till: place, number, alone, stored }, world) {
      const till = tillAt(world, place)
      const token = `token-${till.name.replace(' ', '-')}-${number}`
      till.connected()?.issueToken(token, alone)
      if (stored) await till.connect(till.host(), token)
    },
  },
)

/** Connects to it. That never lowers the number of locked payments: what was undecided is known as before. */
export async function moveTo(world: World, till: SimulatedTill, host: Host, told: boolean): Promise<void> {
  const refunds = till.refunds()
  const before = refunds?.refundsOff() === null ? undecidedOf(refunds) : []
  await connectTo(world, till, host, told)
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

/** Somebody stores another address: the service moved, or it is another one that knows the same ids. */
export const moves = commandsOf(
  'connect',
  fastCheck.record({ till: tillNumber, host: of(...hosts), told: fastCheck.boolean() }),
  {
    run: ({ till, host, told }, world) => moveTo(world, tillAt(world, till), host, told),
  },
)

/** @param told that it is the same service under another name is said at once, as provisioning does. */
export async function connectTo(world: World, till: SimulatedTill, host: Host, told: boolean): Promise<void> {
  const before = till.host()
  const same = world.line.serviceAt(before) === world.line.serviceAt(host)
  const token = `token-${till.name.replace(' ', '-')}-${host}`
  const isNew = isNewTo(till, host)
  const open = till.refunds()?.refundsOff() === null ? (till.refunds()?.undecidedCount() ?? 0) : 0
  world.line.serviceAt(host)?.issueToken(token, false)
  const says = told && same && before !== host
  await till.connect(host, token, says ? `https://${before}` : undefined)
  till.refreshServices()
  // Whether it is the same service is asked before anything is sent there, while anything is undecided (protocol 14).
  const refunds = till.refunds()
  if (!isNew || open === 0 || says || refunds === null || till.program()?.address() !== `https://${host}`)
    return
  if (refunds.refundsOff() === null && refunds.undecidedCount() >= open)
    world.witness.violate(
      `${till.name}: ${host} was taken for a service of its own, unasked, beside ${open} undecided`,
    )
}

function isNewTo(till: SimulatedTill, host: Host): boolean {
  const services = till.refunds()?.services() ?? []
  return !services.some(({ addresses }) => addresses.includes(`https://${host}`))
}

/**
 * A supervisor says which service the stored address names. @param hasty says the opposite of what is so.
 * Resolves to the fault, or null.
 */
export async function settleService(
  world: World,
  till: SimulatedTill,
  hasty: boolean,
): Promise<string | null> {
  const refunds = till.refunds()
  const book = till.connected()
  if (refunds === null || book === null) return 'down'
  const known = refunds
    .services()
    .find(({ addresses }) =>
      addresses.some((address) => world.line.serviceAt(new URL(address).host) === book),
    )
  const others = refunds.services().find(({ service }) => service !== known?.service)
  const of = hasty ? (known === undefined ? (others?.service ?? null) : null) : (known?.service ?? null)
  const settled = await refunds.settleService(`https://${till.host()}`, of, {
    supervisor: 'Jonas',
    why: 'The provider wrote',
  })
  if (settled.ok && hasty) {
    const taken = others?.addresses.map((address) => world.line.serviceAt(new URL(address).host)) ?? []
    for (const one of [book, ...taken])
      if (one !== null) world.witness.misplacedByPerson.add(placeOf(till.name, one, ''))
  }
  if (settled.ok && hasty && known !== undefined) {
    for (const payment of book.payments())
      world.witness.unlockedByPerson.add(placeOf(till.name, book, payment.id))
  }
  if (settled.ok) till.refreshServices()
  world.tally.count(
    settled.ok ? `service settled${hasty ? ' wrongly' : ''}` : `not settled: ${settled.fault.kind}`,
  )
  return settled.ok ? null : settled.fault.kind
}

export const settlings = commandsOf(
  'settleService',
  fastCheck.record({ till: tillNumber, hasty: of(false, false, false, true) }),
  {
    needs: ({ till }) => till,
    async run({ till: place, hasty }, world) {
      const till = tillAt(world, place)
      const work = settleService(world, till, hasty)
      forget(work)
      await world.agenda.rest()
    },
  },
)
