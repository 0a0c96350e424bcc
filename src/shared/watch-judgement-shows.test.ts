import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attempt, AttemptEvent, Snapshot } from './attempt'
import { advance, isUndecided } from './refund'
import { runs } from './testing/property-size'
import { decision, intent, otherMarker, ownMarker, seen, snapshot } from './testing/refund-samples'
import { ended, laterMarker, nothing, notRefunded, ours, refunded, refused } from './testing/watched-samples'
import { inOrderOfEvidence, judgeWatched } from './watch-judgement'

/** Writes down what a show means for every attempt of a payment, as the refund service does. */
function observe(all: readonly Attempt[], now: Snapshot, line: number): readonly Attempt[] {
  let attempts = all
  for (const { intent } of inOrderOfEvidence(all, now)) {
    const each = attempts.find((one) => one.intent.marker === intent.marker)
    const judged = each === undefined ? nothing : judgeWatched(each, now, attempts, 0)
    if (each === undefined || judged.kind === 'nothing') continue
    const event: AttemptEvent =
      judged.kind === 'moved'
        ? { kind: 'checked', at: line, check: seen(now), verdict: judged.verdict, raw: '' }
        : { kind: 'alarmed', at: line, alarm: judged.alarm, snapshot: now, raw: '' }
    const step = advance(each, event, line)
    if (!step.ok) throw new Error('The judgement cannot follow')
    attempts = attempts.map((one) => (one === each ? step.value : one))
  }
  return attempts
}

function decide(of: Attempt, to: 'refunded' | 'not_refunded', sum: number, line: number): Attempt {
  const step = advance(of, { kind: 'decided', at: line, decision: decision(to, { refunded: sum }) }, line)
  if (!step.ok) throw new Error('The decision cannot follow')
  return step.value
}

const anySum = fc.oneof(fc.constantFrom(0, 1, ours, ours + 1, 2 * ours), fc.nat(12_050))
const anyRemark = fc.constantFrom('', ownMarker, otherMarker, laterMarker, 'x')
const settled = fc.constantFrom(
  refused,
  notRefunded,
  refunded,
  ended(refused),
  ended(notRefunded),
  ended(refunded),
)
const pair = fc
  .tuple(settled, settled)
  .map(([one, other]) => [one, { ...other, intent: intent({ marker: laterMarker }) }] as const)

describe('any show of any watched payment', () => {
  it('is told once: the same show again writes nothing', () => {
    fc.assert(
      fc.property(pair, anySum, anyRemark, (attempts, refunded, remark) => {
        const now = snapshot({ refunded, remark })
        const told = observe(attempts, now, 20)
        expect(observe(told, now, 21)).toEqual(told)
      }),
      { numRuns: runs(2000) },
    )
  })

  it('never locks again by the evidence that a person decided on, whatever he decides', () => {
    const choices = fc.constantFrom('refunded' as const, 'not_refunded' as const)
    fc.assert(
      fc.property(pair, anySum, anyRemark, choices, (attempts, refunded, remark, to) => {
        const now = snapshot({ refunded, remark })
        const all = observe(attempts, now, 20).map((each, index) =>
          isUndecided(each.state) ? decide(each, to, refunded, 30 + index) : each,
        )
        const again = observe(all, now, 40)
        expect(again.filter(({ state }) => isUndecided(state))).toEqual([])
      }),
      { numRuns: runs(2000) },
    )
  })

  it('ends in an alarm when it rose beyond what was seen and what is ours', () => {
    fc.assert(
      fc.property(settled, anyRemark, fc.integer({ min: 1, max: 5000 }), (of, remark, more) => {
        const known = of.state === 'refunded' ? ours : 0
        const [told] = observe([of], snapshot({ refunded: known + more, remark }), 20)
        expect(told?.alarms).toHaveLength(1)
      }),
    )
  })
})
