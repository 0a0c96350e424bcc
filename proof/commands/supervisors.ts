/** What supervisors do. A truthful one has seen the service's book; a hasty one says anything, and is counted apart. */
import fastCheck from 'fast-check'
import type { RefundService } from '../../src/main/refund/service'
import { placeOf } from '../books/witness'
import type { SimulatedTill } from '../till/simulated-till'
import { paymentNumber } from './cashiers'
import { atTill, forget } from './command'
import { idIn, type World } from './world'

type Truth = 'refunded' | 'not_refunded' | 'nobody_knows'

/** What is so at this moment. While a refund is on its way nobody can know. */
export function truthOf({ witness, line }: World, marker: string): Truth {
  if (witness.entriesOf(marker).length > 0) return 'refunded'
  return line.mayStillApply(marker) ? 'nobody_knows' : 'not_refunded'
}

const minute = 60_000
const hour = 60 * minute
/** Two minutes from the send, of which its connection may have taken ten seconds. */
const twoMinutes = 110_000

/** Decides and keeps book of whether it was so. Resolves to whether it was taken. */
export async function decide(
  world: World,
  till: SimulatedTill,
  marker: string,
  to: 'refunded' | 'not_refunded',
  portal: boolean,
): Promise<string | null> {
  const refunds = till.refunds()
  if (refunds === null) return 'down'
  // The power may go between the word's line and its answer: until the word was refused it may stand. So it may where the
  // disk said no and had taken it: with nothing written behind, the next start reads it.
  const { wronglyDecided, wordsInDoubt } = world.witness
  const isFirst = truthOf(world, marker) !== to && !wronglyDecided.has(marker)
  if (isFirst) wronglyDecided.add(marker)
  const wasInDoubt = wordsInDoubt.has(marker)
  wordsInDoubt.add(marker)
  const decided = await refunds.decide(marker, {
    to,
    supervisor: 'Jonas',
    saw: 'The provider’s portal',
    why: 'As the portal says',
    portal,
  })
  const isInDoubt = !decided.ok && decided.fault.kind === 'journal_unwritable'
  if (!isInDoubt && !wasInDoubt) wordsInDoubt.delete(marker)
  if (decided.ok && truthOf(world, marker) !== to) wronglyDecided.add(marker)
  else if (isFirst && !isInDoubt) wronglyDecided.delete(marker)
  const sentAt = world.witness.sent.get(marker)?.at ?? 0
  const isEarly = to === 'not_refunded' && world.agenda.now() - sentAt < twoMinutes && !till.isOutOfTime()
  if (decided.ok && isEarly)
    world.witness.violate(`${till.name} ${marker}: not refunded was said within two minutes`)
  const isUnseen = to === 'not_refunded' && till.unansweredFor() > minute && till.awakeFor() < hour
  if (decided.ok && isUnseen)
    world.witness.violate(`${till.name} ${marker}: not refunded was said unseen, before an hour had passed`)
  world.tally.count(decided.ok ? `decided ${to}` : `not decided: ${decided.fault.kind}`)
  return decided.ok ? null : decided.fault.kind
}

/** Attempts of a till that wait for a word. */
export function undecidedOf(refunds: RefundService): readonly string[] {
  return refunds
    .page({ before: null, count: 1 })
    .open.filter(({ state }) => ['unconfirmed', 'refunded_probably', 'refusal_seen'].includes(state))
    .map(({ intent }) => intent.marker)
}

export const decisions = atTill('decide', {
  args: {
    which: fastCheck.nat(3),
    hasty: fastCheck.constantFrom(false, false, false, true),
    to: fastCheck.constantFrom('refunded' as const, 'not_refunded' as const),
    portal: fastCheck.boolean(),
  },
  called: (args) => (args.hasty ? 'decideHastily' : 'decide'),
  run(till, { which, hasty, to, portal }, world) {
    const refunds = till.refunds()
    const open = refunds === null ? [] : undecidedOf(refunds)
    const marker = open[which % Math.max(1, open.length)]
    if (marker === undefined) return
    const truth = truthOf(world, marker)
    const word = hasty ? to : truth === 'nobody_knows' ? null : truth
    if (word !== null) forget(decide(world, till, marker, word, portal))
  },
})

