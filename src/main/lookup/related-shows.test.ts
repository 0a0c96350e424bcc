import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/base/result'
import { type RelatedKind, relatedKinds } from '../../shared/payment/codes'
import { lookupId } from '../../shared/testing/lookup-id'
import type { SavedRelated } from '../copies/rows'
import { at, away, lines, refused, relatedDeps, reply, shown } from './testing/related-deps'

const fromService = (kind: RelatedKind) => succeed({ kind, ...lines('live'), source: 'service', at })
const savedThen: SavedRelated = { lines: lines('then'), savedAt: Date.UTC(2026, 10, 20) }
const fromCopy = (kind: RelatedKind) =>
  succeed({ kind, ...lines('then'), source: 'saved', at: '2026-11-20T00:00:00.000Z' })

describe('a related record of the receipt on screen', () => {
  it.each(relatedKinds)('is asked for with the code and kind that found the record: %s', async (kind) => {
    const { show, find, asked, observed, shownLookups } = relatedDeps(() => reply({ refunded: 500 }))
    show()
    expect([await find(kind), asked]).toEqual([fromService(kind), [`${kind} of custom_id custom-1`]])
    // Observed as a fresh show, and never shown.
    expect([observed.map(({ refunded }) => refunded), shownLookups.shownFor(lookupId(1))]).toEqual([
      [500],
      shown,
    ])
  })

  it('is asked for once, however often More is opened, and anew with the next lookup', async () => {
    const { show, find, asked } = relatedDeps()
    show()
    await Promise.all([find(), find()])
    await find()
    const once = asked.length
    show({ ...shown, lookup: lookupId(2) })
    await find('user', 2)
    expect([once, asked.length]).toEqual([1, 2])
  })

  it('is asked for once where the service refuses, and again where only the line was away', async () => {
    const faults = [refused, away]
    const outcomes = await Promise.all(
      faults.map(async (fault) => {
        const { show, find, asked } = relatedDeps(() => fail(fault))
        show()
        return [await find(), await find(), asked.length]
      }),
    )
    expect(outcomes).toEqual([
      [fail(refused), fail(refused), 1],
      [fail(away), fail(away), 2],
    ])
  })

  it.each([refused, away, { kind: 'not_found', message: '' } as const])(
    'is the saved one with its time where the service answers %j',
    async (fault) => {
      const { show, find } = relatedDeps(() => fail(fault), { saved: savedThen })
      show()
      expect(await find()).toEqual(fromCopy('user'))
    },
  )

  it('is never that of another payment with the same custom id', async () => {
    const { show, find, observed } = relatedDeps(() => reply({ id: 'internal-2' }))
    show()
    expect([await find(), observed.length]).toEqual([fail({ kind: 'other_record', code: 'custom-1' }), 1])
  })

  it('is not asked for where the settings leave it out', async () => {
    const { till, show, find, asked } = relatedDeps()
    till.related = ['store']
    show()
    const detail = 'This till does not ask for user'
    expect([await find(), asked]).toEqual([fail({ kind: 'request_malformed', detail }), []])
  })

  it('is none without a receipt', async () => {
    const { find, shownLookups, asked } = relatedDeps()
    const before = await find()
    shownLookups.begin(lookupId(1))
    shownLookups.end(lookupId(1), { kind: 'not_found', message: '' })
    const outcome = [before, await find(), asked]
    expect(outcome).toEqual([fail({ kind: 'lookup_superseded' }), fail({ kind: 'screen_outdated' }), []])
  })

  it('is superseded as soon as the next lookup begins, while it is asked for and before', async () => {
    const { show, find, shownLookups } = relatedDeps(() => new Promise(() => {}))
    show()
    const asking = find()
    shownLookups.begin(lookupId(2))
    const waiting = find('user', 2)
    shownLookups.begin(lookupId(3))
    const over = fail({ kind: 'lookup_superseded' })
    expect(await Promise.all([asking, waiting, find('store', 1)])).toEqual([over, over, over])
  })
})

describe('a related record of a saved copy', () => {
  const copy = { ...shown, source: 'saved' } as const

  it('waits for the service’s answer to the lookup, and is then asked for', async () => {
    const { show, find, shownLookups, asked } = relatedDeps()
    show(copy)
    const asking = find()
    await new Promise(setImmediate)
    const early = asked.length
    shownLookups.show(shown)
    shownLookups.end(lookupId(1), null)
    expect([early, await asking, asked.length]).toEqual([0, fromService('user'), 1])
  })

  it('is the saved one where the lookup had no answer, and nothing more is asked', async () => {
    const { show, find, shownLookups, asked } = relatedDeps(() => reply(), { saved: savedThen })
    show(copy)
    shownLookups.end(lookupId(1), away)
    expect([await find(), asked]).toEqual([fromCopy('user'), []])
  })

  it('is the lookup’s own fault where none is saved', async () => {
    const { show, find, shownLookups } = relatedDeps()
    show(copy)
    shownLookups.end(lookupId(1), away)
    expect(await find()).toEqual(fail(away))
  })

  it('is the saved one at once while the line is known to be away', async () => {
    const { till, show, find } = relatedDeps(() => reply(), { saved: savedThen })
    till.offline = true
    show(copy)
    expect(await find()).toEqual(fromCopy('user'))
  })
})
