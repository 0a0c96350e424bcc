import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { intent, otherMarker, ownMarker, snapshot, startOfDay } from '../../shared/testing/refund-samples'
import { lockHash } from './journal-line'
import type { Journal } from './journal-types'
import { type JournalPlace, makeJournalPlace } from './testing/journal-place'
import { paymentOf } from './testing/journal-story'

const at = startOfDay
const own = paymentOf('pay-1')

let place: JournalPlace
let journal: Journal

beforeEach(async () => {
  place = makeJournalPlace(() => at)
  await place.create()
  journal = await place.openWell()
})
afterEach(() => {
  journal.close()
  place.remove()
})

function begin(marker: string, change: Parameters<typeof intent>[0] = {}): string {
  const begun = journal.append(marker, { kind: 'intended', at, intent: intent({ marker, ...change }) })
  return begun.ok ? begun.value.state : begun.fault.kind
}

const lockedBy = () => {
  const lock = journal.lockOn(own)
  return lock !== null && 'intent' in lock ? lock.intent.marker : (lock?.kind ?? null)
}

describe('a lock that no attempt holds', () => {
  it('is made by a refund of an earlier journal that cannot be opened, until a person releases it', () => {
    const lock = lockHash(2, 'pay-1').slice(0, 16)
    const made = journal.appendPayment({
      kind: 'locked_unread',
      at,
      lock,
      marker: 'R-ZZZZZZZZZZ',
      since: at - 5,
      services: 3,
    })
    const before = [lockedBy(), begin(ownMarker), begin(ownMarker, { id: 'pay-2' })]
    const line = made.ok ? made.value : 0
    expect([before, journal.openLocks()]).toEqual([
      ['unread', 'locked', 'intended'],
      [
        { marker: ownMarker, at, service: 1, lock: lockHash(1, 'pay-2') },
        { marker: 'R-ZZZZZZZZZZ', at: at - 5, service: 3, lock },
      ],
    ])
    const released = journal.appendPayment({
      kind: 'released',
      at,
      line,
      supervisor: 'Sam',
      saw: 'x',
      why: 'y',
    })
    expect([released.ok, lockedBy(), begin(otherMarker)]).toEqual([true, null, 'intended'])
    expect(journal.paymentLines(own).map(({ event }) => event.kind)).toEqual(['locked_unread', 'released'])
    expect(journal.paymentLines(paymentOf('pay-2'))).toEqual([])
    expect(journal.verifyPayment(own).ok).toBe(true)
  })

  it('is made by a lowering that returned', () => {
    journal.raiseHighWater(1, snapshot({ refunded: 500 }))
    const returned = { kind: 'lowering_returned', at, service: 1, id: 'pay-1', refunded: 900 } as const
    expect(journal.appendPayment(returned).ok).toBe(true)
    expect([lockedBy(), begin(ownMarker), journal.highWater(own)?.refunded]).toEqual([
      'lowering_returned',
      'locked',
      900,
    ])
  })
})
