import { describe, expect, it } from 'vitest'
import type { ShownTransaction } from '../../shared/contract'
import type { Lock } from '../../shared/payment-standing'
import type { CodeKind } from '../../shared/scan-code'
import type { CopyByCode } from '../copies/saved-copies'
import { aCopyRecord, thisTill } from '../copies/testing/copy-samples'
import { makeShowSaved } from './show-saved'
import { makeShownLookups } from './shown-lookups'
import { lockedBy } from './testing/an-attempt'

const counterWindow = 1
const copy: CopyByCode = { record: aCopyRecord('1'), savedAt: Date.UTC(2026, 10, 21, 9), kind: 'custom_id' }

function setUp(found: CopyByCode | null, meanwhile: () => void = () => {}, lock: Lock | null = null) {
  const asked: (readonly [readonly CodeKind[], string])[] = []
  const raised: string[] = []
  let pass: () => void = () => undefined
  const turn = new Promise<void>((resolve) => {
    pass = resolve
  })
  const shownLookups = makeShownLookups()
  const showSaved = makeShowSaved({
    copies: {
      find: async (kinds, code) => {
        asked.push([kinds, code])
        meanwhile()
        return found
      },
      viewerOf: () => thisTill,
    },
    refundService: {
      raiseFromCopy: ({ record, serviceAddress, savedAt }) =>
        raised.push(`${record.id} of ${serviceAddress}, ${savedAt}`),
      staleOn: () => null,
      lockOn: (id) => (id === copy.record.id ? lock : null),
    },
    shownLookups,
    storeNames: { storeOf: () => ({ id: 'st-1', name: 'Harbour Road' }), ready: async () => undefined },
    nameOf: (address) => `name of ${address}`,
    nextTurn: () => turn,
  })
  shownLookups.begin(counterWindow, 1)
  const show = () => showSaved(counterWindow, { lookup: 1, code: ' custom-1\r', match: 'automatic' })
  const answered = async () => {
    pass()
    await turn
  }
  return { show, asked, raised, answered, shownLookups }
}

const shown: ShownTransaction = {
  lookup: 1,
  record: copy.record,
  store: { id: 'st-1', name: 'Harbour Road' },
  foundBy: 'custom_id',
  code: 'custom-1',
  source: 'saved',
  at: '2026-11-21T09:00:00.000Z',
  lock: null,
  stale: null,
}

describe('the saved copy of a lookup', () => {
  it('is shown marked as saved, and is what main knows to be on screen', async () => {
    const { show, asked, shownLookups } = setUp(copy)
    expect([await show(), shownLookups.shownIn(counterWindow, 1), asked]).toEqual([
      shown,
      shown,
      [[['transaction_id', 'custom_id', 'internal_id'], 'custom-1']],
    ])
  })

  it('shows the lock of an undecided refund', async () => {
    const lock = lockedBy('internal-1')
    const { show } = setUp(copy, () => {}, lock)
    expect((await show())?.lock).toEqual(lock)
  })

  it('raises the high-water value by what was saved when, once it has been answered: the journal’s disk keeps no cashier waiting', async () => {
    const { show, raised, answered } = setUp(copy)
    await show()
    expect(raised).toEqual([])
    await answered()
    expect(raised).toEqual([`internal-1 of name of ${thisTill.address}, ${copy.savedAt}`])
  })

  it('is none when nothing is saved', async () => {
    const { show, raised, answered } = setUp(null)
    const none = await show()
    await answered()
    expect([none, raised]).toEqual([null, []])
  })

  it('never takes the place of an answer that was quicker', async () => {
    const answer = { ...shown, source: 'service' } as const
    const parts = setUp(copy, () => parts.shownLookups.show(counterWindow, answer))
    expect([await parts.show(), parts.shownLookups.shownIn(counterWindow, 1)]).toEqual([null, answer])
  })

  it('is not shown once a newer lookup has begun', async () => {
    const parts = setUp(copy, () => parts.shownLookups.begin(counterWindow, 2))
    expect([await parts.show(), parts.shownLookups.shownIn(counterWindow, 2)]).toEqual([null, null])
  })
})
