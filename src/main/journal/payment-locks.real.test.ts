import { describe, expect, it } from 'vitest'
import { otherMarker, ownMarker, snapshot, startOfDay } from '../../shared/testing/refund-samples'
import { lockHash } from './journal-line'
import { openLocks } from './segment'
import { journalForEachTest } from './testing/journal-for-each-test'

const at = startOfDay
const own = 'pay-1'

const till = journalForEachTest()
const { begin } = till

const lockedBy = () => {
  const lock = till.journal.lockOn(own)
  return lock !== null && 'intent' in lock ? lock.intent.marker : (lock?.event.kind ?? null)
}

describe('a lock without an attempt', () => {
  it('is made by a refund of an earlier journal that cannot be opened, until a person releases it', () => {
    const lock = lockHash('pay-1').slice(0, 16)
    const made = till.journal.appendPayment({
      kind: 'locked_unread',
      // By a clock that is set back afterwards: what locks is told in the order of its lines.
      at: at + 5,
      lock,
      marker: 'R-ZZZZZZZZZZ',
    })
    const before = [lockedBy(), begin(ownMarker), begin(ownMarker, { id: 'pay-2' })]
    const line = made.ok ? made.value : 0
    expect([before, openLocks(till.journal.standing())]).toEqual([
      ['locked_unread', 'locked', 'sending'],
      [
        { locks: true, marker: 'R-ZZZZZZZZZZ', lock },
        { locks: true, marker: ownMarker, lock: lockHash('pay-2').slice(0, 16) },
      ],
    ])
    const released = till.journal.appendPayment({
      kind: 'released',
      at,
      line,
      supervisor: 'Sam',
      saw: 'x',
      why: 'y',
    })
    expect([released.ok, lockedBy(), begin(otherMarker)]).toEqual([true, null, 'sending'])
  })

  it('is made by a lowering that returned', () => {
    till.journal.raiseHighWater(snapshot({ refunded: 500 }))
    const returned = { kind: 'lowering_returned', at, id: 'pay-1', currency: 'HKD', refunded: 900 } as const
    expect(till.journal.appendPayment(returned).ok).toBe(true)
    const result = [lockedBy(), begin(ownMarker), till.journal.highWater(own)]
    expect(result).toEqual(['lowering_returned', 'locked', 900])
  })
})
