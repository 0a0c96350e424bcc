/** Says at once which seeded mistake has lost its place in the program, and whether there is one for every rule. */
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { mutants } from '../mutants/all-mutants'
import { applyEdits, placeChange, tokensOf } from './place-mutants'

function lostPlaces(): readonly string[] {
  return mutants.flatMap(({ name, changes }, index) =>
    changes.flatMap((change) => {
      try {
        placeChange(change, index + 1)
        return []
      } catch (error) {
        return [`«${name}»: ${error instanceof Error ? error.message : String(error)}`]
      }
    }),
  )
}

describe('the seeded mistakes', () => {
  it('all have their place in the program', () => {
    expect(lostPlaces()).toEqual([])
  })

  it('are sixty at least, each with a name of its own, and one at least for every rule', () => {
    const rules = new Set(mutants.map(({ rule }) => rule))
    const missing = Array.from({ length: 14 }, (_, index) => index + 1).filter((rule) => !rules.has(rule))
    expect([mutants.length >= 60, new Set(mutants.map(({ name }) => name)).size, missing]).toEqual([
      true,
      mutants.length,
      [],
    ])
  })

  it('are each caught by histories, or by a test that is there', () => {
    const tests = mutants.flatMap(({ unseen }) => unseen?.seenBy ?? [])
    expect(tests.filter((file) => !existsSync(file))).toEqual([])
  })
})

describe('a place', () => {
  it('is found by its tokens, however the text is laid out', () => {
    expect(tokensOf('foo( a,\n  b, // why\n)')).toBe(tokensOf('foo(a, b)'))
  })

  it('stands beside what was there, and one may lie inside another', () => {
    const edits = [
      { mutant: 1, file: '', start: 0, end: 11, kind: 'statement', text: '' },
      { mutant: 2, file: '', start: 7, end: 10, kind: 'value', text: '$& * 1' },
    ] as const
    expect(applyEdits('return 2+3;', edits)).toBe(
      'if (globalThis.proveMutants.has(1)) {  } else { return (globalThis.proveMutants.has(2) ? ((2+3) * 1) : (2+3)); }',
    )
  })
})
