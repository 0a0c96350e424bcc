import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Check } from '../attempt/attempt'
import type { AttemptState } from '../attempt/attempt-states'
import { hour, judge, ours, own, plain, probably, unconfirmed } from '../testing/judged-checks'
import { runs } from '../testing/property-size'
import { attempt, checked, noRecord, otherMarker, ownMarker, seen } from '../testing/refund-samples'
import { advance } from './refund'
import { type CheckFacts, judgeCheck } from './refund-judgement'

describe('what a check writes down', () => {
  it('is nothing when it shows nothing new', () => {
    const listed = attempt('unconfirmed', {
      forPerson: 'less_than_ours',
      seen: { refunded: 700, highest: 700, markers: [] },
    })
    const news = [
      judge(unconfirmed, {}),
      judge(listed, { refunded: 700 }),
      judge(probably, { refunded: ours }),
      judgeCheck(listed, noRecord, plain),
      judge(listed, { id: 'pay-2', refunded: 9000 }),
    ].map((judged) => judged.news)
    expect(news).toEqual([false, false, false, false, false])
  })

  it('is another state, a further rise, and our marker when it first comes, but not a mere reason for a person', () => {
    const listed = attempt('unconfirmed', { seen: { refunded: 700, highest: 700, markers: [] } })
    const marked = { ...listed, seen: { ...listed.seen, markers: [ownMarker] } }
    const judged = [
      judge(unconfirmed, { refunded: ours }),
      judge(listed, { refunded: 701 }),
      judge(listed, { refunded: 700, remark: own }),
      judge(marked, { refunded: 700, remark: own }),
      judge(unconfirmed, { status: 'cancelled' }),
    ]
    expect(judged.map(({ news, says, verdict }) => [news, says, verdict.forPerson])).toEqual([
      [true, true, null],
      [true, true, 'less_than_ours'],
      [true, true, 'less_than_ours'],
      [false, true, 'less_than_ours'],
      [false, true, 'status_changed'],
    ])
  })
})

const anyText = fc.constantFrom('', 'paid', own, `${otherMarker} x`, `x ${ownMarker}`, 'refunded')
const anyCheck: fc.Arbitrary<Check> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(noRecord) },
  {
    weight: 9,
    arbitrary: fc
      .record({
        id: fc.constantFrom('pay-1', 'pay-1', 'pay-1', 'pay-2'),
        status: anyText,
        currency: fc.constantFrom('HKD', 'HKD', 'USD'),
        amount: fc.constantFrom(12_050, 12_050, 12_051, null),
        refunded: fc.oneof(
          fc.constantFrom(0, 500, ours, ours + 500, null),
          fc.integer({ min: -10, max: 13_000 }),
        ),
        refundedAt: anyText,
        updatedAt: anyText,
        remark: anyText,
      })
      .map((change) => seen(change)),
  },
)
const anyTime = fc.nat(2 * hour)
const anyFacts: fc.Arbitrary<CheckFacts> = fc.record({
  cached: fc.boolean(),
  lowerFor: fc.option(anyTime, { nil: null }),
  quiet: fc.nat(2),
  mayCount: fc.boolean(),
  elsewhere: fc.boolean(),
})
const anyUndecided = fc.constantFrom<AttemptState>('unconfirmed', 'refusal_seen', 'refunded_probably')

describe('any check of any undecided refund', () => {
  it('has a verdict that may follow its state', () => {
    fc.assert(
      fc.property(anyUndecided, anyCheck, anyFacts, (state, check, facts) => {
        const { verdict } = judgeCheck(attempt(state), check, facts)
        expect(advance(attempt(state), checked(check, verdict.to, 1, verdict), 2).ok).toBe(true)
      }),
      { numRuns: runs(5000) },
    )
  })

  it('has its news once: the same check again has none', () => {
    fc.assert(
      fc.property(anyUndecided, anyCheck, anyFacts, (state, check, facts) => {
        const first = judgeCheck(attempt(state), check, facts)
        const step = advance(attempt(state), checked(check, first.verdict.to, 1, first.verdict), 2)
        if (!first.news || !step.ok || step.value.state !== state) return
        const again = judgeCheck(step.value, check, facts)
        expect(again.news).toBe(false)
      }),
      { numRuns: runs(5000) },
    )
  })

  it('is refunded by rule only with our marker at the very beginning and at least our amount', () => {
    fc.assert(
      fc.property(anyUndecided, anyCheck, anyFacts, (state, check, facts) => {
        if (judgeCheck(attempt(state), check, facts).verdict.to !== 'refunded') return
        const enough = check.kind === 'seen' && (check.snapshot.refunded ?? 0) >= ours
        const begins = check.kind === 'seen' && check.snapshot.remark.startsWith(own)
        expect([state, enough, begins]).toEqual(['unconfirmed', true, true])
      }),
      { numRuns: runs(5000) },
    )
  })

  it('is refused only by a show at the base that saw nothing move', () => {
    fc.assert(
      fc.property(anyUndecided, anyCheck, anyFacts, (state, check, facts) => {
        if (judgeCheck(attempt(state), check, facts).verdict.to !== 'refused') return
        const refunded = check.kind === 'seen' ? check.snapshot.refunded : null
        expect([state, refunded, facts.cached, facts.mayCount]).toEqual(['refusal_seen', 0, false, true])
      }),
      { numRuns: runs(5000) },
    )
  })
})
