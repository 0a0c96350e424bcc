/** What must hold once every late write has landed and every payment was looked up again (refund-protocol.md, "What must hold"). */
import type { World } from '../commands/world'
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
import { judgeSums, type View, viewOf } from './judge-sums'
import { undecidedStates } from './states'
import { placeOf } from './witness'

const day = 24 * 60 * 60 * 1000

/** Lines that an attempt may take beyond thirty a day: its steps, verdicts that change, alarms and their ends. */
const linesOfAnAttempt = 30
const linesADay = 30

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
    if (till.seen().damagedAt < 0 && lines.some(({ kind }) => kind === 'unread'))
      world.witness.violate(`${till.name}: the export lacks lines that nothing damaged`)
    const { attempts, faults } = foldLines(lines)
    const goesOnFromNone = lines.some(({ kind, event }) => kind === 'beginning' && event.after === null)
    const isLeft = (marker: string) => (goesOnFromNone || lines.some(tellsOfLoss)) && !attempts.has(marker)
    for (const fault of faults) world.witness.violate(`${till.name}: ${fault}`)
    for (const attempt of attempts.values()) judgeAttempt(world, till, attempt, view)
    judgeSentIsKnown(world, till, attempts, lines)
    for (const book of [world.live, world.staging]) {
      for (const payment of book.payments()) judgeSums({ world, till, view, isLeft }, book, payment.id)
    }
  }
}

const minute = 60 * 1000

/**
 * Whether others had refunded, when the answer came, as much more than the fresh show said as was asked for, and the service
 * shows no new marker of it (none, as of a part, always the first, or that of a refund which it delivered twice): then the
 * answer is the very one that our success would have had. More than that must have raised an alarm.
 */
function landedForAnother({ witness }: World, { marker, base, alarms }: ToldAttempt): boolean {
  const sent = witness.sent.get(marker)
  const payment = sent?.book.read(sent.id) ?? null
  if (sent === undefined || payment === null) return false
  const others = payment.entries.filter(({ at, bounced }) => !bounced && at <= sent.at + minute)
  let sum = 0
  const sums = others.map(({ amount }) => (sum += amount))
  const before = others.filter((_, index) => (sums[index] ?? 0) <= base)
  const { remarkShown, partRefundDetails } = sent.book.habits
  const isShown = remarkShown !== 'never' && (partRefundDetails === 'present' || sum >= payment.amount)
  const markerOf = (entries: typeof others) =>
    markerAtStart((remarkShown === 'first' ? entries[0] : entries.at(-1))?.reason ?? '')
  if (isShown && markerOf(others) !== markerOf(before)) return false
  const expected = base + (sent.amount ?? payment.amount)
  return sum === expected || (sum > expected && alarms > 0)
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
  const entries = witness.entriesOf(marker).length
  const wasSent = witness.sent.has(marker)
  const begunAt = witness.standing(till.name, marker)?.steps[0]?.at ?? world.agenda.now()
  const age = world.agenda.now() - begunAt
  if (attempt.lines > linesOfAnAttempt + (linesADay * age) / day)
    say(`${attempt.lines} lines in ${Math.round(age / 60_000)} minutes`)
  if (entries > (line.doubled.has(marker) ? 2 : 1)) say(`${entries} entries in the ledger`)
  const excused = line.brokenRefusals.has(marker) || witness.wronglyDecided.has(marker)
  switch (state) {
    case 'refunded':
      if (attempt.byPerson || entries > 0) return
      if (landedForAnother(world, attempt)) tally.count('refunded by another till, and answered so')
      else say('no entry in the ledger')
      return
    case 'refused':
      if (entries > 0 && !excused) say('refunded all the same')
      return
    case 'not_refunded':
      if (entries > 0 && !excused) say('a truthful supervisor cannot have said so')
      return
    case 'not_sent':
      if (entries > 0 || wasSent) say('was sent')
      return
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
    // What was settled before a new record was begun, or in lines that are lost, is shown from the files that are left.
    const shown = refunds?.open(sent.marker) ?? null
    if (shown !== null && !undecidedStates.has(shown.attempt.state)) continue
    tally.count('sent and not in the journal any more')
    // A file and a keychain that went back to the same moment are whole, also for the journal that takes their place.
    const isUnknown =
      till.mayHaveLostAll(sent.writtenAt) && (till.goesOnFromLoss() || lines.some(tookOverAllThatWasKept))
    if (!lossIsTold && !isUnknown)
      witness.violate(`${till.name}: ${sent.marker} is in no journal, and nobody is told of a loss`)
    const standing = witness.standing(till.name, sent.marker)
    if (standing !== null && !undecidedStates.has(standing.state)) continue
    if (till.mayHaveLostAll(sent.writtenAt)) {
      tally.count('lost with file and keychain')
      continue
    }
    if (
      refunds?.standingOf(sent.id).lock === null &&
      !witness.wordsInDoubt.has(sent.marker) &&
      !till.endsInClear(sent.marker) &&
      !witness.unlockedByPerson.has(placeOf(till.name, sent.id))
    )
      witness.violate(
        `${till.name}: ${sent.marker} was sent (${standing?.state ?? 'and the power went'}), no journal knows it and ${sent.id} is free`,
      )
  }
}
