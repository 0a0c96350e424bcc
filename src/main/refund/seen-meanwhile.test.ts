import fc from 'fast-check'
import { expect, it } from 'vitest'
import { raise } from '../../shared/high-water'
import type { HighWater } from '../../shared/journal-events'
import { snapshot } from '../../shared/testing/refund-samples'
import { makeSeenMeanwhile } from './seen-meanwhile'

const anySnapshot = fc.record({
  id: fc.constantFrom('pay-1', 'pay-2', ''),
  refunded: fc.oneof(fc.integer({ min: -5, max: 20_000 }), fc.constant(null)),
  updatedAt: fc.constantFrom('2026-11-20 18:00:00', '2026-11-21 18:00:00', 'yesterday', ''),
})

it('keeps of each payment of each service what all its answers would have raised, one after the other', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b'), anySnapshot), { maxLength: 30 }), (seen) => {
      const meanwhile = makeSeenMeanwhile()
      const expected = new Map<string, HighWater | null>()
      for (const [name, change] of seen) {
        const one = snapshot(change)
        meanwhile.note(name, one)
        const place = `${name} ${one.id}`
        if (one.id !== '') expected.set(place, raise(expected.get(place) ?? null, one))
      }
      const taken = [...meanwhile.takeOf('pay-2'), ...meanwhile.take(1), ...meanwhile.take(9)]
      const raised = new Map(taken.map((each) => [`${each.serviceName} ${each.snapshot.id}`, each.snapshot]))
      for (const [place, highest] of expected) {
        const found = raised.get(place)
        expect(found === undefined ? null : raise(null, found)).toEqual(highest)
      }
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
  meanwhile.note('a', first)
  meanwhile.note('a', snapshot({ ...first, refunded: 100, updatedAt: '2026-11-30 18:00:00', ...change }))
  const raised = meanwhile
    .takeOf('pay-1')
    .reduce<HighWater | null>((before, seen) => raise(before, seen.snapshot, 'HKD'), null)
  expect(raised?.refunded).toBe(9000)
})

it('keeps ten thousand payments, and lets the oldest go', () => {
  const meanwhile = makeSeenMeanwhile()
  for (let number = 0; number <= 10_000; number += 1) meanwhile.note('a', snapshot({ id: `pay-${number}` }))
  const ids = meanwhile.take(20_000).map(({ snapshot: { id } }) => id)
  expect([ids.length, ids.includes('pay-0'), ids.at(-1)]).toEqual([10_000, false, 'pay-10000'])
})
