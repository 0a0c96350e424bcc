import { expect, it } from 'vitest'
import { type KeyPress, readKey } from './key-press'

function aPress(change: Partial<KeyPress> & { readonly on?: readonly string[] }): KeyPress {
  const { on = [], ...rest } = change
  return {
    key: 'a',
    code: 'KeyA',
    timeStamp: 0,
    repeat: false,
    isComposing: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    target: null,
    getModifierState: (name) => on.includes(name),
    preventDefault: () => {},
    stopImmediatePropagation: () => {},
    ...rest,
  }
}

it.each([
  ['a letter', { key: 'R' }, { kind: 'text', text: 'R' }],
  ['an astral character', { key: '😀' }, { kind: 'text', text: '😀' }],
  ['Enter of the number pad', { key: 'Enter', code: 'NumpadEnter' }, { kind: 'ending', key: 'Enter' }],
  ['Tab', { key: 'Tab', code: 'Tab' }, { kind: 'ending', key: 'Tab' }],
  ['Tab backwards', { key: 'Tab', code: 'Tab', shiftKey: true }, { kind: 'other' }],
  ['Shift alone', { key: 'Shift', code: 'ShiftLeft' }, { kind: 'modifier' }],
  ['a chord', { key: 'c', ctrlKey: true }, { kind: 'chord' }],
  [
    'a character that AltGr makes',
    { key: '@', ctrlKey: true, altKey: true, on: ['AltGraph'] },
    { kind: 'text', text: '@' },
  ],
  ['a letter into an input method', { key: 'Process', code: 'KeyR' }, { kind: 'text', text: 'r' }],
  [
    'a capital into an input method',
    { key: 'Process', code: 'KeyR', shiftKey: true },
    { kind: 'text', text: 'R' },
  ],
  [
    'a letter into an input method with Caps Lock',
    { key: 'Process', code: 'KeyR', on: ['CapsLock'] },
    { kind: 'text', text: 'R' },
  ],
  ['a digit into an input method', { key: 'Process', code: 'Numpad7' }, { kind: 'text', text: '7' }],
  ['a hyphen into an input method', { key: 'Process', code: 'Minus' }, { kind: 'text', text: '-' }],
  [
    'Enter that ends a composition',
    { key: 'Enter', code: 'Enter', isComposing: true },
    { kind: 'ending', key: 'Enter' },
  ],
  ['an arrow', { key: 'ArrowDown', code: 'ArrowDown' }, { kind: 'other' }],
])('a key press %s', (_name, change, expected) => {
  expect(readKey(aPress(change))).toEqual(expected)
})
