import { expect, it } from 'vitest'
import { isOtherStore, teachesStore } from './payment-state'

it.each([
  ['s-1', 's-1', false],
  ['s-2', 's-1', true],
  ['S-1', 's-1', true],
  ['', 's-1', false],
  ['s-2', '', false],
])('a payment of store %j is another store’s at a till of %j: %s', (storeId, own, isOther) => {
  expect(isOtherStore(storeId, { storeId: own })).toBe(isOther)
})

it.each([
  ['s-2', '', true],
  ['店'.repeat(64), '', true],
  ['s-2', 's-1', false],
  ['', '', false],
  [' s-2', '', false],
  ['x'.repeat(65), '', false],
])('a payment of store %j teaches a till of %j its store: %s', (storeId, own, teaches) => {
  expect(teachesStore(storeId, { storeId: own })).toBe(teaches)
})
