import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AttemptEvent, Snapshot } from './attempt'
import { comparableTime, contradicts, raise, raiseByEvent, raiseTo, staleness } from './high-water'
import type { HighWater } from './journal-events'
import {
  answeredBy,
  startOfDay as at,
  attempt,
  checked,
  decided,
  intent,
  lost,
  noRecord,
  seen,
  snapshot,
} from './testing/refund-samples'

const time = '2026-11-20 18:00:00'
const level = (refunded: number, updatedAt = time): HighWater => ({ refunded, updatedAt })

/** Times as services write them that are not as documented. */
const oddTimes = [
  '',
  '11/21/2026',
  '2026-11-20T18:00:00',
  '2026-11-20 9:59:58',
  '2026-11-20 18:00:00.5',
  '2026-11-20 18:00:00Z',
  ' 2026-11-20 18:00:00',
  '2026-11-20 24:00:00',
  '2026-13-20 18:00:00',
  '2026-11-32 18:00:00',
  '2026-11-20 18:60:00',
  '0000-00-00 00:00:00',
  '２０２６-11-20 18:00:00',
  '9999',
  'yesterday',
]

describe('the high-water value', () => {
  it('is the highest sum and the newest time of any answer', () => {
    const answers = [
      raise(null, snapshot({ refunded: 500 })),
      raise(level(500), snapshot({ refunded: 700, updatedAt: '2026-11-21 00:00:00' })),
      raise(level(500), snapshot({ refunded: 300, updatedAt: '2026-11-21 00:00:00' })),
      raise(level(500), snapshot({ refunded: 700, updatedAt: '2026-11-19 00:00:00' })),
    ]
    expect(answers).toEqual([
      level(500),
      level(700, '2026-11-21 00:00:00'),
      level(500, '2026-11-21 00:00:00'),
      level(700),
    ])
  })

  it('is not raised by an answer that contradicts itself or what is known', () => {
    const changes = [
      { refunded: null },
      { refunded: -1 },
      { refunded: 12_051 },
      { refunded: 700, currency: '' },
      { refunded: 700, currency: 'USD' },
    ]
    const odd = changes.map((change) => snapshot({ updatedAt: '2030-01-01 00:00:00', ...change }))
    expect(odd.map((each) => [raise(level(500), each, 'HKD'), raise(null, each, 'HKD')])).toEqual(
      odd.map(() => [level(500), null]),
    )
    expect(odd.map((each) => contradicts(each, null))).toEqual([true, true, true, true, false])
  })

  it('is raised by a payment that is wholly refunded', () => {
    expect(raise(level(500), snapshot({ refunded: 12_050 }))).toEqual(level(12_050))
  })

  it('is raised by an answer whose amount cannot be read: it says how much was refunded', () => {
    expect(raise(level(500), snapshot({ refunded: 700, amount: null }))).toEqual(level(700))
  })

  it.each(oddTimes)('takes no time from %j', (updatedAt) => {
    expect([comparableTime.test(updatedAt), raise(level(0, ''), snapshot({ updatedAt }))?.updatedAt]).toEqual(
      [false, ''],
    )
  })

  it('is raised by a person’s "refunded" to the base and the amount, and by no other word beyond what was shown', () => {
    const of = intent({ base: 300 })
    const raised = [
      raiseByEvent(level(300), decided('refunded', at, { refunded: 300 }), of),
      raiseByEvent(level(300), decided('refunded', at, { refunded: 2500 }), of),
      raiseByEvent(level(300), decided('not_refunded', at, { refunded: 300 }), of),
    ]
    expect(raised).toEqual([level(2300), level(2500), level(300)])
  })

  it('is never below what any line says of its payment, nor raised by another’s record', () => {
    const record = (change: Partial<Snapshot>): AttemptEvent =>
      answeredBy({ kind: 'record', httpStatus: 200, snapshot: snapshot(change) }, 'refunded')
    const alarmed = (change: Partial<Snapshot> | null): AttemptEvent => ({
      kind: 'alarmed',
      at,
      alarm: 'unexplained_rise',
      snapshot: change === null ? null : snapshot(change),
      raw: '',
    })
    const events: readonly AttemptEvent[] = [
      { kind: 'sending', at, intent: intent({ base: 900, before: snapshot({ refunded: 800 }) }) },
      record({ refunded: 700 }),
      checked(seen({ refunded: 700 }), 'unconfirmed'),
      alarmed({ refunded: 700 }),
      { kind: 'watched', at, refunded: 700 },
      record({ id: 'pay-2', refunded: 700 }),
      checked(seen({ id: 'pay-2', refunded: 700 }), 'unconfirmed'),
      answeredBy(lost, 'unconfirmed'),
      checked(noRecord, 'unconfirmed'),
      alarmed(null),
      { kind: 'watched', at, refunded: null },
      { kind: 'taken_over', at, attempt: attempt('refunded') },
    ]
    const raised = events.map((event) => {
      const of = event.kind === 'sending' ? event.intent : intent()
      return raiseByEvent(level(500), event, of)?.refunded
    })
    expect(raised).toEqual([900, 700, 700, 700, 700, 500, 500, 500, 500, 500, 500, 500])
  })
})

