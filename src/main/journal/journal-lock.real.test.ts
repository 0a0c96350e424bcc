import { describe, expect, it } from 'vitest'
import {
  answeredBy,
  checked,
  decided,
  lost,
  otherMarker,
  ownMarker,
  refusal,
  seen,
  startOfDay,
} from '../../shared/testing/refund-samples'
import { journalForEachTest } from './testing/journal-for-each-test'
import { thirdMarker, writeStory } from './testing/journal-story'

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
    for (const event of [answeredBy(refusal, 'refusal_seen'), checked(seen(), 'refused')]) {
      expect(till.journal.append(ownMarker, event).ok).toBe(true)
    }
    loseOne(otherMarker)
    // The refused one moved after all: it is undecided again, behind the other.
    expect(till.journal.append(ownMarker, checked(seen({ refunded: 2000 }), 'unconfirmed')).ok).toBe(true)
    expect(lockedBy()).toBe(ownMarker)
    expect(till.journal.append(otherMarker, decided('not_refunded')).ok).toBe(true)
    expect([lockedBy(), begin(thirdMarker, { base: 2000 })]).toEqual([ownMarker, 'locked'])
    expect(till.journal.append(ownMarker, decided('not_refunded', at, { refunded: 2000 })).ok).toBe(true)
    expect([lockedBy(), begin(thirdMarker, { base: 2000 })]).toEqual([null, 'sending'])
  })

  it('keeps one chain: a second program that goes on with the same journal stops the first', async () => {
    loseOne()
    const second = await till.place.openWell()
    writeStory(second, [{ till: { kind: 'acted', at, by: null, act: { act: 'copies_forgotten' } } }])
    second.close()
    expect([begin(otherMarker, { id: 'pay-2' }), begin(thirdMarker, { id: 'pay-3' })]).toEqual([
      'unwritable',
      'unwritable',
    ])
  })
})
