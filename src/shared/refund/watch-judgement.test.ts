import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attempt, Snapshot } from '../attempt/attempt'
import {
  startOfDay as at,
  attempt,
  decision,
  intent,
  otherMarker,
  ownMarker,
  snapshot,
  verdict,
  watch,
} from '../testing/refund-samples'
import { doneRefund, type KeptPaymentLine, nothingPast, type Past } from './past'
import { expectedSum } from './watch'
import {
  hasReturned,
  inOrderOfEvidence,
  isUsableForWatch,
  judgeSettled,
  lastLowering,
  leastByOwn,
  mayAccept,
  missingRefunds,
  untilAskedAgain,
} from './watch-judgement'

type PaymentEvent = KeptPaymentLine['event']

/** The plain intent is HK$20.00; the base 0. */
const ours = 2000
const laterMarker = 'R-CCCCCCCCCC'
const base = { at, id: 'pay-1' }
const by = { supervisor: 'Sam', why: 'It bounced' }
const lowered = (from: number, to: number): PaymentEvent => ({ kind: 'lowered', ...base, from, to, by })
const told = (refunded: number, line = 4) => ({ told: { line, refunded } })

const refused = attempt('refused', { watch: watch(), ...told(0) })
const notRefunded = attempt('not_refunded', {
  decision: decision('not_refunded'),
  watch: watch(),
  ...told(0),
})
const decidedRefunded = attempt('refunded', {
  decision: decision('refunded', { refunded: ours }),
  refundedLine: 4,
  watch: watch(),
  ...told(ours),
})
const answered = attempt('refunded', { refundedLine: 4, ...told(ours) })
const ended = (of: Attempt): Attempt => ({ ...of, watch: watch({ ended: 'complete' }) })
/** A later refund of ours on that base. */
const later = (base: number, change: Partial<Attempt> = {}) =>
  attempt('refunded', {
    intent: intent({ marker: laterMarker, base }),
    refundedLine: 10,
    ...told(base + ours, 10),
    ...change,
  })

/** What is reported of which attempt: the alarm or lock, or `news` with the sum. */
function tell(past: Past, now: Snapshot): readonly string[] {
  return judgeSettled(past, now, expectedSum(past, now.currency)).map((news) => {
    if (news.kind === 'risen') return `news ${news.refunded}`
    const marker = news.kind === 'alarm' ? news.marker : news.attempt.intent.marker
    const which = marker === ownMarker ? '' : ' of another'
    return news.kind === 'alarm' ? `${news.alarm}${which}` : `locked: ${news.verdict.alarm}${which}`
  })
}

/** Judges whole attempts, and checks that the little that is kept of those settled by their answers gives the same. */
function judge(on: readonly Attempt[], change: Partial<Snapshot>, events: readonly PaymentEvent[] = []) {
  const whole = {
    ...nothingPast,
    attempts: on,
    lines: events.map((event, index) => ({ line: 20 + index, event })),
  }
  const kept = {
    ...whole,
    attempts: on.filter((each) => doneRefund(each) === null),
    done: on.flatMap((each) => doneRefund(each) ?? []),
  }
  const told = tell(whole, snapshot(change))
  expect(tell(kept, snapshot(change))).toEqual(told)
  return told
}

