import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attempt, AttemptState, Glance, Look, Verdict } from './attempt'
import { attemptStates } from './attempt'
import { advance } from './refund'
import { judgeLook } from './refund-judgement'
import {
  attempt,
  intent,
  looked,
  noRecord,
  otherMarker,
  ownMarker,
  seen,
  verdict,
} from './testing/refund-samples'

/** The plain intent is HK$20.00; the mark before it 0. */
const ours = 2000

describe('a later look at an unconfirmed refund', () => {
  const unconfirmed = attempt('unconfirmed')
  const own = `${ownMarker} Damaged item`
  const look = (change: Partial<Glance>, of: Attempt = unconfirmed) => judgeLook(of, seen(change))
  const person = (forPerson: NonNullable<Verdict['forPerson']>) => verdict('unconfirmed', { forPerson })

  it('with our marker: less is a person’s, exact is refunded, more is refunded with an alarm', () => {
    expect([ours - 1, ours, ours + 1].map((refunded) => look({ refunded, remark: own }))).toEqual([
      person('less_than_ours'),
      verdict('refunded'),
      verdict('refunded', { alarm: 'more_than_ours' }),
    ])
  })

  it('without a marker: exact is probable, everything beside it a person’s', () => {
    expect([1, ours - 1, ours, ours + 1].map((refunded) => look({ refunded }))).toEqual([
      person('less_than_ours'),
      person('less_than_ours'),
      verdict('refunded_probably'),
      person('more_without_marker'),
    ])
  })

  it('that sees nothing changed decides nothing: not seen is not not applied', () => {
    expect(look({ updatedAt: '2026-11-21 10:00:00' })).toEqual(verdict('unconfirmed'))
  })

  it('with another marker speaks against ours, at any sum; ours beside it wins', () => {
    const remarks = [otherMarker, `${otherMarker} ${ownMarker}`]
    expect(remarks.map((remark) => look({ refunded: ours, remark }))).toEqual([
      person('another_marker'),
      verdict('refunded'),
    ])
  })

  it('that finds the sum lower than ever seen is a person’s, even with our marker', () => {
    const later = attempt('unconfirmed', { intent: intent({ mark: 500 }) })
    expect([look({ refunded: 499 }, later), look({ refunded: 0, remark: own }, later)]).toEqual([
      person('went_down'),
      person('went_down'),
    ])
  })

  it('that finds another amount, another currency or no readable sum is a person’s', () => {
    const changes = [{ amount: 12051 }, { amount: null }, { currency: 'USD' }, { refunded: null }]
    expect(changes.map((change) => look({ refunded: ours, remark: own, ...change }))).toEqual([
      person('amount_changed'),
      person('amount_changed'),
      person('amount_changed'),
      person('unreadable'),
    ])
  })

  it('that finds no money moved but another status, time or remark is a person’s', () => {
    const changes = [{ status: 'cancelled' }, { refundedAt: '2026-11-21 10:00:00' }, { remark: 'See note' }]
    expect(changes.map((change) => look(change))).toEqual(changes.map(() => person('status_changed')))
  })

  it('leaves out what later refunds of this till explain', () => {
    const explained = judgeLook(unconfirmed, seen({ refunded: ours + 300 }), 300)
    expect(explained).toEqual(verdict('refunded_probably'))
  })
})

describe('a look that tells nothing', () => {
  it('changes nothing and keeps what an earlier look put on the person’s list', () => {
    const waiting = attempt('unconfirmed', { forPerson: 'went_down' })
    const looks: readonly Look[] = [noRecord, seen({ refunded: ours, remark: ownMarker }, true)]
    const verdicts = [waiting, attempt('refusal_seen')].map((each) =>
      looks.map((look) => judgeLook(each, look)),
    )
    expect(verdicts).toEqual([
      looks.map(() => verdict('unconfirmed', { forPerson: 'went_down' })),
      looks.map(() => verdict('refusal_seen')),
    ])
  })

  it('is every look at an attempt that no rule may move', () => {
    const states: readonly AttemptState[] = attemptStates.filter(
      (state) => !['unconfirmed', 'refusal_seen', 'refused'].includes(state),
    )
    const moved = seen({ refunded: ours, remark: ownMarker })
    expect(states.map((state) => judgeLook(attempt(state), moved))).toEqual(
      states.map((state) => verdict(state)),
    )
  })
})

