/** What the screen says of a stale payment, and whether a person may accept the lower amount (refund-protocol.md 2). */
import { ageOf } from '../../shared/check-schedule'
import { lastLowering, mayAccept, missingRefunds } from '../../shared/lowering'
import type { Stale } from '../../shared/payment-standing'
import type { Journal } from '../journal/journal-types'
import type { Clock } from '../scheduling/clock'
import type { NumberedPayment } from './lower-water'
import { lowerSeen, nextStaleCheck, type StaleEpisode } from './stale-episode'

export type StaleViewDeps = {
  readonly journal: Pick<Journal, 'paymentLines' | 'attemptsOn' | 'lockOn'>
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  /** When this run of the program opened, by both clocks. */
  readonly opened: { readonly openedWall: number; readonly openedAt: number }
}

export function staleView(payment: NumberedPayment, episode: StaleEpisode, deps: StaleViewDeps): Stale {
  const { clock } = deps
  const wall = (moment: number) => new Date(clock.now() + moment - clock.monotonic()).toISOString()
  const next = nextStaleCheck(episode)
  const lines = deps.journal.paymentLines(payment)
  const missing = missingRefunds(deps.journal.attemptsOn(payment), episode.now.refunded, lastLowering(lines))
  return {
    kind: episode.kind,
    was: episode.was,
    now: episode.now,
    since: wall(episode.lowSince ?? episode.since),
    nextCheckAt: next === null ? null : wall(next),
    accept: acceptOf(payment, episode, deps),
    missing: missing.map(({ intent }) => intent.marker),
  }
}

function acceptOf(
  payment: NumberedPayment,
  { lowSince, now }: StaleEpisode,
  { journal, clock, opened }: StaleViewDeps,
): Stale['accept'] {
  // A refund that cannot be read any more may be the one that is missing.
  if (journal.lockOn(payment) !== null) return 'attempt'
  if (lowSince === null) return 'minutes'
  const lines = journal.paymentLines(payment)
  const story = lowerSeen(lines)
  const first = story[0]
  const run = { ...opened, now: clock.monotonic() }
  return mayAccept(journal.attemptsOn(payment), lastLowering(lines), {
    lower: now.refunded,
    staleFor: clock.monotonic() - lowSince,
    lines: story.length,
    // Of lines of an earlier run the wall clock tells; those of this run are an hour apart by the other.
    age: first === undefined ? 0 : ageOf(first.at, run, first.at >= opened.openedWall ? lowSince : null),
  })
}
