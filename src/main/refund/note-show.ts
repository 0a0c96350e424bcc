/**
 * Takes note of one fresh show, whatever it was made for (refund-protocol.md 2, 6, 8 and 9): what it raises, whether
 * it is stale, and what it says about every attempt on its payment.
 */
import type { Snapshot } from '../../shared/attempt'
import type { ShowFacts } from '../../shared/evidence'
import { staleness } from '../../shared/high-water'
import { hasReturned, lastLowering } from '../../shared/lowering'
import { attemptWork } from '../database/open-database'
import type { Journal } from '../journal/journal-types'
import type { Clock } from '../scheduling/clock'
import { snapshotOf } from '../service/refund-snapshot'
import type { FreshShow } from '../service/show'
import type { ConnectedService } from './connected-service'
import type { ShowJudge } from './judge-show'
import type { NumberedPayment } from './lower-water'
import type { SeenMeanwhile } from './seen-meanwhile'
import type { StalePayments } from './stale-payments'

export type NotedShow = {
  readonly snapshot: Snapshot
  /** Null while nobody has said which service answered. */
  readonly payment: NumberedPayment | null
  /** It said less, or something older, than was known. */
  readonly stale: boolean
  readonly facts: ShowFacts
}

export type ShowNotes = {
  /** @param asked whether it was asked as a check of its payment. Never throws for a journal that cannot be written. */
  readonly note: (show: FreshShow, asked?: boolean) => NotedShow
  /** Raises what is known by something seen before: a saved copy, or what came while refunds were off. Never throws. */
  readonly raise: (serviceAddress: string, snapshot: Snapshot) => void
  /** The same by the answer to a refund: a show asked before it came is only older, not stale. */
  readonly raiseByAnswer: (serviceAddress: string, snapshot: Snapshot) => void
}

export type ShowNotesDeps = {
  readonly journal: Journal
  readonly services: Pick<ConnectedService, 'paymentAt'>
  readonly stale: StalePayments
  readonly judge: ShowJudge
  readonly meanwhile: SeenMeanwhile
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  /** The payment's lock or staleness may have changed. */
  readonly paymentChanged: (id: string) => void
  readonly log: (line: string) => void
}

/** What a cache has kept for longer than a fresh show may take (protocol 1) says nothing about now, in seconds. */
const oldestAnswer = 60

/** No show is under way for longer, in milliseconds. */
const longestShow = 2 * 60 * 1000

export function makeShowNotes(deps: ShowNotesDeps): ShowNotes {
  const { journal, stale, clock, log } = deps
  /** When what is known of a payment was last raised. */
  const raisedAt = new Map<string, number>()

  function noteRaised({ service, id }: NumberedPayment): void {
    const now = clock.monotonic()
    for (const [name, at] of raisedAt) if (now - at > longestShow) raisedAt.delete(name)
    raisedAt.set(`${service}\n${id}`, now)
  }

  function isOvertaken({ service, id }: NumberedPayment, askedAt: number): boolean {
    const at = raisedAt.get(`${service}\n${id}`)
    return at !== undefined && askedAt < at
  }

  /** What the disk does not take is kept for when it does. */
  function raise(payment: NumberedPayment, snapshot: Snapshot, serviceName: string): void {
    const written = journal.raiseHighWater(payment.service, snapshot)
    if (written.ok) return
    log(`refunds: the high-water value was not written: ${written.fault.kind}`)
    deps.meanwhile.note(serviceName, snapshot)
  }

  /** The value that a person had taken back came again: an alarm and a lock. */
  function noteReturned(payment: NumberedPayment, snapshot: Snapshot): void {
    if (journal.lowering(payment) === null) return
    const { service, id } = payment
    const { refunded } = snapshot
    const lowering = lastLowering(journal.paymentLines(payment))
    if (refunded === null || !hasReturned(lowering, snapshot, journal.attemptsOn(payment))) return
    const written = journal.appendPayment({
      kind: 'lowering_returned',
      at: clock.now(),
      service,
      id,
      refunded,
    })
    if (!written.ok) log(`refunds: lowering_returned not written: ${written.fault.kind}`)
  }

  function paymentOf(serviceAddress: string, { id }: Snapshot): NumberedPayment | null {
    return id === '' ? null : deps.services.paymentAt(serviceAddress, id)
  }

  function raiseBy(serviceAddress: string, snapshot: Snapshot, isAnswer: boolean): void {
    const done = attemptWork(() => {
      const payment = paymentOf(serviceAddress, snapshot)
      if (payment === null) deps.meanwhile.note(serviceAddress, snapshot)
      else raise(payment, snapshot, serviceAddress)
      if (payment !== null && isAnswer) noteRaised(payment)
    })
    if (!done.ok) log(`refunds: an answer raised nothing: ${done.fault.detail}`)
  }

  /** What was seen of a payment before, and waits to be written, counts first. */
  function raiseWaiting(id: string): void {
    for (const { serviceName, snapshot } of deps.meanwhile.takeOf(id)) raiseBy(serviceName, snapshot, false)
  }

  return {
    raise: (serviceAddress, snapshot) => raiseBy(serviceAddress, snapshot, false),
    raiseByAnswer: (serviceAddress, snapshot) => raiseBy(serviceAddress, snapshot, true),
    note(show, asked = false) {
      const { record, serviceAddress, age } = show
      // An answer that some cache kept is as old as it says.
      const askedAt = show.askedAt - age * 1000
      const snapshot = snapshotOf(record)
      raiseWaiting(snapshot.id)
      const payment = paymentOf(serviceAddress, snapshot)
      if (payment === null) {
        deps.meanwhile.note(serviceAddress, snapshot)
        return { snapshot, payment, stale: false, facts: { cached: age > 0, stale: null } }
      }
      const before = journal.highWater(payment, snapshot.currency)
      const kind = staleness(before, snapshot)
      const old = age > oldestAnswer || isOvertaken(payment, askedAt)
      const facts: ShowFacts = {
        cached: age > 0 || old,
        stale: old ? kind && { kind, for: 0 } : stale.note(payment, { record, snapshot, askedAt }),
      }
      noteReturned(payment, snapshot)
      raise(payment, snapshot, serviceAddress)
      if ((journal.highWater(payment, snapshot.currency)?.refunded ?? 0) > (before?.refunded ?? 0))
        noteRaised(payment)
      deps.judge.judge({ payment, record, snapshot, facts, askedAt, asked })
      deps.paymentChanged(payment.id)
      return { snapshot, payment, stale: facts.stale !== null, facts }
    },
  }
}
