import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markedParts } from './search'

const shown = (code: string, words: readonly string[]) =>
  markedParts(code, words)
    .map(({ text, marked }) => (marked ? `[${text}]` : text))
    .join('')

describe('a code in a list', () => {
  it('shows what of it was typed, in any letters, each time it stands there', () => {
    expect([
      shown('C7719920461', ['c77', '046']),
      shown('4444', ['44']),
      shown('ABAB-1', ['ab']),
      shown('T1', ['x', '']),
      shown('İ1', ['1']),
    ]).toEqual(['[C77]1992[046]1', '[4444]', '[ABAB]-1', 'T1', 'İ1'])
  })

  it('is always whole, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (code, words) => {
        const texts = markedParts(code, words).map(({ text }) => text)
        expect(texts.join('')).toBe(code)
      }),
    )
  })
})
