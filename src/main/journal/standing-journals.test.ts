import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attempt, AttemptEvent } from '../../shared/attempt/attempt'
import type { PaymentEvent, TillEvent } from '../../shared/refund/journal-events'
import { advance, isUndecided } from '../../shared/refund/refund'
import {
  answeredBy,
  checked,
  decided,
  intent,
  lost,
  neverConnected,
  refusal,
  snapshot,
} from '../../shared/testing/refund-samples'
import { advanceStanding, lockIn, nothingStands, undecidedIn } from './fold'
import { type JournalLine, lockHash } from './journal-line'
import type { Standing } from './journal-types'
import { at, one, released, returned, two, unread } from './testing/standing-lines'

type Told = { readonly line: JournalLine; readonly after: Attempt | null }

/** Lines that a journal could have: those that cannot follow are left out. */
function journalOf(
  events: readonly (readonly [number, AttemptEvent | TillEvent | PaymentEvent])[],
): readonly Told[] {
  const attempts = new Map<string, Attempt>()
  return events.flatMap(([place, event], index): readonly Told[] => {
    const seq = index + 1
    if (isTill(event)) return [{ line: { seq, ran: 0, till: event }, after: null }]
    if (isPayment(event)) return [{ line: { seq, ran: 0, payment: event }, after: null }]
    const marker = `R-000000000${place}`
    const begun = event.kind === 'sending' ? { ...event, intent: { ...event.intent, marker } } : event
    const step = advance(attempts.get(marker) ?? null, begun, seq)
    if (!step.ok) return []
    attempts.set(marker, step.value)
    return [{ line: { seq, ran: 0, marker, event: begun }, after: step.value }]
  })
}

const tillKinds = ['practice_heard', 'acted', 'could_not_be_read', 'payment_alarmed', 'alarm_acknowledged']
const paymentKinds = ['lowered', 'lowering_returned', 'locked_unread', 'released']
const isTill = (event: { kind: string }): event is TillEvent => tillKinds.includes(event.kind)
const isPayment = (event: { kind: string }): event is PaymentEvent => paymentKinds.includes(event.kind)

const address = fc.constantFrom(one, two, 'practice')
const id = fc.constantFrom('pay-1', 'pay-2')
const anyAttemptEvent: fc.Arbitrary<AttemptEvent> = fc.oneof(
  fc
    .record({ serviceAddress: address, id })
    .map((change) => ({ kind: 'sending' as const, at, intent: intent(change) })),
  fc.constantFrom<AttemptEvent>(
    { kind: 'interrupted', at },
    answeredBy(refusal, 'refusal_seen'),
    answeredBy(lost, 'unconfirmed'),
    answeredBy(neverConnected, 'not_sent'),
    checked(snapshot(), 'refused'),
    checked(snapshot(), 'unconfirmed'),
    checked(snapshot(), 'refunded'),
    decided('refunded'),
    decided('not_refunded'),
    { kind: 'watch_ended', at },
    { kind: 'acknowledged', at, alarm: 1, by: 'Sam', note: 'x' },
  ),
)
const anyLineEvent = fc.oneof(
  address.map((name): TillEvent => ({ kind: 'practice_heard', at, address: name })),
  id.map(returned),
  id.map((each) => unread(lockHash(each))),
  fc.integer({ min: 1, max: 30 }).map(released),
  fc.constant<TillEvent>({ kind: 'could_not_be_read', at, lines: 1, sumsUnknown: true, detail: '' }),
  fc
    .integer({ min: 1, max: 30 })
    .map((line): TillEvent => ({ kind: 'alarm_acknowledged', at, line, by: 'Sam', note: 'x' })),
)
const anyJournal = fc
  .array(fc.tuple(fc.nat(5), fc.oneof({ weight: 4, arbitrary: anyAttemptEvent }, anyLineEvent)), {
    maxLength: 60,
  })
  .map(journalOf)

const foldAll = (told: readonly Told[], from = nothingStands) =>
  told.reduce((standing, { line, after }) => advanceStanding(standing, line, after), from)

/** Shows the order of entries, which toEqual ignores in a map. */
const whole = ({ attempts, practice, ...rest }: Standing) => ({
  ...rest,
  attempts: [...attempts],
  practice: [...practice],
})

describe('any journal', () => {
  it('has the same standing whether it is read whole or from any checkpoint on', () => {
    fc.assert(
      fc.property(anyJournal, fc.nat(60), (told, cut) => {
        const checkpoint = foldAll(told.slice(0, cut))
        expect(whole(foldAll(told.slice(cut), checkpoint))).toEqual(whole(foldAll(told)))
      }),
    )
  })

  it('locks every payment that has an undecided attempt, whatever address it was sent to', () => {
    fc.assert(
      fc.property(anyJournal, (told) => {
        const standing = foldAll(told)
        const last = new Map(
          told.flatMap(({ after }) => (after === null ? [] : [[after.intent.marker, after]])),
        )
        const undecided = [...last.values()].filter(({ state }) => isUndecided(state))
        for (const { intent } of undecided) {
          expect(lockIn(standing, intent.id)).not.toBeNull()
        }
        expect(new Set(undecidedIn(standing))).toEqual(new Set(undecided))
      }),
    )
  })
})
