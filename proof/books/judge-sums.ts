/** Whether somebody is told of whatever the service gave that the journals do not hold (refund-protocol.md, "What must hold"). */

import type { AttemptView } from '../../src/shared/attempt/payment-standing'
import type { LineNotice } from '../../src/shared/contract/contract'
import type { World } from '../commands/world'
import type { Entry, ServiceBook } from '../service/service-book'
import { markerAtStart } from '../service/wire-text'
import type { SimulatedTill } from '../till/simulated-till'
import { undecidedStates } from './states'
import type { Sent, Step } from './witness'

/** What a till's window shows of its refunds. */
export type View = {
  readonly attempts: ReadonlyMap<string, AttemptView>
  readonly notices: readonly LineNotice[]
}

export function viewOf(till: SimulatedTill): View {
  const { open = [], attempts = [], notices = [] } = till.refunds()?.page({ before: null, count: 100 }) ?? {}
  return { attempts: new Map([...attempts, ...open].map((view) => [view.intent.marker, view])), notices }
}

type Ends = {
  readonly world: World
  readonly till: SimulatedTill
  readonly view: View
  /** Of which a journal was left that nobody could name any more, or lines that are told as lost: it is shown, and nobody watches it. */
  readonly isLeft: (marker: string) => boolean
}

/** Whether anybody at the till is told that something is wrong with a payment. */
function isNoticed({ till, view }: Ends, id: string): boolean {
  const refunds = till.refunds()
  if (refunds === null) return false
  if (refunds.standingOf(id).lock !== null || refunds.standingOf(id).stale !== null) return true
  const about = [...view.attempts.values()].filter(({ intent }) => intent.id === id)
  return (
    about.some(({ alarms, state }) => alarms.length > 0 || undecidedStates.has(state)) ||
    view.notices.some((notice) => notice.id === id)
  )
}

/** Where a till's attempt stands; what no journal knows any more stands as it was last seen. */
function stateOf({ world, till, view }: Ends, marker: string): string | null {
  return view.attempts.get(marker)?.state ?? world.witness.standing(till.name, marker)?.state ?? null
}

/** Entries of one marker beyond what the journal holds as refunded of it, bounced ones left out. */
function excessOf(ends: Ends, sent: Sent): readonly Entry[] {
  const own = ends.world.witness.entriesOf(sent.marker).filter(({ bounced }) => !bounced)
  return stateOf(ends, sent.marker) === 'refunded' ? own.slice(1) : own
}

/** Where an attempt stood then, and since when; null where the till did not know it. */
function stepThen({ world, till, view }: Ends, marker: string, isBefore: (step: Step) => boolean) {
  const told = world.witness.standing(till.name, marker)?.steps.findLast(isBefore)
  if (told === undefined) return null
  // A program that was cut off with its answer written had told nobody of it.
  const state = told.state === 'sending' ? view.attempts.get(marker)?.state : told.state
  return state === undefined ? null : { state, at: told.at }
}

function wasUndecided(ends: Ends, marker: string, isBefore: (step: Step) => boolean): boolean {
  return undecidedStates.has(stepThen(ends, marker, isBefore)?.state ?? '')
}

/** What is settled is remembered for so long, by the PC's wall clock (protocol 9). */
const remembered = 30 * 24 * 60 * 60 * 1000

/** Whether the till had an eye on the payment then: an attempt on it was undecided, or lately refused or decided. */
function wasLookedAt(
  ends: Ends,
  markers: readonly string[],
  moment: number,
  isBefore: (step: Step) => boolean,
): boolean {
  return markers.some((marker) => {
    const step = stepThen(ends, marker, isBefore)
    if (step === null) return false
    const { state, at } = step
    const isDecided = state === 'refunded' && (ends.view.attempts.get(marker)?.decision ?? null) !== null
    const isLate = moment - at + ends.till.pc.wallSpan() < remembered
    const isSettled = state === 'refused' || state === 'not_refunded' || isDecided
    return undecidedStates.has(state) || (isSettled && isLate)
  })
}