describe('a show of a payment on which refunds are settled', () => {
  it('makes a refusal unconfirmed again, with an alarm, where more is shown while it is watched', () => {
    const moved = verdict('unconfirmed', { alarm: 'moved_after_refusal' })
    expect(judgeSettled({ ...nothingPast, attempts: [refused] }, snapshot({ refunded: 1 }), 0)).toEqual([
      { kind: 'moved', attempt: refused, verdict: moved },
    ])
  })

  const theirs = { refunded: 1, remark: otherMarker }
  const marked = { remark: ownMarker }
  it.each<[string, Attempt, Partial<Snapshot>, readonly string[]]>([
    ['refused, nothing rose', refused, {}, []],
    ['refused, a rise', refused, { refunded: 1 }, ['locked: moved_after_refusal']],
    ['not refunded, a rise', notRefunded, { refunded: 1 }, ['locked: moved_after_decision']],
    ['refused, our marker', refused, { remark: ownMarker }, ['locked: moved_after_refusal']],
    ['not refunded, our marker', notRefunded, { remark: ownMarker }, ['locked: moved_after_decision']],
    ['decided refunded, as decided', decidedRefunded, { refunded: ours, remark: ownMarker }, []],
    ['decided refunded, a rise', decidedRefunded, { refunded: ours + 1 }, ['unexplained_rise']],
    ['refused, a rise of another till', refused, theirs, ['risen_by_another_till']],
    ['refused, another currency', refused, { refunded: 1, currency: 'USD' }, []],
    ['refused, no sum', refused, { refunded: null }, []],
    ['refused, more than was paid', refused, { refunded: 12_051 }, ['unexplained_rise']],
    ['refused and no longer watched, a rise', ended(refused), { refunded: 1 }, ['unexplained_rise']],
    ['refused and no longer watched, our marker', ended(refused), marked, ['refunded_after_all']],
    ['never sent, our marker', attempt('not_sent'), marked, ['refunded_after_all']],
    ['never sent, a rise', attempt('not_sent'), { refunded: 1 }, []],
    ['refunded by its answer, more than was paid', answered, { refunded: 12_051 }, ['unexplained_rise']],
    ['refunded by its answer, as reported', answered, { refunded: ours }, []],
    ['refunded by its answer, delivered twice', answered, { refunded: 2 * ours }, ['unexplained_rise']],
    ['refunded by its answer, a rise of others', answered, { refunded: ours + 500 }, ['news 2500']],
  ])('%s', (_, of, change, expected) => {
    expect(judge([of], change)).toEqual(expected)
  })

  it('expects the sum of our own later refunds, what an alarm reported, and what was news', () => {
    const risen = { kind: 'risen', at: 1, id: 'pay-1', currency: 'HKD', refunded: 2500 } as const
    const alarmed = { ...refused, ...told(700, 9) }
    expect([
      judge([refused, later(0)], { refunded: ours }),
      judge([refused, later(0)], { refunded: ours + 1 }),
      judge([alarmed], { refunded: 700 }),
      judge([answered], { refunded: 2500 }, [risen]),
      judge([answered], { refunded: 2501 }, [risen]),
    ]).toEqual([[], ['locked: moved_after_refusal'], [], [], ['news 2501']])
  })

  it('expects less once a person accepted less, and no longer locks by what the decision rested on', () => {
    const toZero = [lowered(ours, 0)]
    const decidedAtOurs = { ...notRefunded, ...told(ours) }
    expect([
      judge([answered], { refunded: 500 }, toZero),
      judge([decidedAtOurs], { refunded: ours - 1 }, toZero),
      judge([decidedAtOurs], { refunded: ours }, toZero),
      judge([decidedAtOurs], { refunded: ours + 1 }, toZero),
    ]).toEqual([
      ['news 500'],
      ['locked: moved_after_decision'],
      ['unexplained_rise'],
      ['locked: moved_after_decision'],
    ])
  })

  it('says nothing about a decision in another currency, whose sum nobody has reported', () => {
    const other = later(0, { intent: intent({ marker: laterMarker, currency: 'USD' }) })
    expect(judge([refused, other], { refunded: ours })).toEqual(['locked: moved_after_refusal'])
  })

  it('does not take a rise for a second delivery of what this till sent in another currency', () => {
    const inDollars = intent({ marker: laterMarker, currency: 'USD', amount: 500 })
    const other = later(0, { intent: inDollars, ...told(500) })
    expect(judge([answered, other], { refunded: ours + 500 })).toEqual(['news 2500'])
  })

  it('leaves a rise to the undecided attempt, but not our marker', () => {
    const undecided = attempt('unconfirmed', { intent: intent({ marker: laterMarker }) })
    expect([
      judge([refused, undecided], { refunded: ours }),
      judge([refused, undecided], { refunded: ours, remark: ownMarker }),
    ]).toEqual([[], ['locked: moved_after_refusal']])
  })

  it('reports our marker, and more than was paid, once', () => {
    const once = { alarm: 'refunded_after_all', at: 1, acknowledged: null } as const
    const open = { alarm: 'unexplained_rise', at: 1, acknowledged: null } as const
    const known = { ...open, acknowledged: { at: 1, by: 'Sam', note: 'x' } }
    const another = { alarm: 'could_not_be_watched', at: 1, acknowledged: null } as const
    expect([
      judge([{ ...ended(refused), alarms: [once] }], { remark: ownMarker }),
      judge([{ ...refused, alarms: [open] }], { refunded: 12_051 }),
      judge([{ ...refused, alarms: [known] }], { refunded: 12_051 }),
      judge([{ ...ended(refused), alarms: [another] }], { remark: ownMarker }),
      judge([{ ...refused, alarms: [another] }], { refunded: 12_051 }),
    ]).toEqual([[], [], ['unexplained_rise'], ['refunded_after_all'], ['unexplained_rise']])
  })

  it('takes a rise for another till’s only when the marker is new and not our own', () => {
    const rise = { refunded: ours + 1, remark: otherMarker }
    const known = { ...refused, seen: { ...refused.seen, markers: [otherMarker] } }
    const before = { ...refused, intent: intent({ before: snapshot({ remark: otherMarker }) }) }
    const oursToo = later(0, { intent: intent({ marker: otherMarker }) })
    expect([
      judge([known], rise),
      judge([before], rise),
      judge([refused, oursToo], rise),
      judge([refused], { refunded: 1, remark: `x ${otherMarker}` }),
      judge([known, { ...notRefunded, intent: intent({ marker: laterMarker }) }], rise),
    ]).toEqual(Array.from({ length: 5 }, () => ['locked: moved_after_refusal']))
    expect(judge([refused, later(0)], rise)).toEqual(['risen_by_another_till'])
  })
})

