/** What must hold once every late write has landed and every payment was looked up again (design.md, "Invariants"). */
import type { LineNotice } from '../../src/shared/contract'
import type { AttemptView } from '../../src/shared/payment-standing'
import type { World } from '../commands/world'
import type { Entry, ServiceBook } from '../service/service-book'
import { markerAtStart } from '../service/wire-text'
import type { SimulatedTill } from '../till/simulated-till'
import {
  foldLines,
  type JournalLine,
  readExportedLines,
  type ToldAttempt,
  tellsOfLoss,
  tookOverAllThatWasKept,
} from './journal-text'
import { undecidedStates } from './states'
import { placeOf, type Sent, type Step } from './witness'

const day = 24 * 60 * 60 * 1000

/** Lines that an attempt may take beyond thirty a day: its steps, verdicts that change, alarms and their ends. */
const linesOfAnAttempt = 30
const linesADay = 30

/** What a till's window shows of its refunds. */
type View = {
  readonly attempts: ReadonlyMap<string, AttemptView>
  readonly notices: readonly LineNotice[]
}

function viewOf(till: SimulatedTill): View {
  const { open = [], attempts = [], notices = [] } = till.refunds()?.page({ before: null, count: 100 }) ?? {}
  return { attempts: new Map([...attempts, ...open].map((view) => [view.intent.marker, view])), notices }
}

/** Checks the journals against the books, and counts what is not ours to prevent. */
export function judgeEnd(world: World): void {
  for (const till of world.tills) {
    if (till.refunds()?.refundsOff() !== null) continue
    const exported = till.program()?.exported() ?? null
    if (exported === null) {
      world.witness.violate(`${till.name}: the journal cannot be exported`)
      continue
    }
    const view = viewOf(till)
    const lines = readExportedLines(exported)
    const { attempts, faults } = foldLines(lines)
    for (const fault of faults) world.witness.violate(`${till.name}: ${fault}`)
    for (const attempt of attempts.values()) judgeAttempt(world, till, attempt, view)
    judgeSentIsKnown(world, till, attempts, lines)
    for (const book of [world.live, world.staging]) {
      for (const payment of book.payments()) judgeSums({ world, till, view }, book, payment.id)
    }
  }
}

function entriesOf(world: World, marker: string): number {
  const sent = world.witness.sent.get(marker)
  const payment = sent?.book.read(sent.id)
  return payment?.entries.filter((entry) => markerAtStart(entry.reason) === marker).length ?? 0
}

function judgeAttempt(world: World, till: SimulatedTill, attempt: ToldAttempt, view: View): void {
  const { witness, line, tally } = world
  const { marker, state } = attempt
  const say = (sentence: string) => witness.violate(`${till.name} ${marker} ${state}: ${sentence}`)
  tally.count(`ended ${state}`)
  const shown = view.attempts.get(marker)?.state
  if (shown !== state) say(`the window shows ${shown}`)
  const base = view.attempts.get(marker)?.intent.base
  if (base !== attempt.base) say(`its base was ${attempt.base} and is ${base}`)
  const entries = entriesOf(world, marker)
  const wasSent = witness.sent.has(marker)
  const begunAt = witness.standing(till.name, marker)?.steps[0]?.at ?? world.agenda.now()
  const age = world.agenda.now() - begunAt
  if (attempt.lines > linesOfAnAttempt + (linesADay * age) / day)
    say(`${attempt.lines} lines in ${Math.round(age / 60_000)} minutes`)
  if (entries > (line.doubled.has(marker) ? 2 : 1)) say(`${entries} entries in the ledger`)
  const excused = line.brokenRefusals.has(marker) || witness.wronglyDecided.has(marker)
  switch (state) {
    case 'refunded':
      if (!attempt.byPerson && entries === 0) say('no entry in the ledger')
      return
    case 'refused':
      if (entries > 0 && !excused) say('refunded all the same')
      return
    case 'not_refunded':
      if (entries > 0 && !excused) say('a truthful supervisor cannot have said so')
      return
    case 'not_sent':
    case 'cancelled':
      if (entries > 0 || wasSent) say('was sent')
      return
    case 'intended':
    case 'sending':
      say('is left in the middle')
      return
    default:
      // A state that was added to the program is not judged by silence.
      if (!undecidedStates.has(state)) say('is a state that the proof does not know')
  }
}

