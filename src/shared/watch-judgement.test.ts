import { describe, expect, it } from 'vitest'
import type { Attempt, Snapshot } from './attempt'
import { attempt, intent, otherMarker, ownMarker, snapshot, watch } from './testing/refund-samples'
import {
  alarm,
  ended,
  judge,
  later,
  minute,
  moved,
  nothing,
  notRefunded,
  ours,
  refunded,
  refused,
} from './testing/watched-samples'
import { inOrderOfEvidence, isUsableForWatch, type WatchJudgement } from './watch-judgement'

describe('a show of a watched payment', () => {
  it.each<[string, Attempt, Partial<Snapshot>, WatchJudgement]>([
    ['refused, nothing rose', refused, {}, nothing],
    ['refused, a rise', refused, { refunded: 1 }, moved('moved_after_refusal')],
    ['not refunded, a rise', notRefunded, { refunded: 1 }, moved('moved_after_decision')],
    ['refused, our marker', refused, { remark: ownMarker }, moved('moved_after_refusal')],
    ['not refunded, our marker', notRefunded, { remark: ownMarker }, moved('moved_after_decision')],
    ['refunded, as decided', refunded, { refunded: ours, remark: ownMarker }, nothing],
    ['refunded, a rise', refunded, { refunded: ours + 1 }, alarm('unexplained_rise')],
    [
      'refused, a rise of another till',
      refused,
      { refunded: 1, remark: otherMarker },
      alarm('risen_by_another_till'),
    ],
    [
      'refunded, a rise of another till',
      refunded,
      { refunded: ours + 1, remark: `${otherMarker} x` },
      alarm('risen_by_another_till'),
    ],
    ['another currency', refused, { refunded: 1, currency: 'USD' }, nothing],
    ['no sum', refused, { refunded: null }, nothing],
    ['another payment', refused, { id: 'pay-2', refunded: 1 }, nothing],
    ['more than was paid', refused, { refunded: 12_051 }, alarm('unexplained_rise')],
  ])('%s', (_, of, change, expected) => {
    expect(judge(of, change)).toEqual(expected)
  })

  it('of a refund that a person called refunded counts from its own amount, also where that never showed', () => {
    const early = { ...refunded, watch: watch() }
    expect([ours, ours + 1].map((sum) => judge(early, { refunded: sum }))).toEqual([
      nothing,
      alarm('unexplained_rise'),
    ])
  })

  it('takes another till’s marker for a rise only when it is new, and not our own', () => {
    const known = { ...refused, seen: { ...refused.seen, markers: [otherMarker] } }
    const before = { ...refused, intent: intent({ before: snapshot({ remark: otherMarker }) }) }
    const rise = { refunded: ours + 1, remark: otherMarker }
    const oursToo = later(0, { intent: intent({ marker: otherMarker }) })
    const typed = { refunded: 1, remark: `x ${otherMarker}` }
    const judged = [
      judge(known, rise),
      judge(before, rise),
      judge(refused, rise, [oursToo]),
      judge(refused, typed),
    ]
    expect(judged).toEqual(judged.map(() => moved('moved_after_refusal')))
  })

  it('tells of more than was paid once, until somebody has acknowledged it', () => {
    const at = 1
    const open = { alarm: 'unexplained_rise', at, acknowledged: null } as const
    const known = { ...open, acknowledged: { at, by: 'Sam', note: 'x' } }
    const judged = [[open], [known]].map((alarms) => judge({ ...refused, alarms }, { refunded: 12_051 }))
    expect(judged).toEqual([nothing, alarm('unexplained_rise')])
  })
})

describe('a show that comes by after a watch has ended', () => {
  it('is an alarm and no lock: our own marker once, a rise beyond what was seen', () => {
    const once = { alarm: 'refunded_after_all', at: 1, acknowledged: null } as const
    const high = attempt('refused', { watch: watch({ highest: 700, ended: 'complete' }) })
    const judged = [
      judge(ended(refused), { remark: ownMarker }),
      judge({ ...ended(refused), alarms: [once] }, { remark: ownMarker }),
      judge(ended(notRefunded), { refunded: 1 }),
      judge(ended(refunded), { refunded: ours + 1 }),
      judge(high, { refunded: 700 }),
      judge(high, { refunded: 701 }),
    ]
    expect(judged).toEqual([
      alarm('refunded_after_all'),
      nothing,
      alarm('unexplained_rise'),
      alarm('unexplained_rise'),
      nothing,
      alarm('unexplained_rise'),
    ])
  })

  it('names a refund that was never sent: an alarm', () => {
    expect(judge(attempt('not_sent'), { remark: ownMarker })).toEqual(alarm('refunded_after_all'))
  })

  it('tells nothing of one that is refunded, or undecided', () => {
    const judged = [attempt('refunded'), attempt('unconfirmed'), attempt('not_sent')].map((of) =>
      judge(of, { refunded: ours + 1 }),
    )
    expect(judged).toEqual(judged.map(() => nothing))
  })
})

describe('our own marker that a person had before him', () => {
  it('locks nothing again', () => {
    const known = { ...notRefunded, seen: { ...notRefunded.seen, markers: [ownMarker] } }
    const judged = [known, ended(known)].map((of) => judge(of, { remark: ownMarker }))
    expect(judged).toEqual([nothing, nothing])
  })
})

describe('a show is written down as a watched hour', () => {
  const plain = { cached: false, stale: null }
  const of = { ...notRefunded, watch: watch({ from: 500 }) }
  const older = (milliseconds: number) => ({ ...plain, stale: { kind: 'time', for: milliseconds } as const })

  it('unless it came from a cache, contradicts itself, says less than the deciding show, or is older', () => {
    const usable = [
      isUsableForWatch(of, snapshot({ refunded: 500 }), plain),
      isUsableForWatch(of, snapshot({ refunded: 499 }), plain),
      isUsableForWatch(of, snapshot({ refunded: null }), plain),
      isUsableForWatch(of, snapshot({ refunded: 12_051 }), plain),
      isUsableForWatch(of, snapshot({ refunded: 500, id: 'pay-2' }), plain),
      isUsableForWatch(of, snapshot({ refunded: 500 }), { ...plain, cached: true }),
      isUsableForWatch(of, snapshot({ refunded: 500 }), older(0)),
      isUsableForWatch(of, snapshot({ refunded: 500 }), older(10 * minute)),
      isUsableForWatch(attempt('refused'), snapshot(), plain),
    ]
    expect(usable).toEqual([true, false, false, false, false, false, false, true, false])
  })

  it('also where it is below what only a person’s word has raised', () => {
    const stale = { kind: 'refunded', for: 0 } as const
    expect(isUsableForWatch(of, snapshot({ refunded: 500 }), { ...plain, stale })).toBe(true)
  })
})

describe('the attempts of a payment', () => {
  it('are judged with the one first that the remark names', () => {
    const three = ['R-DDDDDDDDDD', ownMarker, otherMarker].map((marker) =>
      attempt('refused', { intent: intent({ marker }) }),
    )
    const order = (remark: string) =>
      inOrderOfEvidence(three, snapshot({ remark })).map(({ intent }) => intent.marker)
    expect([order(`${otherMarker} x`), order('')]).toEqual([
      [otherMarker, 'R-DDDDDDDDDD', ownMarker],
      ['R-DDDDDDDDDD', ownMarker, otherMarker],
    ])
  })
})