/** A payment of the service that is connected, by its place; '' where none is. */
function shownId(till: SimulatedTill, place: number): string {
  const book = till.connected()
  return book === null ? '' : idIn(book, place)
}

/** Accepts what the service says now, when it says less than before. Resolves to the fault, or null when it was taken. */
export async function acceptLower(world: World, till: SimulatedTill, id: string): Promise<string | null> {
  const refunds = till.refunds()
  const stale = refunds?.standingOf(id).stale ?? null
  if (refunds === null || stale === null) return 'nothing to accept'
  const refunded = stale.now
  const accepted = await refunds.acceptLower(id, refunded, {
    supervisor: 'Jonas',
    why: 'The bank gave it back',
  })
  if (accepted.ok) world.witness.lowered(till.name, id, refunded)
  world.tally.count(accepted.ok ? 'lowered' : `not lowered: ${accepted.fault.kind}`)
  return accepted.ok ? null : accepted.fault.kind
}

export const lowerings = atTill('acceptLower', {
  args: { payment: paymentNumber },
  run(till, { payment }, world) {
    forget(acceptLower(world, till, shownId(till, payment)))
  },
})

/**
 * Ends the lock on a payment that no attempt holds. What was sent there, and is not undecided by the record, is settled by
 * this person's word: a truthful one speaks only when nothing is on its way.
 */
export function release(world: World, till: SimulatedTill, id: string, hasty: boolean): string | null {
  const refunds = till.refunds()
  const lock = refunds?.standingOf(id).lock ?? null
  if (refunds === null || lock === null || lock.kind === 'attempt') return 'nothing to release'
  const undecided = undecidedOf(refunds)
  const markers = till.undecidedOn(id).filter((marker) => !undecided.includes(marker))
  if (!hasty && markers.some((marker) => truthOf(world, marker) === 'nobody_knows')) return 'nobody knows'
  const released = refunds.release(lock.line, {
    supervisor: 'Jonas',
    saw: 'The portal',
    why: 'It is settled',
  })
  if (!released.ok) return released.fault.kind
  world.tally.count('released')
  for (const marker of markers) {
    const truth = truthOf(world, marker)
    if (truth === 'nobody_knows') world.witness.unlockedByPerson.add(placeOf(till.name, id))
    world.witness.changed(till.name, marker, truth === 'refunded' ? 'refunded' : 'not_refunded')
    if (truth === 'nobody_knows') world.witness.wronglyDecided.add(marker)
  }
  return null
}

export const releases = atTill('release', {
  args: { payment: paymentNumber, hasty: fastCheck.constantFrom(false, false, true) },
  run(till, { payment, hasty }, world) {
    release(world, till, shownId(till, payment), hasty)
  },
})

/** Acknowledges every alarm that stands at a till; a lock is none the less a lock. */
export function acknowledgeAll(till: SimulatedTill): void {
  const refunds = till.refunds()
  if (refunds === null) return
  const word = { supervisor: 'Jonas', note: 'Seen' }
  const { open, notices } = refunds.page({ before: null, count: 1 })
  for (const { intent, alarms } of open) {
    alarms.forEach((alarm, index) => {
      if (alarm.acknowledged === null)
        refunds.acknowledge({ of: 'attempt', marker: intent.marker, number: index + 1 }, word)
    })
  }
  for (const { line } of notices) refunds.acknowledge({ of: 'line', line }, word)
}

export const acknowledgements = atTill('acknowledge', {
  run: acknowledgeAll,
})

/** Begins a new journal where that is offered. Resolves to the fault, or null. */
export async function beginJournal(world: World, till: SimulatedTill): Promise<string | null> {
  const refunds = till.refunds()
  if (refunds === null) return 'down'
  const begun = await refunds.beginJournal({ supervisor: 'Jonas', why: 'The disk failed' })
  if (begun.ok) till.hasBegun()
  world.tally.count(begun.ok ? 'journalsBegun' : `not begun: ${begun.fault.kind}`)
  return begun.ok ? null : begun.fault.kind
}

export const beginnings = atTill('beginJournal', {
  run(till, _args, world) {
    forget(beginJournal(world, till))
  },
})
