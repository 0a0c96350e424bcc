import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attempt, Snapshot, Verdict } from '../attempt/attempt'
import { type AttemptState, attemptStates } from '../attempt/attempt-states'
import { runs } from '../testing/property-size'
import {
  attempt,
  checked,
  intent,
  otherMarker,
  ownMarker,
  snapshot,
  verdict,
} from '../testing/refund-samples'
import { advance } from './refund'
import { type CheckFacts, judgeCheck, quietNeeded } from './refund-judgement'

/** The plain intent is HK$20.00; the base 0. */
const ours = 2000
const minute = 60_000
const hour = 60 * minute
const own = `${ownMarker} Damaged item`
const other = `${otherMarker} Late`

const nothingBeside = { ownMarkers: [], ownSince: 0 }
const plain: CheckFacts = {
  ...nothingBeside,
  cached: false,
  lowerFor: null,
  quiet: 0,
  mayCount: true,
  elsewhere: false,
}
const lower = (milliseconds: number): Partial<CheckFacts> => ({ lowerFor: milliseconds })

const unconfirmed = attempt('unconfirmed')
const probably = attempt('refunded_probably', { seen: { refunded: ours, highest: ours, markers: [] } })

function judge(of: Attempt, change: Partial<Snapshot>, facts: Partial<CheckFacts> = {}) {
  return judgeCheck(of, snapshot(change), { ...plain, ...facts })
}

const verdictOf = (of: Attempt, change: Partial<Snapshot>, facts: Partial<CheckFacts> = {}) =>
  judge(of, change, facts).verdict
const person = (forPerson: NonNullable<Verdict['forPerson']>) => verdict('unconfirmed', { forPerson })

describe('a check of an unconfirmed refund', () => {
  const more = verdict('refunded', { alarm: 'more_than_ours' })
  it.each<[string, Partial<Snapshot>, Verdict]>([
    ['our marker, d = amount', { refunded: ours, remark: own }, verdict('refunded')],
    ['our marker, d > amount', { refunded: ours + 1, remark: own }, more],
    ['our marker, d < amount', { refunded: ours - 1, remark: own }, person('less_than_ours')],
    ['our marker, d = 0', { remark: own }, person('less_than_ours')],
    ['another marker, d = amount', { refunded: ours, remark: other }, person('another_marker')],
    ['another marker, d = 0', { remark: other }, person('another_marker')],
    ['no marker, d = amount', { refunded: ours }, verdict('refunded_probably')],
    ['no marker, d > amount', { refunded: ours + 1 }, person('more_without_marker')],
    ['no marker, 0 < d < amount', { refunded: 1 }, person('less_than_ours')],
    ['nothing changed', { updatedAt: '2026-11-21 10:00:00' }, verdict('unconfirmed')],
    ['d = 0, another status', { status: 'cancelled' }, person('status_changed')],
    ['d = 0, another time of refund', { refundedAt: '2026-11-21 10:00:00' }, person('status_changed')],
    ['d = 0, another remark', { remark: 'See note' }, person('status_changed')],
    ['another amount', { refunded: ours, remark: own, amount: 12_051 }, person('amount_changed')],
    ['no amount', { refunded: ours, remark: own, amount: null }, person('amount_changed')],
    ['another currency', { refunded: ours, remark: own, currency: 'USD' }, person('amount_changed')],
    ['no readable sum', { refunded: null, remark: own }, person('unreadable')],
  ])('that shows %s', (_, change, expected) => {
    expect(verdictOf(unconfirmed, change)).toEqual(expected)
    expect(judge(unconfirmed, change).quiet).toBe(false)
  })

  it('leaves out of d what this till refunded since, and takes its own other marker for none', () => {
    const beside = { ownSince: 500, ownMarkers: [otherMarker] }
    expect([
      verdictOf(unconfirmed, { refunded: ours + 500, remark: own }, beside),
      verdictOf(unconfirmed, { refunded: ours + 500, remark: other }, beside),
      verdictOf(unconfirmed, { refunded: ours }, beside),
      verdictOf(probably, { refunded: ours + 500 }, beside),
      verdictOf(probably, { refunded: ours }, beside),
    ]).toEqual([
      verdict('refunded'),
      verdict('refunded_probably'),
      person('less_than_ours'),
      verdict('refunded_probably'),
      person('less_than_ours'),
    ])
  })

  it('counts d from the base that was written at the beginning, whatever was seen since', () => {
    const later = attempt('unconfirmed', {
      intent: intent({ base: 500 }),
      seen: { refunded: 9000, highest: 9000, markers: [] },
    })
    const sums = [ours, ours + 500].map((refunded) => verdictOf(later, { refunded }))
    expect(sums).toEqual([person('less_than_ours'), verdict('refunded_probably')])
  })

  it('believes that the sum went down only when it has stayed so for ten minutes', () => {
    const later = attempt('unconfirmed', { intent: intent({ base: 500 }) })
    const times = [0, 10 * minute - 1, 10 * minute]
    const below = times.map((time) => verdictOf(later, { refunded: 499, remark: own }, lower(time)))
    // Back at the base, after more was seen in between.
    const back = times.map((time) => verdictOf(unconfirmed, {}, lower(time)))
    const expected = [verdict('unconfirmed'), verdict('unconfirmed'), person('went_down')]
    expect([below, back]).toEqual([expected, expected])
  })

  it('learns from a cache only that the sum rose, which is news and not judged', () => {
    const cached = { cached: true }
    const risen = judge(unconfirmed, { refunded: ours, remark: own }, cached)
    const same = judge(unconfirmed, { refundedAt: 'x', refunded: null }, cached)
    const result = [risen.verdict, risen.news, same.verdict, same.news]
    expect(result).toEqual([verdict('unconfirmed'), true, verdict('unconfirmed'), false])
  })

  it('is never settled by a marker that somebody typed: only ours counts, at the very beginning and as a separate word', () => {
    const typed = [
      `Damaged ${ownMarker}`,
      `${otherMarker} ${ownMarker} damaged`,
      ` ${ownMarker}`,
      `"${ownMarker}"`,
      `${ownMarker}7`,
      ownMarker.toLowerCase(),
      'Ｒ－ＡＡＡＡＡＡＡＡＡＡ',
    ]
    const states = typed.map((remark) => verdictOf(unconfirmed, { refunded: ours, remark }).to)
    expect(states).not.toContain('refunded')
  })

  it('ignores a marker that was there before the send', () => {
    const before = intent({ before: { ...intent().before, remark: other } })
    const same = verdictOf(attempt('unconfirmed', { intent: before }), { refunded: ours, remark: other })
    expect(same).toEqual(verdict('refunded_probably'))
  })
})