describe('an answer is stale', () => {
  it('when it says that less was refunded, or is of an older time', () => {
    const kinds = [
      staleness(level(500), snapshot({ refunded: 499 })),
      staleness(level(500), snapshot({ refunded: 500, updatedAt: '2026-11-20 17:59:59' })),
      staleness(level(500), snapshot({ refunded: 499, updatedAt: '2026-11-20 17:59:59' })),
      staleness(level(500), snapshot({ refunded: 500 })),
      staleness(level(500), snapshot({ refunded: null })),
      staleness(null, snapshot()),
    ]
    expect(kinds).toEqual(['refunded', 'time', 'refunded', null, null, null])
  })

  it.each(oddTimes)('never by a time such as %j', (updatedAt) => {
    expect(staleness(level(0, '9999-12-31 23:59:59'), snapshot({ updatedAt }))).toBeNull()
  })

  it('never by any time where none is known', () => {
    expect(staleness(level(0, ''), snapshot({ updatedAt: '0001-01-01 00:00:00' }))).toBeNull()
  })
})

const anyText = fc.oneof(
  fc.constantFrom(...oddTimes, time, '9999-12-31 23:59:59'),
  fc.string({ maxLength: 20 }),
)
const anySnapshot = fc
  .record({
    refunded: fc.option(fc.integer({ min: -100, max: 20_000 }), { nil: null }),
    amount: fc.constantFrom(12_050, 100, null),
    currency: fc.constantFrom('HKD', 'USD', ''),
    updatedAt: anyText,
  })
  .map((change) => snapshot(change))

describe('any answers', () => {
  it('never lower the value, and no answer is stale against itself', () => {
    fc.assert(
      fc.property(fc.array(anySnapshot, { maxLength: 30 }), (answers) => {
        let before: HighWater | null = null
        for (const answer of answers) {
          const now: HighWater | null = raise(before, answer, 'HKD')
          expect(now?.refunded ?? 0).toBeGreaterThanOrEqual(before?.refunded ?? 0)
          expect((now?.updatedAt ?? '') >= (before?.updatedAt ?? '')).toBe(true)
          if (!contradicts(answer, 'HKD') && before === null) expect(staleness(now, answer)).toBeNull()
          before = now
        }
      }),
    )
  })

  it('give the same value in whatever order they came', () => {
    fc.assert(
      fc.property(fc.array(anySnapshot, { maxLength: 10 }), (answers) => {
        const fold = (all: readonly Snapshot[]) =>
          all.reduce<HighWater | null>((before, answer) => raise(before, answer), null)
        expect(fold([...answers].reverse())).toEqual(fold(answers))
      }),
    )
  })

  it('are never compared by a time that is not as documented', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 25 }), fc.nat(12_050), (updatedAt, refunded) => {
        fc.pre(!comparableTime.test(updatedAt))
        const now = snapshot({ updatedAt, refunded })
        expect(staleness(level(refunded, '9999-12-31 23:59:59'), now)).toBeNull()
        expect(raise(level(0, ''), now)?.updatedAt).toBe('')
      }),
    )
  })
})

describe('somebody’s word', () => {
  it('never lowers the value and says nothing of a time', () => {
    expect([raiseTo(null, 500), raiseTo(level(700), 500), raiseTo(level(300), 500)]).toEqual([
      level(500, ''),
      level(700),
      level(500),
    ])
  })
})
