/**
 * A model in memory of what a journal must return: all attempts, what is open, and the high-water values. And arbitrary steps
 * of a journal's life: whatever is written, and whatever happens to the program.
 */
import fc from 'fast-check'
import { type Attempt, type AttemptEvent, type Snapshot, slipWays } from '../../../shared/attempt/attempt'
import { saidByEvent, soundRefunded } from '../../../shared/attempt/evidence'
import type { PaymentEvent, TillEvent } from '../../../shared/refund/journal-events'
import { advance } from '../../../shared/refund/refund'
import {
  answeredBy,
  startOfDay as at,
  checked,
  decided,
  intent,
  lost,
  neverConnected,
  refusal,
  snapshot,
  verdict,
} from '../../../shared/testing/refund-samples'
import { advanceStanding, lockIn, nothingStands } from '../fold'
import { type JournalLine, lockHash } from '../journal-line'
import type { Standing } from '../journal-types'
import { acted, lowered } from './journal-story'

type Value = { readonly highWater: number | null; readonly currency: string }

export type JournalModel = ReturnType<typeof makeJournalModel>

export function makeJournalModel() {
  const attempts = new Map<string, Attempt>()
  const values = new Map<string, Value>()
  /** The line of each payment's last lowering: what was refunded before it counts no longer. */
  const loweredAt = new Map<string, number>()
  let standing: Standing = nothingStands

  const valueFor = (id: string): Value => values.get(id) ?? { highWater: null, currency: '' }

  function put(id: string, highWater: number, currency: string): void {
    values.set(id, { highWater, currency })
  }

  /** Raises a payment's value by a sum that was seen, if any. The first currency stays the payment's. */
  function raise(id: string, refunded: number | null, said: string): void {
    const { highWater, currency } = valueFor(id)
    if (refunded !== null) put(id, Math.max(highWater ?? 0, refunded), currency === '' ? said : currency)
  }

  function line(own: JournalLine, attempt: Attempt | null): void {
    standing = advanceStanding(standing, own, attempt)
  }

  return {
    standing: () => standing,
    attempts: (): ReadonlyMap<string, Attempt> => attempts,
    highWater(id: string): number | null {
      const own = [...attempts.values()].filter(({ intent, state, refundedLine }) => {
        return intent.id === id && state === 'refunded' && (refundedLine ?? 0) > (loweredAt.get(id) ?? 0)
      })
      const seen = valueFor(id).highWater
      const least = Math.max(0, ...own.map(({ intent }) => intent.base + intent.amount))
      return own.length === 0 ? seen : Math.max(seen ?? 0, least)
    },
    /** The attempt's state afterwards, or why the line is not taken. `seq` is the number that the journal gave the line. */
    append(marker: string, event: AttemptEvent, seq: number): string {
      if (event.kind === 'sending' && lockIn(standing, event.intent.id) !== null) return 'locked'
      const next = advance(attempts.get(marker) ?? null, event, seq)
      if (!next.ok) return next.fault.kind
      const { id, currency } = next.value.intent
      raise(id, saidByEvent(event, next.value.intent), currency)
      attempts.set(marker, next.value)
      line({ seq, ran: 0, marker, event }, next.value)
      return next.value.state
    },
    appendPayment(event: PaymentEvent, seq: number): void {
      line({ seq, ran: 0, payment: event }, null)
      if (event.kind === 'lowered') {
        loweredAt.set(event.id, seq)
        put(event.id, event.to, valueFor(event.id).currency)
      } else if (event.kind === 'lowering_returned') {
        raise(event.id, event.refunded, '')
      }
    },
    appendTill: (event: TillEvent, seq: number) => line({ seq, ran: 0, till: event }, null),
    raise(snapshot: Snapshot): void {
      const { currency } = valueFor(snapshot.id)
      const refunded = soundRefunded(snapshot, currency === '' ? null : currency)
      raise(snapshot.id, refunded, snapshot.currency)
    },
  }
}

/** What a step does. Its marker and payment are chosen when the step is taken. */
export type JournalStep = typeof journalStep extends fc.Arbitrary<infer Step> ? Step : never

export const paymentIds = ['pay-1', 'pay-2', 'pay-3']

const refunded = fc.integer({ min: 0, max: 12 }).map((tens) => tens * 1000)
const payment = fc.nat(paymentIds.length - 1)
const id = payment.map((place) => paymentIds[place] ?? '')
const which = fc.nat(5)