describe('a check of a probably refunded attempt', () => {
  it('never makes it refunded, even when our marker comes: a person does', () => {
    const marked = judge(probably, { refunded: ours, remark: own })
    expect([marked.verdict, marked.news]).toEqual([verdict('refunded_probably'), true])
  })

  it('makes it unconfirmed again when the sum moves, with the reason for a person', () => {
    const moved = [
      verdictOf(probably, { refunded: ours + 1 }),
      verdictOf(probably, { refunded: ours - 1 }, lower(10 * minute)),
      verdictOf(probably, {}, lower(10 * minute)),
      verdictOf(probably, { refunded: ours + 1, remark: own }),
    ]
    expect(moved).toEqual([
      person('more_without_marker'),
      person('less_than_ours'),
      person('went_down'),
      verdict('unconfirmed'),
    ])
  })

  it('keeps it, with a reason, while the sum stays or cannot be read', () => {
    const changes = [{ refunded: ours, remark: other }, { refunded: null }, { refunded: ours, amount: 1 }]
    expect(changes.map((change) => verdictOf(probably, change))).toEqual([
      verdict('refunded_probably', { forPerson: 'another_marker' }),
      verdict('refunded_probably', { forPerson: 'unreadable' }),
      verdict('refunded_probably', { forPerson: 'amount_changed' }),
    ])
  })
})

it('a check of an attempt that is settled changes nothing, watched ones are judged elsewhere; of one on its way a rise and our marker are news', () => {
  const states = attemptStates.filter(
    (state) => !['unconfirmed', 'refusal_seen', 'refunded_probably'].includes(state),
  )
  const judged = states.map((state) => judge(attempt(state), { refunded: ours, remark: own }))
  expect(judged).toEqual(
    states.map((state) => ({
      verdict: verdict(state),
      ...{ quiet: false, news: state === 'sending', says: false },
    })),
  )
})

