import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstCodePoints, isLongerThan } from './text'

const text = fc.string({
  unit: fc.constantFrom('a', 'é', '日', '😀', '👍🏽', '\ud800', '\udc00'),
  maxLength: 40,
})

it('counts characters as people’s alphabets do, not units, and agrees with a list of them', () => {
  fc.assert(
    fc.property(text, fc.nat({ max: 60 }), (whole, count) => {
      const characters = Array.from(whole)
      expect(isLongerThan(whole, count)).toBe(characters.length > count)
      expect(firstCodePoints(whole, count)).toBe(characters.slice(0, count).join(''))
    }),
  )
})

it('takes no pair of surrogates apart', () => {
  expect([firstCodePoints('😀😀', 1), isLongerThan('😀😀', 2), isLongerThan('😀😀', 1)]).toEqual([
    '😀',
    false,
    true,
  ])
})
