import { describe, expect, it } from 'vitest'
import { decision, ownMarker, watch } from './testing/refund-samples'
import { judge, later, moved, nothing, notRefunded, ours, refused } from './testing/watched-samples'

describe('what this till refunded since a watch began', () => {
  it('explains a rise, but no hundredth more', () => {
    const sums = [ours, ours + 1].map((refunded) => judge(refused, { refunded }, [later(0)]))
    expect(sums).toEqual([nothing, moved('moved_after_refusal')])
  })

  it('explains nothing when it was refunded before, or is within what the deciding show said', () => {
    const decidedLater = { ...notRefunded, watch: watch({ line: 12, from: ours, highest: ours }) }
    const before = { ...notRefunded, watch: watch({ from: ours, highest: ours }) }
    const judged = [decidedLater, before].map((of) => judge(of, { refunded: ours + 1 }, [later(0)]))
    expect(judged).toEqual(judged.map(() => moved('moved_after_decision')))
  })

  it('explains nothing when a lowering has taken it back since', () => {
    const judged = [0, 11].map((loweredAt) => judge(refused, { refunded: ours }, [later(0)], loweredAt))
    expect(judged).toEqual([nothing, moved('moved_after_refusal')])
  })

  it('is not asked about while another attempt may still land: then only our own marker counts', () => {
    const open = later(0, { state: 'unconfirmed', refundedLine: null })
    const judged = [
      judge(refused, { refunded: ours }, [open]),
      judge(refused, { refunded: ours, remark: ownMarker }, [open]),
    ]
    expect(judged).toEqual([nothing, moved('moved_after_refusal')])
  })
})

describe('what somebody has decided or was told about another attempt of the payment', () => {
  const rise = { refunded: 700 }

  it('is no news to a watch: a decision on it, made later, with that sum before its maker', () => {
    const decidedWith = (from: number, line: number) =>
      later(0, {
        state: 'not_refunded',
        refundedLine: null,
        decision: decision('not_refunded', { refunded: from }),
        watch: watch({ line, from, highest: from }),
      })
    const judged = [decidedWith(700, 10), decidedWith(699, 10), decidedWith(700, 3)].map((other) =>
      judge(refused, rise, [other]),
    )
    expect(judged).toEqual([nothing, moved('moved_after_refusal'), moved('moved_after_refusal')])
  })

  it('is no news beyond what that decision said: a refund that did not show yet counts once', () => {
    const early = later(0, {
      decision: decision('refunded', { refunded: 700 }),
      watch: watch({ line: 10, from: 700 }),
    })
    const judged = [ours, ours + 1].map((refunded) => judge(refused, { refunded }, [early]))
    expect(judged).toEqual([nothing, moved('moved_after_refusal')])
  })

  it('is no news either when that one was locked again and has ended by rule since', () => {
    const settled = later(0, { decision: decision('not_refunded', { refunded: 700 }) })
    const judged = [700 + ours, 701 + ours].map((refunded) => judge(refused, { refunded }, [settled]))
    expect(judged).toEqual([nothing, moved('moved_after_refusal')])
  })

  it('is news when it was a refusal that nobody read about', () => {
    const silent = later(0, { state: 'refused', refundedLine: null, watch: watch({ line: 10, from: 700 }) })
    const told = { ...silent, alarms: [{ alarm: 'unexplained_rise', at: 1, acknowledged: null }] } as const
    expect([judge(refused, rise, [silent]), judge(refused, rise, [told])]).toEqual([
      moved('moved_after_refusal'),
      nothing,
    ])
  })

  it('is news when that one is in another currency: the rise that it rests on was judged for nobody', () => {
    const decided = later(0, {
      intent: { ...later(0).intent, currency: 'XXX', base: 700 },
      decision: decision('refunded', { refunded: 700 + ours }),
      watch: watch({ line: 10, from: 700 + ours }),
    })
    const judged = [ours, 700 + ours].map((refunded) => judge(refused, { refunded }, [decided]))
    expect(judged).toEqual([nothing, moved('moved_after_refusal')])
  })
})
