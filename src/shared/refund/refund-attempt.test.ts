import { describe, expect, it } from 'vitest'
import { type Attempt, type AttemptEvent, attemptSchema } from '../attempt/attempt'
import { at, fold, line, next, record } from '../testing/attempt-stories'
import {
  answeredBy,
  attempt,
  checked,
  decided,
  decision,
  intent,
  noRecord,
  otherMarker,
  ownMarker,
  refusal,
  seen,
  snapshot,
  startOfDay,
  watch,
} from '../testing/refund-samples'
import { advance, ofEarlierLines, openAlarms, takeoverPlace } from './refund'

describe('an attempt', () => {
  it('keeps what its lines said: begun, sent, refused, settled by the third quiet show, watched', () => {
    const story: readonly AttemptEvent[] = [
      { kind: 'sending', at: startOfDay, intent: intent() },
      answeredBy(refusal, 'refusal_seen', startOfDay + 2),
      checked(seen(), 'refused', startOfDay + 15_000),
      { kind: 'watched', at: startOfDay + 3_600_000, refunded: 0 },
    ]
    expect(fold(story)).toEqual(
      attempt('refused', {
        since: startOfDay + 15_000,
        line: 4,
        refusal: { httpStatus: 422, message: 'Not allowed' },
        watch: watch({ since: startOfDay + 15_000, shows: 1 }),
        told: { line: 3, refunded: 0 },
      }),
    )
  })

  it('remembers the line with which it became refunded, by the answer, by rule or by a person', () => {
    const ways = [
      next(attempt('sending'), answeredBy(record, 'refunded')),
      next(attempt('unconfirmed'), checked(seen({ refunded: 2000, remark: ownMarker }), 'refunded')),
      next(attempt('refunded_probably'), decided('refunded')),
      next(attempt('unconfirmed'), decided('not_refunded')),
    ]
    expect(ways.map(({ refundedLine }) => refundedLine)).toEqual([line, line, line, null])
  })

  it('waits for a person only while it is undecided', () => {
    const listed = next(
      attempt('unconfirmed'),
      checked(seen(), 'unconfirmed', at, { forPerson: 'went_down' }),
    )
    const found = next(listed, checked(seen(), 'refunded', at, { forPerson: 'went_down' }))
    expect([listed.forPerson, found.forPerson]).toEqual(['went_down', null])
  })

  it('remembers what its lines showed: the last and the highest sum, and leading markers', () => {
    const told = [
      checked(seen({ refunded: 700, remark: `${otherMarker} x` }), 'unconfirmed'),
      checked(seen({ refunded: 300, remark: `x ${ownMarker}` }), 'unconfirmed'),
      checked(seen({ refunded: null, remark: otherMarker }), 'unconfirmed'),
      checked(seen({ refunded: -1 }), 'unconfirmed'),
      checked(seen({ id: 'pay-2', refunded: 9000, remark: ownMarker }), 'unconfirmed'),
      checked(noRecord, 'unconfirmed'),
    ]
    const all = told.reduce((before, event) => next(before, event), attempt('unconfirmed'))
    expect(all.seen).toEqual({ refunded: 300, highest: 700, markers: [otherMarker] })
    expect(next(all, checked(seen(), 'unconfirmed')).seen.refunded).toBe(0)
  })

  it('remembers the marker that began the remark before the send', () => {
    const before = snapshot({ refunded: 500, remark: otherMarker })
    const begun = fold([{ kind: 'sending', at, intent: intent({ base: 500, before }) }])
    expect(begun?.seen).toEqual({ refunded: 500, highest: 500, markers: [otherMarker] })
  })

  it('remembers sixteen markers at most, and always its own', () => {
    const markers = Array.from('ABCDEFGHJKMNPQRSTVWXYZ', (letter) => `R-${letter.repeat(9)}Z`)
    const many = markers.reduce(
      (before, remark) => next(before, checked(seen({ remark }), 'unconfirmed')),
      attempt('unconfirmed'),
    )
    const own = next(many, checked(seen({ remark: ownMarker }), 'unconfirmed'))
    expect([many.seen.markers.length, own.seen.markers.length, own.seen.markers.at(-1)]).toEqual([
      15,
      16,
      ownMarker,
    ])
    expect(attemptSchema.safeParse(own).success).toBe(true)
  })
})

