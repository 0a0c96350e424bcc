import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  answeredBy,
  startOfDay as at,
  attempt,
  checked,
  decided,
  intent,
  lost,
  snapshot,
} from '../testing/refund-samples'
import type { AttemptEvent, Snapshot } from './attempt'
import { contradicts, isLower, raise, saidByEvent, soundRefunded } from './evidence'

describe('the high-water value', () => {
  it('is the highest sum of any answer, all that was paid too, and where the amount cannot be read', () => {
    const answers = [
      raise(null, snapshot({ refunded: 500 })),
      raise(500, snapshot({ refunded: 700 })),
      raise(500, snapshot({ refunded: 300 })),
      raise(500, snapshot({ refunded: 12_050 })),
      raise(500, snapshot({ refunded: 700, amount: null })),
    ]
    expect(answers).toEqual([500, 700, 500, 12_050, 700])
  })

  it('is not raised by an answer that contradicts itself or what is known', () => {
    const changes = [
      { refunded: null },
      { refunded: -1 },
      { refunded: 12_051 },
      { refunded: 700, currency: '' },
      { refunded: 700, currency: 'USD' },
    ]
    const odd = changes.map((change) => snapshot(change))
    expect(odd.map((each) => soundRefunded(each, 'HKD'))).toEqual(odd.map(() => null))
    expect(odd.map((each) => contradicts(each, null))).toEqual([true, true, true, true, false])
    expect(odd.map((each) => [raise(500, each), raise(null, each)])).toEqual([
      ...odd.slice(1).map(() => [500, null]),
      [700, 700],
    ])
  })

  it('is raised by a person’s "refunded" to base + amount, and by no other decision beyond what was shown', () => {
    const of = intent({ base: 300 })
    const raised = [
      saidByEvent(decided('refunded', at, { refunded: 300 }), of),
      saidByEvent(decided('refunded', at, { refunded: 2500 }), of),
      saidByEvent(decided('not_refunded', at, { refunded: 300 }), of),
    ]
    expect(raised).toEqual([2300, 2500, 300])
  })

  it('is what a line says of its payment, and not of another payment’s record', () => {
    const record = (change: Partial<Snapshot>): AttemptEvent =>
      answeredBy({ kind: 'record', httpStatus: 200, snapshot: snapshot(change) }, 'refunded')
    const alarmed = (change: Partial<Snapshot>): AttemptEvent => ({
      kind: 'alarmed',
      at,
      alarm: 'unexplained_rise',
      snapshot: snapshot(change),
      raw: '',
    })
    const events: readonly AttemptEvent[] = [
      { kind: 'sending', at, intent: intent({ base: 900, before: snapshot({ refunded: 800 }) }) },
      record({ refunded: 700 }),
      checked(snapshot({ refunded: 700 }), 'unconfirmed'),
      alarmed({ refunded: 700 }),
      { kind: 'watched', at, refunded: 700 },
      record({ id: 'pay-2', refunded: 700 }),
      checked(snapshot({ id: 'pay-2', refunded: 700 }), 'unconfirmed'),
      answeredBy(lost, 'unconfirmed'),
      alarmed({ id: 'pay-2', refunded: 700 }),
      { kind: 'taken_over', at, attempt: attempt('refunded') },
    ]
    const raised = events.map((event) => {
      const of = event.kind === 'sending' ? event.intent : intent()
      return saidByEvent(event, of)
    })
    expect(raised).toEqual([900, 700, 700, 700, 700, null, null, null, null, null])
  })
})

it('an answer is lower when it says that less was refunded, and not when it cannot be read or nothing is known', () => {
  const lower = [499, 500, null].map((refunded) => isLower(500, snapshot({ refunded })))
  expect([lower, isLower(null, snapshot())]).toEqual([[true, false, false], false])
})

const anySnapshot = fc
  .record({
    refunded: fc.option(fc.integer({ min: -100, max: 20_000 }), { nil: null }),
    amount: fc.constantFrom(12_050, 100, null),
    currency: fc.constantFrom('HKD', 'USD', ''),
  })
  .map((change) => snapshot(change))

describe('any answers', () => {
  it('never lower the value, and none is lower than itself', () => {
    fc.assert(
      fc.property(fc.array(anySnapshot, { maxLength: 30 }), (answers) => {
        let before: number | null = null
        for (const answer of answers) {
          const now: number | null = raise(before, answer)
          expect(now ?? 0).toBeGreaterThanOrEqual(before ?? 0)
          if (!contradicts(answer, null) && before === null) expect(isLower(now, answer)).toBe(false)
          before = now
        }
      }),
    )
  })

  it('give the same value in whatever order they came', () => {
    fc.assert(
      fc.property(fc.array(anySnapshot, { maxLength: 10 }), (answers) => {
        const fold = (all: readonly Snapshot[]) =>
          all.reduce<number | null>((before, answer) => raise(before, answer), null)
        expect(fold([...answers].reverse())).toEqual(fold(answers))
      }),
    )
  })
})
