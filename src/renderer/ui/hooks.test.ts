import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseByKey, clockMoment } from './hooks'

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

it('a time of yesterday has its day', () => {
  const at = new Date(2026, 10, 20, 22, 10).getTime()
  const read = [at, at + 2 * 60 * 60 * 1000, new Date(2027, 0, 1).getTime()]
  expect(read.map((now) => clockMoment(at, now))).toEqual(['22:10', '20 Nov, 22:10', '20 Nov 2026, 22:10'])
})
