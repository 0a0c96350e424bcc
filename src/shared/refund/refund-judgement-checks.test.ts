import { describe, expect, it } from 'vitest'
import type { Snapshot, Verdict } from '../attempt/attempt'
import { attemptStates } from '../attempt/attempt-states'
import {
  judge,
  lower,
  minute,
  other,
  ours,
  own,
  person,
  probably,
  unconfirmed,
  verdictOf,
} from '../testing/judged-checks'
import { attempt, intent, otherMarker, ownMarker, verdict } from '../testing/refund-samples'

describe('a check of an unconfirmed refund', () => {
  it.each<[string, Partial<Snapshot>, Verdict]>([
    ['our marker, d = amount', { refunded: ours, remark: own }, verdict('refunded')],
    [
      'our marker, d > amount',
      { refunded: ours + 1, remark: own },
      verdict('refunded', { alarm: 'more_than_ours' }),
    ],
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
    expect([risen.verdict, risen.news, same.verdict, same.news]).toEqual([
      verdict('unconfirmed'),
      true,
      verdict('unconfirmed'),
      false,
    ])
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

describe('a check of an attempt that is settled or not sent yet', () => {
  it('changes nothing: watched attempts are judged elsewhere', () => {
    const states = attemptStates.filter(
      (state) => !['unconfirmed', 'refusal_seen', 'refunded_probably'].includes(state),
    )
    const judged = states.map((state) => judge(attempt(state), { refunded: ours, remark: own }))
    expect(judged).toEqual(
      states.map((state) => ({ verdict: verdict(state), quiet: false, news: false, says: false })),
    )
  })
})