/**
 * What the service gave beyond what the journal holds as refunded must be noticed: by an alarm, a lock or a person. One
 * kind cannot be: what lands while no attempt on the payment is undecided, refused or decided, so that nobody looks.
 */
export function judgeSums(ends: Ends, book: ServiceBook, id: string): void {
  const { world, till } = ends
  const { witness, tally } = world
  const own = [...witness.sent.values()].filter(
    (sent) => sent.till === till.name && sent.book === book && sent.id === id,
  )
  if (own.length === 0) return
  const markers = own.map(({ marker }) => marker)
  const entries = book.read(id)?.entries ?? []
  // What never left the till and a person called refunded: what others refund is taken for it.
  const intents = [...ends.view.attempts.values()].map(({ intent }) => intent)
  const unsent = intents.filter((intent) => intent.id === id && !witness.sent.has(intent.marker))
  const held = [...own, ...unsent]
    .filter(({ marker }) => stateOf(ends, marker) === 'refunded')
    .reduce((sum, sent) => sum + (sent.amount ?? book.read(id)?.amount ?? 0), 0)
  const given = entries
    .filter((entry) => !entry.bounced && markers.includes(markerAtStart(entry.reason)))
    .reduce((sum, entry) => sum + entry.amount, 0)
  const excess = given > held ? own.flatMap((sent) => excessOf(ends, sent)) : []
  // A refund that came back, or one of ours cut down to the rest, makes sums fit that are not what they seem.
  const foreign =
    entries.some(({ bounced }) => bounced) || book.habits.overlargePart === 'clamp'
      ? []
      : entries.filter((entry) => !markers.includes(markerAtStart(entry.reason)))
  // Sums of another currency than an attempt's say nothing about it: a watch that has only such shows ends in an alarm.
  const fits = (marker: string, currency: string) => {
    const own = ends.view.attempts.get(marker)?.intent.currency
    return own === undefined || own === currency
  }
  const seen = witness.seenBy(till.name, id)
  // What landed in the very moment of another attempt's fresh show may have been in it.
  const looking = ({ at, reason }: Entry) =>
    own.filter((sent) => sent.at < at || sent.marker === markerAtStart(reason)).map(({ marker }) => marker)
  // It has to land while somebody looks, and to be in an answer that comes while somebody does.
  const looked = [...excess, ...foreign].filter((entry) => {
    const shown = seen.filter(({ shows }) => shows?.entries.includes(entry) === true)
    return shown.some(({ order, at: shownAt, currency }) => {
      const before = (step: Step) => step.order < order
      const eyes = looking(entry).filter((marker) => fits(marker, currency))
      // While an attempt in another currency is undecided, neither it nor a watch counts a rise (rule 9).
      const isBlind = markers.some((marker) => !fits(marker, currency) && wasUndecided(ends, marker, before))
      const counting = isBlind ? eyes.filter((marker) => wasUndecided(ends, marker, before)) : eyes
      return (
        wasLookedAt(ends, eyes, entry.at, ({ at }) => at <= entry.at) &&
        wasLookedAt(ends, counting, shownAt, before)
      )
    })
  })
  if (excess.length + foreign.length === 0) return
  if (excess.length > 0) tally.count('more given than the journal holds')
  if (foreign.length > 0) tally.count('refunded by others')
  const said = excess.length > 0 ? 'of these' : 'by others,'
  if (isNoticed(ends, id)) tally.count(`${said} noticed`)
  else if (looked.length === 0) tally.count(`${said} landed or shown while nobody could look`)
  else if (till.connected() !== book) tally.count(`${said} at a service that is not connected`)
  // What was settled and cannot be read any more is told as lost (`judgeSentIsKnown`).
  else if (own.some(({ marker }) => !ends.view.attempts.has(marker) || ends.isLeft(marker)))
    tally.count(`${said} lost with a journal`)
  else if (
    excess.length === 0 &&
    [...own, ...unsent].some(({ marker }) => witness.wronglyDecided.has(marker))
  )
    tally.count(`${said} taken for ours by a hasty person`)
  else
    witness.violate(
      `${till.name}: ${given} of ${id} were given, ${held} are in the journal, ${foreign.length} refunds are others’, and nobody is told`,
    )
}