describe('a show', () => {
  it('counts for a watch, also where it says less, unless it is cached, contradicts itself or is another payment’s', () => {
    const plain = { cached: false, lowerFor: null }
    const shows = [
      isUsableForWatch(refused, snapshot(), plain),
      isUsableForWatch(refused, snapshot(), { ...plain, lowerFor: 0 }),
      isUsableForWatch(refused, snapshot(), { ...plain, cached: true }),
      isUsableForWatch(refused, snapshot({ refunded: null }), plain),
      isUsableForWatch(refused, snapshot({ refunded: 12_051 }), plain),
      isUsableForWatch(refused, snapshot({ id: 'pay-2' }), plain),
      isUsableForWatch(answered, snapshot(), plain),
    ]
    expect(shows).toEqual([true, true, false, false, false, false, false])
  })

  it('concerns the attempt that its remark names first', () => {
    const order = inOrderOfEvidence([refused, later(0)], snapshot({ remark: laterMarker }))
    expect(order.map(({ intent: { marker } }) => marker)).toEqual([laterMarker, ownMarker])
  })
})

const minute = 60_000
const hour = 60 * minute

/** A refund of ours of HK$20.00 on that base, with that line. */
const refunded = (base: number, refundedLine: number): Attempt =>
  attempt('refunded', {
    intent: intent({ base }),
    refundedLine,
    told: { line: refundedLine, refunded: base + 2000 },
  })

const inHkd = { ...base, currency: 'HKD' }
const returned = (refunded: number): PaymentEvent => ({ kind: 'lowering_returned', ...inHkd, refunded })
const numbered = (events: readonly PaymentEvent[], first = 1) =>
  events.map((event, index) => ({ line: first + index, event }))

const past = (attempts: readonly Attempt[], events: readonly PaymentEvent[] = []): Past => ({
  ...nothingPast,
  attempts,
  lines: numbered(events, 20),
})

