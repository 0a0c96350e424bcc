import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { raise } from '../../shared/attempt/evidence'
import { fail } from '../../shared/base/result'
import { snapshot } from '../../shared/testing/refund-samples'
import type { Journals } from '../journal/open-journals'
import { makeSeenMeanwhile } from './memory'
import { journalsOf } from './testing/fake-till'
import { shopForEachTest } from './testing/shop'

const anySnapshot = fc.record({
  id: fc.constantFrom('pay-1', 'pay-2', ''),
  refunded: fc.oneof(fc.integer({ min: -5, max: 20_000 }), fc.constant(null)),
})

it('keeps of each payment what all its answers would have raised, one after the other', () => {
  fc.assert(
    fc.property(fc.array(anySnapshot, { maxLength: 30 }), (seen) => {
      const meanwhile = makeSeenMeanwhile()
      const expected = new Map<string, number | null>()
      for (const change of seen) {
        const one = snapshot(change)
        meanwhile.note(one)
        if (one.id !== '') expected.set(one.id, raise(expected.get(one.id) ?? null, one))
      }
      const taken = [...meanwhile.takeOf('pay-2'), ...meanwhile.take(1), ...meanwhile.take(99)]
      const raisedOf = (id: string) =>
        taken
          .filter((each) => each.snapshot.id === id)
          .reduce<number | null>((before, each) => raise(before, each.snapshot), null)
      expect([...expected.keys()].map(raisedOf)).toEqual([...expected.values()])
      expect([meanwhile.take(9), meanwhile.takeOf('pay-1'), meanwhile.count()]).toEqual([[], [], 0])
    }),
  )
})

it.each([
  ['another amount', { amount: 5000 }],
  ['another currency', { currency: 'USD' }],
])('loses nothing by a later answer with %s: what it brings together contradicts nothing', (_, change) => {
  const meanwhile = makeSeenMeanwhile()
  const first = snapshot({ id: 'pay-1', refunded: 9000, amount: 12_050, currency: 'HKD' })
  meanwhile.note(first)
  meanwhile.note(snapshot({ ...first, refunded: 100, ...change }))
  const taken = meanwhile.takeOf('pay-1')
  const raised = taken.reduce<number | null>((before, seen) => raise(before, seen.snapshot), null)
  expect(raised).toBe(9000)
})

it('keeps ten thousand payments, and lets the oldest go', () => {
  const meanwhile = makeSeenMeanwhile()
  for (let number = 0; number <= 10_000; number += 1) meanwhile.note(snapshot({ id: `pay-${number}` }))
  const ids = meanwhile.take(20_000).map((each) => each.snapshot.id)
  expect([ids.length, ids.includes('pay-0'), ids.at(-1)]).toEqual([10_000, false, 'pay-10000'])
})

describe('what was seen while there was no record', () => {
  const shop = shopForEachTest()
  const ids = Array.from({ length: 100 }, (_, number) => `seen-${number}`)

  /** The record opens only after shows have come by. `tried` is what was to be written, `disk` whether it can be. */
  async function openLate() {
    await shop.refunds.close()
    const tried: string[] = []
    const disk = { takes: true }
    const real = journalsOf(shop.till.place)
    let isThere = false
    const open: Journals['open'] = async () => {
      if (!isThere) return fail({ why: 'no_keychain', detail: '', replaceable: null })
      const opened = await real.open()
      if (!opened.ok) return opened
      const raiseHighWater: typeof opened.value.raiseHighWater = (seen) => {
        tried.push(seen.id)
        return disk.takes ? opened.value.raiseHighWater(seen) : fail({ kind: 'unwritable', detail: '' })
      }
      return { ok: true, value: { ...opened.value, raiseHighWater } }
    }
    shop.refunds = await shop.till.start({ journals: { ...real, open } })
    for (const id of ids) shop.observe({ id, refunded: 500 })
    isThere = true
    return { tried, disk }
  }

  it('is written in small parts, the oldest first, and lets others have their turn between', async () => {
    const { tried } = await openLate()
    shop.refunds.wake()
    await shop.pass(0)
    const first = tried.length
    await shop.pass(1000)
    expect([first, tried]).toEqual([20, ids])
  })

  it('is kept while the disk does not take it, and written when it is asked for again', async () => {
    const { tried, disk } = await openLate()
    disk.takes = false
    shop.refunds.wake()
    await shop.pass(1000)
    const inVain = tried.splice(0).length
    disk.takes = true
    shop.refunds.wake()
    await shop.pass(1000)
    expect([inVain, tried.slice().sort()]).toEqual([20, ids.slice().sort()])
  })
})
