/**
 * Sees what the program under test can not: every POST as it leaves, and what the service had told each till
 * by then. It keeps its own books, so that it does not believe the journal about the journal.
 */
import type { RefundRequest } from '../../src/main/payments/payment-service'
import type { RefundDesk } from '../../src/main/refund/refund-desk'
import type { Ledger } from '../../src/practice/ledger'
import type { Attempt } from '../../src/shared/attempt'
import type { Transaction } from '../../src/shared/transaction'
import { markerOf, type Network } from './network'

export type Witness = {
  readonly answered: (till: string, record: Transaction) => void
  /** What was answered before this has reached the desks, but for those whose power has gone. */
  readonly tick: () => void
  /** An attempt changed: one that ended without a refund must not be able to land any more. */
  readonly decided: (attempt: Attempt) => void
  /** A cashier pressed the button: a fresh show must come after this. */
  readonly refundAsked: (till: string, id: string) => void
  /** Somebody set a till's wall clock: from then on its times prove nothing. */
  readonly clockSet: (till: string) => void
  readonly wasClockSet: (till: string) => boolean
  readonly refundSent: (till: string, request: RefundRequest, desk: RefundDesk) => void
  readonly violations: readonly string[]
  readonly violate: (sentence: string) => void
  readonly posts: ReadonlyMap<string, number>
  readonly postsBeyondOne: () => number
  /** How often a till sent while another till's attempt on the same transaction was undecided. */
  readonly overlaps: () => number
}

export function makeWitness(
  ledger: Ledger,
  network: () => Network,
  desks: () => readonly RefundDesk[],
  hasPower: (till: string) => boolean,
): Witness {
  const violations: string[] = []
  const posts = new Map<string, number>()
  const markersOf = new Map<string, string[]>()
  const highest = new Map<string, number>()
  let heard: readonly { till: string; place: string; refunded: number }[] = []
  const freshSince = new Map<string, boolean>()
  const clocksSet = new Set<string>()
  let overlaps = 0
  const violate = (sentence: string) => violations.push(sentence)

  function checkEarlier(place: string, marker: string, desk: RefundDesk): void {
    for (const earlier of markersOf.get(place) ?? []) {
      if (earlier === marker || network().brokenRefusals.has(earlier)) continue
      const attempt = desk.open(earlier)?.attempt
      const onItsWay = network()
        .pending()
        .some((other) => other.marker === earlier && other.mayStillApply())
      if (onItsWay) violate(`${marker} was sent while ${earlier} (${attempt?.state}) could still be applied`)
      const entries = ledger.entries().filter((entry) => markerOf(entry.reason) === earlier).length
      if (attempt === undefined) violate(`${earlier} is not in the journal any more`)
      else if (entries > 0 !== (attempt.state === 'refunded')) {
        violate(`${marker} was sent while ${earlier} was ${attempt.state} with ${entries} entries`)
      }
    }
  }

  return {
    violations,
    violate,
    posts,
    postsBeyondOne: () => [...posts.values()].reduce((sum, count) => sum + count - 1, 0),
    overlaps: () => overlaps,
    answered(till, record) {
      const place = `${till} ${record.id}`
      heard = [...heard, { till, place, refunded: record.refunded ?? 0 }]
      freshSince.set(place, true)
    },
    tick() {
      for (const { till, place, refunded } of heard) {
        // An answer that came in the very moment of a power cut was seen by nobody and is on no disk.
        if (hasPower(till)) highest.set(place, Math.max(highest.get(place) ?? 0, refunded))
      }
      heard = []
    },
    decided({ intent: { marker }, state }) {
      const ended =
        state === 'refused' || state === 'not_sent' || state === 'cancelled' || state === 'not_refunded'
      if (!ended || network().brokenRefusals.has(marker)) return
      const open = network()
        .pending()
        .some((operation) => operation.marker === marker && operation.mayStillApply())
      if (open) violate(`${marker} became ${state} while it could still be applied`)
    },
    clockSet: (till) => clocksSet.add(till),
    wasClockSet: (till) => clocksSet.has(till),
    refundAsked(till, id) {
      freshSince.set(`${till} ${id}`, false)
    },
    refundSent(till, request, desk) {
      const marker = markerOf(request.reason)
      const place = `${till} ${request.id}`
      posts.set(marker, (posts.get(marker) ?? 0) + 1)
      if ((posts.get(marker) ?? 0) > 1) violate(`${marker} was sent more than once`)
      const attempt = desk.open(marker)?.attempt
      if (attempt?.state !== 'sending') violate(`${marker} was sent with ${attempt?.state} in the journal`)
      if (attempt !== undefined) {
        const { intent } = attempt
        if (intent.mark < (highest.get(place) ?? 0)) violate(`${marker} ignores the mark`)
        if (request.amount !== (intent.whole ? null : intent.amount))
          violate(`${marker} sends another amount`)
      }
      if (freshSince.get(place) !== true) violate(`${marker} was sent without a fresh show`)
      const undecided = desk.list({ from: 0, to: 0 }).filter((other) => other.intent.id === request.id)
      if (undecided.length !== 1) violate(`${marker} was sent beside ${undecided.length - 1} undecided`)
      checkEarlier(place, marker, desk)
      markersOf.set(place, [...(markersOf.get(place) ?? []), marker])
      for (const other of desks()) {
        if (other !== desk && other.lockOn(request.id) !== null) overlaps += 1
      }
    },
  }
}
