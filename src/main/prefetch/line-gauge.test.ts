import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeLineGauge } from './read-code-list'

/** The same, from the whole text at once. */
function firstLongLine(text: string, longest: number): number {
  return text.split(/\r\n|\r|\n/).findIndex((line) => line.length > longest) + 1
}

it('names the first line that is too long, in whatever pieces the text comes', () => {
  const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', '\r', '\n', '\r\n'), maxLength: 12 }))
  fc.assert(
    fc.property(pieces, fc.nat(4), (all, longest) => {
      const gauge = makeLineGauge(longest)
      const found = all.map(gauge).find((line) => line > 0) ?? 0
      expect(found).toBe(firstLongLine(all.join(''), longest))
    }),
  )
})
