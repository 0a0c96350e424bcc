import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseByKey } from './hooks'

describe('the keys of a list', () => {
  it('move the choice by one, by a page, and to both ends', () => {
    const keys = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'a', 'Enter']
    expect(keys.map((key) => chooseByKey(key, 10, 100))).toEqual([11, 9, 18, 2, 0, 99, null, null])
  })

  it('begin at the first when nothing is chosen yet', () => {
    expect([chooseByKey('ArrowDown', -1, 3), chooseByKey('ArrowUp', -1, 3)]).toEqual([0, 0])
  })

  it('never leave the list, and move nothing in an empty one', () => {
    const key = fc.constantFrom('ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End')
    fc.assert(
      fc.property(key, fc.integer({ min: -1, max: 50 }), fc.nat(50), (pressed, chosen, count) => {
        const place = chooseByKey(pressed, chosen, count)
        expect(count === 0 ? place === null : place !== null && place >= 0 && place < count).toBe(true)
      }),
    )
  })
})
