import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Lock } from '../../shared/attempt/payment-standing'
import { fail } from '../../shared/base/result'
import type { ShownTransaction } from '../../shared/contract/contract'
import type { CodeKind } from '../../shared/payment/codes'
import { lookupId } from '../../shared/testing/lookup-id'
import { aShownRecord } from '../../shared/testing/record-sample'
import type { CopyByCode } from '../copies/saved-copies'
import { aCopyRecord, thisTill } from '../copies/testing/copy-samples'
import { makeLookUp, makeShownLookups } from './look-up'
import { lockedBy } from './testing/an-attempt'

const copy: CopyByCode = {
  record: aCopyRecord('1'),
  savedAt: Date.UTC(2026, 10, 21, 9),
  kind: 'custom_id',
  origin: { ...thisTill, forgotten: 0 },
}

function setUp(found: CopyByCode | null, meanwhile: () => void = () => {}, lock: Lock | null = null) {
  const asked: (readonly [readonly CodeKind[], string])[] = []
  const raised: string[] = []
  const raisedBefore: string[] = []
  const pushed: ShownTransaction[] = []
  const logged: string[] = []
  const shownLookups = makeShownLookups()
  const lookUp = makeLookUp({
    // A fault that the copy outlives, so that it is waited for.
    payments: { show: async () => fail({ kind: 'not_connected', reason: 'refused', detail: '' }) },
    recent: { add: () => undefined },
    now: () => new Date(0),
    copies: {
      find: async (kinds, code) => {
        asked.push([kinds, code])
        meanwhile()
        return found
      },
    },
    refundService: {
      observe: () => undefined,
      raiseFromCopy: ({ record, savedAt }) => raised.push(`${record.id}, ${savedAt}`),
      standingOf: (id) => ({ id, lock: id === copy.record.id ? lock : null, stale: null }),
    },
    shownLookups,
    practice: { nameOf: (address) => `name of ${address}` },
    copyFound: (copyShown) => {
      pushed.push(copyShown)
      raisedBefore.push(...raised)
    },
    log: {
      error: (message) => {
        logged.push(message)
        return 'E-00FF00'
      },
    },
  })
  /** Returns what was pushed. */
  const show = async () => {
    await lookUp({ lookup: lookupId(1), code: 'custom-1', match: 'automatic', typed: false })
    return pushed.at(-1) ?? null
  }
  return { show, asked, raised, raisedBefore, logged, shownLookups }
}

const shown = aShownRecord({
  ...{ record: copy.record, service: `name of ${thisTill.address}`, foundBy: 'custom_id', code: 'custom-1' },
  ...{ source: 'saved', at: '2026-11-21T09:00:00.000Z' },
})

describe('the saved copy of a lookup', () => {
  it('is shown marked as saved, and is what main knows to be on screen', async () => {
    const { show, asked, shownLookups } = setUp(copy)
    const result = [await show(), shownLookups.shownFor(lookupId(1)), asked]
    expect(result).toEqual([shown, shown, [[['transaction_id', 'custom_id', 'internal_id'], 'custom-1']]])
  })

  it('shows the lock of an undecided refund', async () => {
    const lock = lockedBy('internal-1')
    const { show } = setUp(copy, () => {}, lock)
    expect((await show())?.lock).toEqual(lock)
  })

  it('raises the high-water value by what was saved when, once it has been answered: the journal’s disk keeps no cashier waiting', async () => {
    const { show, raised, raisedBefore } = setUp(copy)
    await show()
    await nextTurn()
    expect([raisedBefore, raised]).toEqual([[], [`internal-1, ${copy.savedAt}`]])
  })

  it('is none when nothing is saved', async () => {
    const { show, raised } = setUp(null)
    expect([await show(), raised]).toEqual([null, []])
  })

  it('never takes the place of an answer that was quicker', async () => {
    const answer = { ...shown, source: 'service' } as const
    const parts = setUp(copy, () => parts.shownLookups.show(answer))
    expect([await parts.show(), parts.shownLookups.shownFor(lookupId(1))]).toEqual([null, answer])
  })

  it('is not shown once a newer lookup has begun', async () => {
    const parts = setUp(copy, () => parts.shownLookups.begin(lookupId(2)))
    expect([await parts.show(), parts.shownLookups.shownFor(lookupId(2))]).toEqual([null, null])
  })

  it('is none when reading it failed, which the log tells: the lookup goes on without it', async () => {
    const { show, logged } = setUp(copy, () => {
      throw new Error('broken')
    })
    expect([await show(), logged]).toEqual([null, ['A saved copy could not be shown.']])
  })
})
