/** What must hold after a history has ended and every late write has landed (design.md, "Invariants"). */
import type { Ledger } from '../../src/practice/ledger'
import type { Attempt, AttemptEvent } from '../../src/shared/attempt'
import { isUndecided } from '../../src/shared/refund'
import { markerOf, type Network } from './network'
import type { Till } from './simulated-till'
import type { Witness } from './witness'

export type Tally = {
  readonly states: Readonly<Record<string, number>>
  readonly brokenRefusals: number
  readonly proxyDoubles: number
  readonly proxyDoublesAlarmed: number
}

/** By rule means: not by a person. */
function decidedByRule(attempt: Attempt): boolean {
  return attempt.decision === null
}

/** Three quiet looks over most of a minute, each of a record that was not stale. */
function refusalWasWatched(events: readonly AttemptEvent[], clockWasSet: boolean): boolean {
  const refusal = events.find((event) => event.kind === 'answered')
  const quiet = events.filter(
    (event) =>
      event.kind === 'looked' &&
      event.look.kind === 'seen' &&
      !event.look.stale &&
      event.verdict.nothingMoved,
  )
  const settled = events.find((event) => event.kind === 'looked' && event.verdict.to === 'refused')
  if (refusal === undefined || settled === undefined) return false
  return quiet.length >= 3 && (clockWasSet || settled.at - refusal.at >= 55_000)
}

function checkAttempt(
  till: Till,
  attempt: Attempt,
  ledger: Ledger,
  network: Network,
  witness: Witness,
): void {
  const { marker } = attempt.intent
  const entries = ledger.entries().filter((entry) => markerOf(entry.reason) === marker).length
  const say = (sentence: string) => witness.violate(`${till.name} ${marker} ${attempt.state}: ${sentence}`)
  const allowed = network.delivered.has(marker) ? 2 : 1
  if (entries > allowed) say(`${entries} entries in the ledger`)
  switch (attempt.state) {
    case 'refunded':
      if (decidedByRule(attempt) && entries === 0) say('no entry in the ledger')
      return
    case 'refused':
      if (!refusalWasWatched(till.desk().open(marker)?.events ?? [], witness.wasClockSet(till.name)))
        say('settled without three quiet looks')
      if (entries > 0 && !network.brokenRefusals.has(marker)) say('refunded all the same')
      return
    case 'not_sent':
    case 'cancelled':
      if (entries > 0) say('refunded all the same')
      if (witness.posts.has(marker) && attempt.state === 'cancelled') say('was sent')
      return
    case 'not_refunded':
      if (entries > 0) say('a truthful supervisor can not have said so')
      return
    case 'unconfirmed':
    case 'refunded_probably':
      return
    case 'intended':
    case 'sending':
    case 'refusal_seen':
      say('is left without a state that anybody can act on')
      return
    default:
  }
}

/** Checks both journals against the ledger, and counts what is not ours to prevent. */
export function checkInvariants(
  tills: readonly Till[],
  ledger: Ledger,
  network: Network,
  witness: Witness,
): Tally {
  const states: Record<string, number> = {}
  let proxyDoubles = 0
  let proxyDoublesAlarmed = 0
  for (const till of tills) {
    if (till.desk().refundsOff() !== null)
      witness.violate(`${till.name}: refunds are ${till.desk().refundsOff()}`)
    const attempts = till.desk().list({ from: null, to: null })
    const open = attempts.filter((attempt) => isUndecided(attempt.state)).map((attempt) => attempt.intent.id)
    if (new Set(open).size !== open.length) witness.violate(`${till.name}: two undecided on one transaction`)
    for (const attempt of attempts) {
      states[attempt.state] = (states[attempt.state] ?? 0) + 1
      checkAttempt(till, attempt, ledger, network, witness)
      const entries = ledger.entries().filter((entry) => markerOf(entry.reason) === attempt.intent.marker)
      if (entries.length > 1) {
        proxyDoubles += 1
        if (attempt.alarm !== null || isUndecided(attempt.state)) proxyDoublesAlarmed += 1
      }
    }
    for (const marker of witness.posts.keys()) {
      const known = tills.some((other) => other.desk().open(marker) !== null)
      if (!known) witness.violate(`${marker} was sent and no journal knows it`)
    }
  }
  return { states, brokenRefusals: network.brokenRefusals.size, proxyDoubles, proxyDoublesAlarmed }
}
