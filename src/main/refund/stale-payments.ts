/** The payments of which the service says something older than before (refund-protocol.md 2). */
import type { Snapshot } from '../../shared/attempt'
import { type CheckCode, checkCodes } from '../../shared/check-schedule'
import { type ShowFacts, staleBelievedAfter } from '../../shared/evidence'
import { comparableTime, staleness } from '../../shared/high-water'
import type { HighWater } from '../../shared/journal-events'
import type { Transaction } from '../../shared/transaction'
import type { Journal } from '../journal/journal-types'
import type { Clock } from '../scheduling/clock'
import { lowerWater, type NumberedPayment } from './lower-water'
import { believedTime, lowerSeen, nextStaleCheck, noteStale, type StaleEpisode } from './stale-episode'

/** The question that a stale payment waits for. `dueAt` is a moment of the monotonic clock. */
export type StaleCheck = {
  readonly payment: NumberedPayment
  readonly codes: readonly CheckCode[]
  readonly dueAt: number
}

export type StalePayments = {
  /**
   * Takes note of an answer about now, before it raises anything. Answers in which way it is stale, and for
   * how many milliseconds every answer has been, this one included; null when it is not.
   */
  readonly note: (payment: NumberedPayment, show: StaleNote) => ShowFacts['stale']
  /** The service was asked and nothing came: the next question is at its time. */
  readonly asked: (payment: NumberedPayment) => void
  /** Everything that is asked again by itself. */
  readonly checks: () => readonly StaleCheck[]
  readonly episode: (payment: NumberedPayment) => StaleEpisode | null
  /** What a stale payment may be found by; none for any other. */
  readonly codes: (payment: NumberedPayment) => readonly CheckCode[]
  readonly end: (payment: NumberedPayment) => void
  /** The line came back: those that began within the last hour are asked at once. */
  readonly wake: () => void
}

export type StaleNote = {
  readonly record: Transaction
  readonly snapshot: Snapshot
  readonly askedAt: number
}

export type StalePaymentsDeps = {
  readonly journal: Pick<Journal, 'highWater' | 'paymentLines' | 'appendPayment'>
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly log: (line: string) => void
}

type Known = {
  readonly payment: NumberedPayment
  readonly codes: readonly CheckCode[]
  readonly episode: StaleEpisode
  /** When the last line `lower_seen` was written in this run; null when none was. */
  readonly lineAt: number | null
  /** It is asked at once, whatever its time. */
  readonly woken: boolean
}

/** How many are kept, since each is asked again by itself. The oldest makes room. */
const most = 2000
const hour = 60 * 60 * 1000
/** As many lines as anything waits for: no journal grows without end. */
const mostLines = 24

export function makeStalePayments(deps: StalePaymentsDeps): StalePayments {
  const { journal, clock, log } = deps
  const known = new Map<string, Known>()

  function keep(entry: Known): void {
    const name = nameOf(entry.payment)
    known.delete(name)
    known.set(name, entry)
    const oldest = known.keys().next()
    if (known.size > most && oldest.done !== true) known.delete(oldest.value)
  }

  /** One line an hour once it has stayed low. Answers when the last was written. */
  function writeLower({ payment, episode, lineAt }: Omit<Known, 'codes' | 'woken'>): number | null {
    const now = clock.monotonic()
    if (episode.lowSince === null || now - episode.lowSince < staleBelievedAfter) return lineAt
    if (lineAt !== null && now - lineAt < hour) return lineAt
    if (lowerSeen(journal.paymentLines(payment)).length >= mostLines) return lineAt
    const { service, id } = payment
    const { was, now: says } = episode
    const event = { kind: 'lower_seen', at: clock.now(), service, id, was, now: says } as const
    const written = journal.appendPayment(event)
    if (!written.ok) log(`refunds: lower_seen not written: ${written.fault.kind}`)
    return written.ok ? now : lineAt
  }

  /** The older time is the new one, and nobody has to say so. */
  function believe({ payment, episode }: Pick<Known, 'payment' | 'episode'>, updatedAt: string): boolean {
    const to = { refunded: episode.was.refunded, updatedAt }
    const written = lowerWater(journal, payment, { to, by: null }, clock.now())
    if (!written.ok) log(`refunds: the older time was not written: ${written.fault.kind}`)
    return written.ok
  }

  return {
    note(payment, { record, snapshot, askedAt }) {
      const was = journal.highWater(payment, snapshot.currency)
      const kind = staleness(was, snapshot)
      const name = nameOf(payment)
      if (was === null || kind === null) {
        known.delete(name)
        return null
      }
      const before = known.get(name)
      const now = valuesOf(snapshot, was)
      const episode = noteStale(before?.episode ?? null, { kind, was, now, askedAt })
      const time = believedTime(episode)
      if (time !== null && believe({ payment, episode }, time)) {
        known.delete(name)
        return null
      }
      const lineAt = writeLower({ payment, episode, lineAt: before?.lineAt ?? null })
      keep({ payment, codes: codesOf(record), episode, lineAt, woken: false })
      return {
        kind,
        for: Math.max(
          clock.monotonic() - ((kind === 'refunded' ? episode.lowSince : null) ?? episode.since),
          0,
        ),
      }
    },
    asked(payment) {
      const entry = known.get(nameOf(payment))
      if (entry === undefined) return
      const episode = { ...entry.episode, askedAt: clock.monotonic() }
      known.set(nameOf(payment), { ...entry, episode, woken: false })
    },
    checks: () =>
      [...known.values()].flatMap(({ payment, codes, episode, woken }) => {
        const dueAt = woken ? clock.monotonic() : nextStaleCheck(episode)
        return dueAt === null ? [] : [{ payment, codes, dueAt }]
      }),
    episode: (payment) => known.get(nameOf(payment))?.episode ?? null,
    codes: (payment) => known.get(nameOf(payment))?.codes ?? [],
    end: (payment) => known.delete(nameOf(payment)),
    wake() {
      const now = clock.monotonic()
      for (const [name, entry] of known) {
        if (now - entry.episode.since < hour) known.set(name, { ...entry, woken: true })
      }
    },
  }
}

function nameOf({ service, id }: NumberedPayment): string {
  return `${service}\n${id}`
}

function codesOf(record: Transaction): readonly CheckCode[] {
  const foundBy = { kind: 'custom_id', code: record.customId } as const
  return checkCodes({ id: record.id, transactionId: record.transactionId, foundBy })
}

function valuesOf(snapshot: Snapshot, was: HighWater): HighWater {
  const updatedAt = comparableTime.test(snapshot.updatedAt) ? snapshot.updatedAt : ''
  return { refunded: Math.max(snapshot.refunded ?? was.refunded, 0), updatedAt }
}
