import fc from 'fast-check'
import { expect, it } from 'vitest'
import { apply } from '../boot/window'
import { store } from '../store/store'
import { draw } from '../store/testing/draw'
import { resetStore } from '../store/testing/play-main'
import { Code } from './search'

const shown = (code: string, words: readonly string[]) =>
  draw(<Code code={code} words={words} />)
    .replaceAll('<mark>', '[')
    .replaceAll('</mark>', ']')
    .replace(/<[^>]*>/g, '')

it('a code in the list shows what of it was typed, in any letters, each time it is there', () => {
  expect([
    shown('C7719920461', ['c77', '046']),
    shown('4444', ['44']),
    shown('ABAB-1', ['ab', '-']),
    shown('T1', ['x', '']),
    shown('İ1', ['1']),
  ]).toEqual(['[C77]1992[046]1', '[4444]', '[ABAB-]1', 'T1', 'İ[1]'])
})

it('a code in the list is whole, whatever was typed', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\w.*+?()-]*$/), fc.array(fc.string()), (code, words) => {
      expect(shown(code, words).replace(/[[\]]/g, '')).toBe(code)
    }),
  )
})

it('progress that comes after the answer it was for is not shown', () => {
  const value = { done: 10, of: 10 }
  const shownWhile = (searchWaits: boolean) => {
    resetStore({ searchWaits })
    apply({ kind: 'copies:preparing', value })
    return store.getState().preparing
  }
  expect([shownWhile(true), shownWhile(false)]).toEqual([value, null])
})
