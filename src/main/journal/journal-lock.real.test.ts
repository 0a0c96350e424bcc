import { describe, expect, it } from 'vitest'
import {
  answeredBy,
  checked,
  decided,
  lost,
  otherMarker,
  ownMarker,
  refusal,
  snapshot,
  startOfDay,
} from '../../shared/testing/refund-samples'
import { lockHash } from './journal-line'
import { openLocks } from './segment'
import { journalForEachTest } from './testing/journal-for-each-test'
import { thirdMarker } from './testing/journal-story'

const at = startOfDay
const own = 'pay-1'

const till = journalForEachTest()
const { begin } = till

function loseOne(marker = ownMarker): void {
  expect(begin(marker)).toBe('sending')
  expect(till.journal.append(marker, answeredBy(lost, 'unconfirmed')).ok).toBe(true)
}

const lockedBy = () => {
  const lock = till.journal.lockOn(own)
  return lock !== null && 'intent' in lock ? lock.intent.marker : (lock?.event.kind ?? null)
}

describe('the lock of a payment', () => {
  it('passes to the waiting attempt when its holder is settled, and no new refund gets in between', () => {
    expect(begin(ownMarker)).toBe('sending')
    for (const event of [answeredBy(refusal, 'refusal_seen'), checked(snapshot(), 'refused')]) {
      expect(till.journal.append(ownMarker, event).ok).toBe(true)
    }
    loseOne(otherMarker)
    // The refused one moved after all: it is undecided again, behind the other.
    expect(till.journal.append(ownMarker, checked(snapshot({ refunded: 2000 }), 'unconfirmed')).ok).toBe(true)
    expect(lockedBy()).toBe(ownMarker)
    expect(till.journal.append(otherMarker, decided('not_refunded')).ok).toBe(true)
    expect([lockedBy(), begin(thirdMarker, { base: 2000 })]).toEqual([ownMarker, 'locked'])
    expect(till.journal.append(ownMarker, decided('not_refunded', at, { refunded: 2000 })).ok).toBe(true)
    expect([lockedBy(), begin(thirdMarker, { base: 2000 })]).toEqual([null, 'sending'])
  })
})

describe('a lock without an attempt', () => {
  it('is made by a refund of an earlier journal that cannot be opened, until a person releases it', () => {
    const lock = lockHash('pay-1').slice(0, 16)
    // By a clock that is set back afterwards: what locks is told in the order of its lines.
    const unread = { kind: 'locked_unread', at: at + 5, lock, marker: 'R-ZZZZZZZZZZ' } as const
    const made = till.journal.appendPayment(unread)
    const before = [lockedBy(), begin(ownMarker), begin(ownMarker, { id: 'pay-2' })]
    const line = made.ok ? made.value : 0
    expect([before, openLocks(till.journal.standing())]).toEqual([
      ['locked_unread', 'locked', 'sending'],
      [
        { locks: true, marker: 'R-ZZZZZZZZZZ', lock },
        { locks: true, marker: ownMarker, lock: lockHash('pay-2').slice(0, 16) },
      ],
    ])
    const release = { kind: 'released', at, line, supervisor: 'Sam', saw: 'x', why: 'y' } as const
    const released = till.journal.appendPayment(release)
    expect([released.ok, lockedBy(), begin(otherMarker)]).toEqual([true, null, 'sending'])
  })
})