it('a lower answer is asked about again after 1, 2, 10, 30 and 60 minutes, then every hour for three days', () => {
  const asked: number[] = []
  let last = 0
  for (let until = untilAskedAgain(last); until !== null; until = untilAskedAgain(last)) {
    last += until
    asked.push(last / minute)
  }
  expect([asked.slice(0, 7), asked.length, asked.at(-1)]).toEqual([[1, 2, 10, 30, 60, 120, 180], 76, 72 * 60])
})

it('what this till refunded counts with what was told as it was settled, whatever its base was', () => {
  const late = { ...refunded(0, 5), told: { line: 5, refunded: 7000 } }
  expect([leastByOwn(past([late]), 'HKD'), leastByOwn(past([refunded(500, 5)]), null)]).toEqual([7000, 2500])
})

describe('a lower sum', () => {
  const accept = (on: readonly Attempt[], lowerFor: number, lower = 0) =>
    mayAccept(past(on), { lower, lowerFor })

  it('may be accepted when every answer has said so for ten minutes', () => {
    expect([10 * minute - 1, 10 * minute].map((lowerFor) => accept([], lowerFor))).toEqual(['minutes', 'now'])
  })

  it('may not be accepted while an attempt on the payment is undecided, however long; a watched one does not prevent it', () => {
    expect([
      accept([attempt('unconfirmed')], 9 * hour),
      accept([attempt('refused', { watch: watch() })], 10 * minute),
    ]).toEqual(['attempt', 'now'])
  })

  it('needs an hour when it leaves out a refund of ours', () => {
    expect([
      accept([refunded(0, 5)], hour - 1),
      accept([refunded(0, 5)], hour),
      accept([refunded(0, 5)], 10 * minute, 2000),
    ]).toEqual(['hour', 'now', 'now'])
  })

  it('names those refunds, without those that an earlier lowering took back', () => {
    const later = { ...refunded(0, 30), intent: intent({ marker: 'R-LATER00000' }) }
    const both = [refunded(0, 10), later, attempt('refused')]
    const outcome = [missingRefunds(past(both), 500), missingRefunds(past(both, [lowered(2000, 0)]), 500)]
    expect(outcome).toEqual([[ownMarker, 'R-LATER00000'], ['R-LATER00000']])
  })

  it('can be accepted in the end', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5000), { maxLength: 5 }), fc.nat(12_050), (bases, lower) => {
        const on = bases.map((base, index) => refunded(base, index + 1))
        expect(accept(on, hour, lower)).toBe('now')
      }),
    )
  })
})

it('the last lowering is the newest', () => {
  const events = [lowered(900, 500), returned(900), lowered(500, 0), returned(500)]
  const outcome = [lastLowering(numbered(events)), lastLowering(numbered([returned(5)]))]
  expect(outcome).toEqual([{ line: 3, from: 500 }, null])
})

describe('the value that a lowering took back', () => {
  const again = (sum: number | null, on: readonly Attempt[] = [], since: readonly PaymentEvent[] = []) =>
    hasReturned(past(on, [lowered(2000, 0), ...since]), snapshot({ refunded: sum }))

  it('has come back when the service says it, or more', () => {
    expect([1999, 2000, 2001, null].map((sum) => again(sum))).toEqual([false, true, true, false])
  })

  it('has not come back where our own later refunds explain it', () => {
    const since = [refunded(0, 30)]
    const before = [refunded(0, 10)]
    expect([again(2000, since), again(2001, since), again(2000, before)]).toEqual([false, true, true])
  })

  it('counts once, and again only when it rises further', () => {
    const told = [returned(2000)]
    expect([again(2000, [], told), again(2001, [], told)]).toEqual([false, true])
  })

  it('is left to an undecided attempt, which may explain it and locks already', () => {
    expect(again(2000, [attempt('unconfirmed')])).toBe(false)
  })

  it('does not come back by an answer that contradicts itself, nor where nothing was taken back', () => {
    expect([again(12_051), hasReturned(nothingPast, snapshot({ refunded: 2000 }))]).toEqual([false, false])
  })
})
