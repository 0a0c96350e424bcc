import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../../../shared/testing/property-size'
import { sortYielding } from './sort-yielding'

type Item = { readonly place: number; readonly number: number }
const byPlace = (one: Item, other: Item) => one.place - other.place

it('a long list is sorted as a short one is, equals as they came', async () => {
  const lists = fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 7000, size: 'max' })
  await fc.assert(
    fc.asyncProperty(lists, async (places) => {
      const items = places.map((place, number) => ({ place, number }))
      const sorted = await sortYielding(items, byPlace, async () => undefined)
      expect(sorted).toEqual([...items].sort(byPlace))
    }),
    { numRuns: runs(30) },
  )
})

it('others have their turn while a list is sorted, whatever its order was', async () => {
  const items = Array.from({ length: 20_000 }, (_, number) => ({ place: (number * 7919) % 20_011, number }))
  let turns = 0
  await sortYielding(items, byPlace, async () => {
    turns += 1
  })
  expect(turns).toBeGreaterThan(60)
})