describe('a look after a refusal', () => {
  const quiet = (state: 'refusal_seen' | 'refused') => verdict(state, { nothingMoved: true })
  const alarm = verdict('unconfirmed', { alarm: 'moved_after_refusal' })

  it('settles it with the third that saw nothing move', () => {
    const verdicts = [0, 1, 2].map((quietLooks) => judgeLook(attempt('refusal_seen', { quietLooks }), seen()))
    expect(verdicts).toEqual([quiet('refusal_seen'), quiet('refusal_seen'), quiet('refused')])
  })

  it('raises an alarm for one hundredth more, our marker or an unreadable sum, before and after it settled', () => {
    const changes = [{ refunded: 1 }, { remark: ownMarker }, { refunded: null }]
    const verdicts = (['refusal_seen', 'refused'] as const).map((state) =>
      changes.map((change) => judgeLook(attempt(state), seen(change))),
    )
    expect(verdicts).toEqual([changes.map(() => alarm), changes.map(() => alarm)])
  })

  it('minds any other change until it is settled, and none afterwards', () => {
    const changes = [
      { status: 'failed' },
      { amount: 1 },
      { currency: 'USD' },
      { refundedAt: 'x' },
      { remark: 'x' },
    ]
    const verdicts = (['refusal_seen', 'refused'] as const).map((state) =>
      changes.map((change) => judgeLook(attempt(state), seen(change))),
    )
    expect(verdicts).toEqual([changes.map(() => alarm), changes.map(() => verdict('refused'))])
  })

  it('is no quiet one when the sum is lower than ever seen', () => {
    const marked = attempt('refusal_seen', { intent: intent({ mark: 500 }), quietLooks: 2 })
    expect(judgeLook(marked, seen({ refunded: 499 }))).toEqual(verdict('refusal_seen'))
  })

  it('is not alarmed by what later refunds of this till explain, but by one hundredth beyond', () => {
    const refused = attempt('refused')
    const verdicts = [ours - 1, ours, ours + 1].map((refunded) =>
      judgeLook(refused, seen({ refunded }), ours),
    )
    expect(verdicts).toEqual([verdict('refused'), verdict('refused'), alarm])
  })
})

const anyText = fc.constantFrom('', 'paid', ownMarker, `${otherMarker} x`, 'refunded', 'HKD')
const anySum = fc.option(fc.integer({ min: -10, max: 13000 }), { nil: null })
const anyGlance: fc.Arbitrary<Glance> = fc.record({
  id: fc.constantFrom('pay-1', 'pay-2'),
  status: anyText,
  currency: fc.constantFrom('HKD', 'USD'),
  amount: fc.constantFrom(12050, 12051, null),
  refunded: anySum,
  refundedAt: anyText,
  updatedAt: anyText,
  remark: anyText,
})
const anyLook: fc.Arbitrary<Look> = fc.oneof(
  fc.constant(noRecord),
  fc.record({ kind: fc.constant('seen' as const), glance: anyGlance, stale: fc.boolean() }),
)

describe('any look at any attempt', () => {
  const lookedAt = fc.constantFrom<AttemptState>(
    'unconfirmed',
    'refusal_seen',
    'refused',
    'refunded_probably',
  )

  it('has a verdict that its state can follow', () => {
    fc.assert(
      fc.property(lookedAt, fc.nat(3), anyLook, fc.nat(3000), (state, quietLooks, look, explained) => {
        const before = attempt(state, { quietLooks })
        const verdict = judgeLook(before, look, explained)
        expect(advance(before, looked(look, verdict.to, 1, verdict)).ok).toBe(true)
      }),
    )
  })

  it('is never refunded by rule without our marker and at least our amount', () => {
    fc.assert(
      fc.property(lookedAt, anyLook, (state, look) => {
        if (judgeLook(attempt(state), look).to !== 'refunded') return
        const enough = look.kind === 'seen' && (look.glance.refunded ?? 0) >= ours
        expect([enough, look.kind === 'seen' && look.glance.remark.includes(ownMarker)]).toEqual([true, true])
      }),
    )
  })
})