/** Events of every kind. The journal decides whether one may follow. */
const event: fc.Arbitrary<AttemptEvent> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<AttemptEvent>({ kind: 'interrupted', at }) },
  fc.constant(answeredBy(neverConnected, 'not_sent')),
  { weight: 2, arbitrary: fc.constant(answeredBy(refusal, 'refusal_seen')) },
  { weight: 2, arbitrary: fc.constant(answeredBy(lost, 'unconfirmed')) },
  refunded.map((each): AttemptEvent => {
    const record = snapshot({ refunded: each })
    return { ...intendedAnswer, answer: { kind: 'record', httpStatus: 200, snapshot: record } }
  }),
  fc.constant(checked(snapshot({ refunded: null }), 'unconfirmed')),
  fc
    .tuple(
      refunded,
      fc.constantFrom('refused', 'unconfirmed', 'refunded', 'refunded_probably', 'refusal_seen'),
    )
    .map(([each, to]) =>
      checked(snapshot({ refunded: each }), to, at, { alarm: each > 6000 ? 'more_than_ours' : null }),
    ),
  fc
    .tuple(refunded, fc.constantFrom('refunded', 'not_refunded'))
    .map(([each, to]) => decided(to, at, { refunded: each })),
  refunded.map((each): AttemptEvent => ({ kind: 'watched', at, refunded: each })),
  fc.constant<AttemptEvent>({ kind: 'watch_ended', at }),
  fc.constant<AttemptEvent>({
    kind: 'alarmed',
    at,
    alarm: 'refunded_after_all',
    snapshot: snapshot(),
    raw: 'x',
  }),
  fc
    .integer({ min: 1, max: 3 })
    .map((alarm): AttemptEvent => ({ kind: 'acknowledged', at, alarm, by: 'Sam', note: 'Seen' })),
  fc.constantFrom(...slipWays).map((how): AttemptEvent => ({ kind: 'slip_made', at, how })),
)
const intendedAnswer = { kind: 'answered', at, verdict: verdict('refunded'), raw: '' } as const

const paymentEvent: fc.Arbitrary<PaymentEvent> = fc.oneof(
  fc
    .record({ id, currency: fc.constantFrom('HKD', 'USD'), refunded })
    .map((seen): PaymentEvent => ({ kind: 'risen', at, ...seen })),
  fc.tuple(id, refunded, refunded).map((sums) => lowered(...sums)),
  fc
    .record({ id, refunded })
    .map((seen): PaymentEvent => ({ kind: 'lowering_returned', at, currency: 'HKD', ...seen })),
  id.map(
    (each): PaymentEvent => ({
      kind: 'locked_unread',
      at,
      lock: lockHash(each).slice(0, 16),
      marker: 'R-ZZZZZZZZZZ',
    }),
  ),
  {
    weight: 3,
    arbitrary: fc
      .integer({ min: 1, max: 20 })
      .map((line): PaymentEvent => ({ kind: 'released', at, line, supervisor: 'Sam', saw: 'x', why: 'y' })),
  },
)

const tillEvent: fc.Arbitrary<TillEvent> = fc.oneof(
  fc
    .constantFrom('https://a.example', 'https://b.example')
    .map((address): TillEvent => ({ kind: 'practice_heard', at, address })),
  fc.constant(acted),
  fc.constant<TillEvent>({ kind: 'could_not_be_read', at, lines: 1, sumsUnknown: true, detail: 'One' }),
  fc
    .integer({ min: 1, max: 20 })
    .map((line): TillEvent => ({ kind: 'alarm_acknowledged', at, line, by: 'Sam', note: 'Seen' })),
)

export const journalStep = fc.oneof(
  { weight: 4, arbitrary: payment.map((each) => ({ do: 'begin', payment: each }) as const) },
  {
    weight: 16,
    arbitrary: fc
      .tuple(which, event)
      .map(([each, own]) => ({ do: 'event', which: each, event: own }) as const),
  },
  { weight: 2, arbitrary: paymentEvent.map((each) => ({ do: 'payment', event: each }) as const) },
  { weight: 2, arbitrary: tillEvent.map((each) => ({ do: 'till', event: each }) as const) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(payment, refunded)
      .map(([of, sum]) => ({ do: 'raise', payment: of, refunded: sum }) as const),
  },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom('reopen', 'kill', 'lose index', 'verify', 'keep head')
      .map((what) => ({ do: what })),
  },
)

export const stepMarker = (place: number) => `R-${String(place).padStart(10, '0')}`

/** Begins an attempt, which rests on the high-water value as every attempt does. */
export function beginEvent(model: JournalModel, marker: string, payment: number): AttemptEvent {
  const own = paymentIds[payment] ?? ''
  const base = model.highWater(own) ?? 0
  const before = snapshot({ id: own, refunded: base })
  return { kind: 'sending', at, intent: intent({ marker, id: own, base, before }) }
}
