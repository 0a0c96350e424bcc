/** What must hold in the moment in which a till says that one of its attempts stands otherwise than before. */
import { markerAtStart } from '../service/wire-text'
import type { Line } from '../world/line'
import { endedWithoutMoney } from './states'
import type { Seen, Sent, Standing, Witness } from './witness'

export type Change = {
  readonly till: string
  /** The run of the program in which it became so; null where it may have become so before: it was read, or told to nobody. */
  readonly run: number | null
  readonly marker: string
  readonly to: string
  /** When the journal was last damaged, or lost its key, and may have been taken over since; below 0 when it never was. */
  readonly lostAt: number
}

const second = 1000

export function judgeChange(change: Change, witness: Witness, line: Line): void {
  const before = witness.standing(change.till, change.marker)
  if (before === null || before.state === change.to) return
  const sent = witness.sent.get(change.marker)
  const say = (sentence: string) =>
    witness.violate(`${change.till} ${change.marker} became ${change.to}: ${sentence}`)
  judgeEnd(change, witness, line, say)
  if (sent === undefined) return
  const seen = witness.seenBy(change.till, sent.id)
  // By rule it is judged at the address that it was sent to, and at no other (protocol 14).
  const there = seen.filter(({ host, refunded }) => host === sent.host && !Number.isNaN(refunded))
  // Where the last lines are lost, the state before them is what the record knows.
  const isOldState = change.lostAt >= before.at && before.steps.some(({ state }) => state === change.to)
  if (change.to === 'refused' && !isOldState && !wasQuiet(change, sent, there))
    say('without three quiet shows')
  const isLockedAgain = before.state === 'not_refunded' && change.to === 'unconfirmed'
  const accepted = witness.acceptedSince(change.till, sent.id, before.order)
  if (isLockedAgain && change.lostAt < before.at && !isNewEvidence(sent, before, seen, accepted))
    say('by nothing that was not seen before it was decided')
}

/** Nothing of what ended without money may still be on its way. */
function judgeEnd(
  { marker, to }: Change,
  witness: Witness,
  line: Line,
  say: (sentence: string) => void,
): void {
  const excused =
    line.brokenRefusals.has(marker) || line.doubled.has(marker) || witness.wronglyDecided.has(marker)
  // A person's word is held against the truth where it is given.
  if (!excused && endedWithoutMoney.has(to) && to !== 'not_refunded' && line.mayStillApply(marker))
    say('while it could still be applied')
}

/** Three shows of one run, not from a cache: 2 s after the answer, and 4 and 9 s after the one before (protocol 6). */
function wasQuiet({ run }: Change, sent: Sent, seen: readonly Seen[]): boolean {
  const runs = run === null ? [...new Set(seen.map((one) => one.run))] : [run]
  return runs.some((each) => hasQuietShows(each, sent, seen))
}

function hasQuietShows(run: number, sent: Sent, seen: readonly Seen[]): boolean {
  let after = sent.at
  for (const gap of [2 * second, 4 * second, 9 * second]) {
    const next = seen.find((one) => one.run === run && one.age === 0 && one.askedAt >= after + gap)
    if (next === undefined) return false
    after = next.askedAt
  }
  return true
}

/** A higher sum than any before the decision, or, in whatever answer, the attempt's own marker where it had not been. */
function isNewEvidence(
  { marker }: Sent,
  decided: Standing,
  seen: readonly Seen[],
  accepted: number | null,
): boolean {
  // What a journal knew that is gone, the next one is told anew.
  const known = seen.filter((one) => one.order < decided.order && !one.isForgotten)
  const later = seen.filter((one) => one.order > decided.order)
  // A watch counts from the deciding show (rule 9), also where that said less than was known before: whether the old
  // sum came back then, or a refund of the same amount landed, nobody can tell. Where less was accepted since, that counts.
  const decidedOn = accepted ?? known.findLast((one) => one.isUsable)?.refunded ?? 0
  const showsIt = (one: Seen) => markerAtStart(one.remark) === marker
  const isRise = (one: Seen) => one.isUsable && one.refunded > decidedOn
  return later.some(isRise) || (later.some(showsIt) && !known.some(showsIt))
}