describe('a decision', () => {
  it('records who decided, what they saw and why, and begins a watch from what the show said', () => {
    const decide = decided('not_refunded', at, { refunded: 0 })
    expect(next(attempt('unconfirmed', { forPerson: 'unreadable' }), decide)).toEqual(
      attempt('not_refunded', {
        since: at,
        line,
        decision: decision('not_refunded'),
        watch: watch({ since: at }),
        told: { line, refunded: 0 },
      }),
    )
  })

  it('against a rise is itself an alarm, also when a later answer took the rise back', () => {
    const risen = next(attempt('unconfirmed'), checked(seen({ refunded: 500 }), 'unconfirmed'))
    const alarms = [
      next(attempt('unconfirmed'), decided('not_refunded', at, { refunded: 500 })),
      next(risen, decided('not_refunded', at, { refunded: 0 })),
      next(attempt('unconfirmed'), decided('not_refunded', at, { refunded: 0 })),
      next(attempt('unconfirmed'), decided('refunded', at, { refunded: 2001 })),
      next(attempt('unconfirmed'), decided('refunded', at, { refunded: 2000 })),
    ].map(({ alarms }) => alarms.map(({ alarm }) => alarm))
    expect(alarms).toEqual([['unexplained_rise'], ['unexplained_rise'], [], ['more_than_ours'], []])
  })

  it('stays with the attempt, without its watch, when something moves afterwards', () => {
    const decidedOnce = next(attempt('unconfirmed'), decided('not_refunded'))
    const moved = next(
      decidedOnce,
      checked(seen({ refunded: 1 }), 'unconfirmed', at, { alarm: 'moved_after_decision' }),
    )
    expect([moved.state, moved.watch, moved.decision?.to, openAlarms(moved)]).toEqual([
      'unconfirmed',
      null,
      'not_refunded',
      [{ number: 1, alarm: 'moved_after_decision', at }],
    ])
  })
})

describe('a settled refusal', () => {
  it('cannot rest on a show without a sum', () => {
    const shows = [noRecord, seen({ refunded: null }), seen({ refunded: -1 })]
    const steps = shows.map((check) => advance(attempt('refusal_seen'), checked(check, 'refused'), line).ok)
    expect(steps).toEqual([false, false, false])
  })

  it('is watched from what its third quiet show said', () => {
    const settled = next(attempt('refusal_seen'), checked(seen({ refunded: 300 }), 'refused', at))
    expect([settled.watch, settled.told]).toEqual([
      watch({ since: at, highest: 300 }),
      { line, refunded: 300 },
    ])
  })
})

describe('an attempt of an earlier journal', () => {
  const taken = (from: Attempt): AttemptEvent => ({ kind: 'taken_over', at, attempt: from })

  it('goes on from its state in the new journal, with its reports before the first line there', () => {
    const ran = { created: 5, since: 9 }
    const old = attempt('refunded', { ran, line: 70, refundedLine: 60, told: { line: 60, refunded: 100 } })
    expect([
      next(null, taken(ofEarlierLines(old, 70)), 3),
      next(null, taken(attempt('refused', { line: 5 })), 4),
    ]).toEqual([
      // At most the new record's own running time.
      attempt('refunded', { begun: 3, line: 3, refundedLine: -10, told: { line: -10, refunded: 100 } }),
      attempt('refused', { begun: 4, line: 4 }),
    ])
  })

  it('is ordered among the others by the lines of its reports', () => {
    const old = [
      attempt('refunded', { line: 70, refundedLine: 60 }),
      attempt('refused', { line: 70, told: { line: 50, refunded: 0 } }),
      attempt('refunded', { line: 70, refundedLine: 60, told: { line: 65, refunded: 0 } }),
      attempt('unconfirmed', { line: 70 }),
    ]
    expect(old.map(takeoverPlace)).toEqual([60, 50, 65, 70])
  })

  it('may follow its own earlier lines, and no other refund’s', () => {
    const before = attempt('unconfirmed')
    const others = [{ marker: otherMarker }, { id: 'pay-2' }, { base: 1 }, { amount: 1 }, { currency: 'USD' }]
    const steps = [{}, ...others].map(
      (change) => advance(before, taken(attempt('refused', { intent: intent(change) })), line).ok,
    )
    expect(steps).toEqual([true, false, false, false, false, false])
  })
})