/** Nothing that was sent and is not settled may vanish, whatever was damaged. */
function judgeSentIsKnown(
  world: World,
  till: SimulatedTill,
  attempts: ReadonlyMap<string, ToldAttempt>,
  lines: readonly JournalLine[],
): void {
  const { witness, tally } = world
  const lossIsTold = lines.some(tellsOfLoss)
  const refunds = till.refunds()
  for (const sent of witness.sent.values()) {
    if (sent.till !== till.name || attempts.has(sent.marker)) continue
    tally.count('sent and not in the journal any more')
    // A file and a keychain that went back to the same moment are whole, also for the journal that takes their place.
    const isUnknown =
      till.mayHaveLostAll(sent.at) && (till.goesOnFromLoss() || lines.some(tookOverAllThatWasKept))
    if (!lossIsTold && !isUnknown)
      witness.violate(`${till.name}: ${sent.marker} is in no journal, and nobody is told of a loss`)
    const standing = witness.standing(till.name, sent.marker)
    if (standing !== null && !undecidedStates.has(standing.state)) continue
    if (till.mayHaveLostAll(sent.at)) {
      tally.count('lost with file and keychain')
      continue
    }
    const locked = !till.sameHosts(till.host()).includes(sent.host) || refunds?.lockOn(sent.id) !== null
    if (!locked && !witness.unlockedByPerson.has(placeOf(till.name, sent.book, sent.id)))
      witness.violate(
        `${till.name}: ${sent.marker} was sent (${standing?.state ?? 'and the power went'}), no journal knows it and ${sent.id} is free`,
      )
  }
}

type Ends = { readonly world: World; readonly till: SimulatedTill; readonly view: View }

/** Whether anybody at the till is told that something is wrong with a payment. */
function isNoticed({ till, view }: Ends, id: string): boolean {
  const refunds = till.refunds()
  if (refunds === null) return false
  if (refunds.lockOn(id) !== null || refunds.standingOf(id).stale !== null) return true
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
  const entries = sent.book.read(sent.id)?.entries ?? []
  const own = entries.filter((entry) => !entry.bounced && markerAtStart(entry.reason) === sent.marker)
  return stateOf(ends, sent.marker) === 'refunded' ? own.slice(1) : own
}

/** Whether the till had an eye on the payment then: an attempt on it was undecided, refused or decided. */
function wasLookedAt(
  { world, till, view }: Ends,
  markers: readonly string[],
  isBefore: (step: Step) => boolean,
): boolean {
  return markers.some((marker) => {
    const told = world.witness.standing(till.name, marker)?.steps.findLast(isBefore)?.state
    // A program that was cut off with its answer written had told nobody of it.
    const state = told === 'sending' ? view.attempts.get(marker)?.state : told
    if (state === undefined) return false
    const isDecided = state === 'refunded' && (view.attempts.get(marker)?.decision ?? null) !== null
    return undecidedStates.has(state) || state === 'refused' || state === 'not_refunded' || isDecided
  })
}

/**
 * What the service gave beyond what the journal holds as refunded must be noticed: by an alarm, a lock or a person. One
 * kind cannot be: what lands while no attempt on the payment is undecided, refused or decided, so that nobody looks.
 */
function judgeSums(ends: Ends, book: ServiceBook, id: string): void {
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
  const hosts = [...new Set(own.map(({ host }) => host))]
  // Sums of another currency than an attempt's say nothing about it: a watch that has only such shows ends in an alarm.
  const fits = (marker: string, currency: string) => {
    const own = ends.view.attempts.get(marker)?.intent.currency
    return own === undefined || own === currency
  }
  const seen = witness.seenBy(till.name, hosts, id)
  // What landed in the very moment of another attempt's fresh show may have been in it.
  const looking = ({ at, reason }: Entry) =>
    own.filter((sent) => sent.at < at || sent.marker === markerAtStart(reason)).map(({ marker }) => marker)
  // It has to land while somebody looks, and to be in an answer that comes while somebody does.
  const looked = [...excess, ...foreign].filter((entry) => {
    const shown = seen.filter(({ shows }) => shows?.entries.includes(entry) === true)
    return shown.some(({ order, currency }) => {
      const eyes = looking(entry).filter((marker) => fits(marker, currency))
      return (
        wasLookedAt(ends, eyes, ({ at }) => at <= entry.at) &&
        wasLookedAt(ends, eyes, (step) => step.order < order)
      )
    })
  })
  if (excess.length + foreign.length === 0) return
  if (excess.length > 0) tally.count('more given than the journal holds')
  if (foreign.length > 0) tally.count('refunded by others')
  const said = excess.length > 0 ? 'of these' : 'by others,'
  if (isNoticed(ends, id)) tally.count(`${said} noticed`)
  else if (looked.length === 0) tally.count(`${said} landed or shown while nobody could look`)
  else if (!own.every((sent) => till.sameHosts(till.host()).includes(sent.host)))
    tally.count(`${said} at a service that is not connected`)
  // What was settled and cannot be read any more is told as lost (`judgeSentIsKnown`).
  else if (own.some((sent) => !ends.view.attempts.has(sent.marker)))
    tally.count(`${said} lost with a journal`)
  // Of a till that was told so it asks the wrong service, or none.
  else if (witness.misplacedByPerson.has(placeOf(till.name, book, '')))
    tally.count(`${said} at a service that a hasty person took for another one`)
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