describe('a check after a refusal', () => {
  const refusal = attempt('refusal_seen')
  const alarm = verdict('unconfirmed', { alarm: 'moved_after_refusal' })

  it('settles it with the third quiet show', () => {
    const shows = [0, 1, 2].map((quiet) => judge(refusal, {}, { quiet }))
    expect(shows.map(({ verdict, quiet, news }) => [verdict.to, quiet, news])).toEqual([
      ['refusal_seen', true, false],
      ['refusal_seen', true, false],
      ['refused', true, true],
    ])
    expect(quietNeeded).toBe(3)
  })

  it('does not count a show that was asked for too early, was cached, says less, or is another payment’s', () => {
    const shows = [
      judge(refusal, {}, { quiet: 2, mayCount: false }),
      judge(refusal, {}, { quiet: 2, cached: true }),
      judge(refusal, {}, { quiet: 2, ...lower(10 * minute - 1) }),
      judge(refusal, { id: 'pay-2' }, { quiet: 2 }),
    ]
    expect(shows.map(({ verdict, quiet, news }) => [verdict.to, quiet, news])).toEqual(
      shows.map(() => ['refusal_seen', false, false]),
    )
    // The first is too early to settle it, but still shows that no person is needed.
    expect(shows.map(({ says }) => says)).toEqual([true, false, false, false])
  })

  it('locks with an alarm for one hundredth more or our marker, in any answer', () => {
    const facts: readonly Partial<CheckFacts>[] = [{}, { cached: true }, lower(0)]
    for (const change of [{ refunded: 1 }, { remark: own }])
      for (const each of facts) expect(verdictOf(refusal, change, each)).toEqual(alarm)
    const { quiet, news, says } = judge(refusal, { refunded: 1 })
    expect({ quiet, news, says }).toEqual({ quiet: false, news: true, says: true })
  })

  it('locks for any other change in a usable answer', () => {
    const others = [
      { status: 'failed' },
      { amount: 1 },
      { currency: 'USD' },
      { refundedAt: 'x' },
      { remark: 'x' },
    ]
    for (const change of others) {
      expect(verdictOf(refusal, change)).toEqual(alarm)
      expect(verdictOf(refusal, change, { cached: true })).toEqual(verdict('refusal_seen'))
    }
  })

  it('goes to a person when the sum cannot be read, or has been lower for ten minutes', () => {
    const based = attempt('refusal_seen', { intent: intent({ base: 500 }) })
    const verdicts = [
      verdictOf(refusal, { refunded: null, status: 'x' }),
      verdictOf(based, { refunded: 499 }, lower(10 * minute)),
      verdictOf(based, { refunded: 500 }, lower(10 * minute)),
      // The high-water value was lowered meanwhile: neither a movement nor a quiet show.
      verdictOf(based, { refunded: 499 }, { quiet: 2 }),
    ]
    expect(verdicts).toEqual([
      verdict('refusal_seen', { forPerson: 'unreadable' }),
      verdict('refusal_seen', { forPerson: 'went_down' }),
      verdict('refusal_seen', { forPerson: 'went_down' }),
      verdict('refusal_seen'),
    ])
  })
})

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
      judge(listed, { id: 'pay-2', refunded: 9000 }),
    ].map((judged) => judged.news)
    expect(news).toEqual([false, false, false, false])
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
const anyCheck: fc.Arbitrary<Snapshot> = fc
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
  .map((change) => snapshot(change))
const anyTime = fc.nat(2 * hour)
const anyFacts: fc.Arbitrary<CheckFacts> = fc.record({
  cached: fc.boolean(),
  lowerFor: fc.option(anyTime, { nil: null }),
  quiet: fc.nat(2),
  mayCount: fc.boolean(),
  elsewhere: fc.boolean(),
  ownMarkers: fc.constantFrom([], [otherMarker]),
  ownSince: fc.constantFrom(0, 500),
})
const anyUndecided = fc.constantFrom<AttemptState>('unconfirmed', 'refusal_seen', 'refunded_probably')

function ofAny(holds: (before: Attempt, check: Snapshot, facts: CheckFacts) => void): void {
  const anyOf = fc.property(anyUndecided, anyCheck, anyFacts, (state, check, facts) =>
    holds(attempt(state), check, facts),
  )
  fc.assert(anyOf, { numRuns: runs(2500) })
}

describe('any check of any undecided refund', () => {
  it('has a verdict that may follow its state', () => {
    ofAny((before, check, facts) => {
      const { verdict } = judgeCheck(before, check, facts)
      expect(advance(before, checked(check, verdict.to, 1, verdict), 2).ok).toBe(true)
    })
  })

  it('has its news once: the same check again has none', () => {
    ofAny((before, check, facts) => {
      const first = judgeCheck(before, check, facts)
      const step = advance(before, checked(check, first.verdict.to, 1, first.verdict), 2)
      if (!first.news || !step.ok || step.value.state !== before.state) return
      expect(judgeCheck(step.value, check, facts).news).toBe(false)
    })
  })

  it('is refunded by rule only with our marker at the very beginning and at least our amount', () => {
    ofAny((before, check, facts) => {
      if (judgeCheck(before, check, facts).verdict.to !== 'refunded') return
      const enough = (check.refunded ?? 0) >= ours
      const begins = check.remark.startsWith(own)
      expect([before.state, enough, begins]).toEqual(['unconfirmed', true, true])
    })
  })

  it('is refused only by a show at the base that saw nothing move', () => {
    ofAny((before, check, facts) => {
      if (judgeCheck(before, check, facts).verdict.to !== 'refused') return
      const outcome = [before.state, check.refunded, facts.cached, facts.mayCount]
      expect(outcome).toEqual(['refusal_seen', 0, false, true])
    })
  })
})
