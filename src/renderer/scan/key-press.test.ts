import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  extendRun,
  type KeyPress,
  type Landing,
  maxKeyGapMs,
  type Run,
  readKey,
  reportRun,
} from './key-press'

function aPress(change: Partial<KeyPress> & { readonly on?: readonly string[] }): KeyPress {
  const { on = [], ...rest } = change
  return {
    ...{ key: 'a', code: 'KeyA', timeStamp: 0, repeat: false, isComposing: false, target: null },
    ...{ ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
    getModifierState: (name) => on.includes(name),
    preventDefault: () => {},
    stopImmediatePropagation: () => {},
    ...rest,
  }
}

const text = (text: string) => ({ kind: 'text', text })
const ending = (key: string) => ({ kind: 'ending', key })

it.each([
  ['a letter', { key: 'R' }, text('R')],
  ['an astral character', { key: '😀' }, text('😀')],
  ['Enter of the number pad', { key: 'Enter', code: 'NumpadEnter' }, ending('Enter')],
  ['Tab', { key: 'Tab', code: 'Tab' }, ending('Tab')],
  ['Tab backwards', { key: 'Tab', code: 'Tab', shiftKey: true }, { kind: 'other' }],
  ['Shift alone', { key: 'Shift', code: 'ShiftLeft' }, { kind: 'modifier' }],
  ['a chord', { key: 'c', ctrlKey: true }, { kind: 'chord' }],
  ['a character of AltGr', { key: '@', ctrlKey: true, altKey: true, on: ['AltGraph'] }, text('@')],
  ['a letter into an input method', { key: 'Process', code: 'KeyR' }, text('r')],
  ['a capital into an input method', { key: 'Process', code: 'KeyR', shiftKey: true }, text('R')],
  ['a letter into one with Caps Lock', { key: 'Process', code: 'KeyR', on: ['CapsLock'] }, text('R')],
  ['a digit into an input method', { key: 'Process', code: 'Numpad7' }, text('7')],
  ['a hyphen into an input method', { key: 'Process', code: 'Minus' }, text('-')],
  ['Enter that ends a composition', { key: 'Enter', code: 'Enter', isComposing: true }, ending('Enter')],
  ['an arrow', { key: 'ArrowDown', code: 'ArrowDown' }, { kind: 'other' }],
])('a key press %s', (_name, change, expected) => {
  expect(readKey(aPress(change))).toEqual(expected)
})

function runOf(text: string, gaps: readonly number[]): Run {
  let at = 1000
  let run: Run = []
  for (const [index, character] of [...text].entries()) {
    run = extendRun(run, { text: character, at })
    at += gaps[index] ?? 0
  }
  return run
}

/** The run with its ending, so many milliseconds after its last key. */
function ended(run: Run, after: number, landing: Landing, key: 'Enter' | 'Tab' = 'Enter') {
  return reportRun(run, { key, at: (run.at(-1)?.at ?? 0) + after }, landing)
}

const code = fc.string({ minLength: 6, maxLength: 64, unit: fc.constantFrom(...'ABCXYZ0123456789-') })

describe('a run of keys', () => {
  it('is a scan at any steady speed of a scanner, wherever it lands', () => {
    fc.assert(
      fc.property(
        code,
        fc.integer({ min: 1, max: 105 }),
        fc.constantFrom<Landing>('text', 'outside'),
        fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 64, maxLength: 64 }),
        (text, pace, landing, jitter) => {
          const gaps = [...text].map((_, index) => pace + (jitter[index] ?? 0))
          expect(ended(runOf(text, gaps), gaps.at(-1) ?? 0, landing).verdict).toBe('scan')
        },
      ),
    )
  })

  it('is typing in a text field when keys are uneven, as a hand makes them', () => {
    const uneven = [70, 140, 60, 130, 145, 65, 120, 60, 140, 75]
    expect(ended(runOf('Harbour Ro', uneven), 75, 'text').verdict).toBe('by_hand')
  })

  it('keeps a name and Tab typed, unless no hand could be so fast', () => {
    const tab = (gap: number) => ended(runOf('Margaret', new Array(8).fill(gap)), gap, 'text', 'Tab').verdict
    expect([tab(90), tab(12)]).toEqual(['by_hand', 'scan'])
  })

  it('starts anew after a gap that is too long', () => {
    fc.assert(
      fc.property(fc.integer({ min: maxKeyGapMs + 1, max: 5000 }), (gap) => {
        const run = extendRun([{ text: 'A', at: 0 }], { text: 'B', at: gap })
        expect(run).toEqual([{ text: 'B', at: gap }])
      }),
    )
  })

  it('says what arrived, in figures', () => {
    const run = runOf('483920', [30, 31, 29, 60, 30, 30])
    expect(ended(run, 30, 'outside', 'Tab')).toEqual({
      text: '483920',
      keys: 6,
      pace: 30,
      widestGap: 60,
      ending: 'Tab',
      verdict: 'scan',
    })
  })

  it('needs at least three keys and an ending', () => {
    const short = runOf('48', [10, 10])
    const endless = runOf('483920', [10, 10, 10, 10, 10, 10])
    expect(ended(short, 10, 'outside').verdict).toBe('too_short')
    expect(reportRun(endless, null, 'outside').verdict).toBe('no_ending')
  })
})
