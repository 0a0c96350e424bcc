/** The part of a keyboard event that the listener needs, so that tests need no browser. */
export type KeyPress = {
  readonly key: string
  readonly code: string
  readonly timeStamp: number
  readonly repeat: boolean
  readonly isComposing: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly target: unknown
  readonly getModifierState: (key: string) => boolean
  readonly preventDefault: () => void
  readonly stopImmediatePropagation: () => void
}

export type ReadKey =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'ending'; readonly key: 'Enter' | 'Tab' }
  | { readonly kind: 'chord' }
  | { readonly kind: 'escape' }
  | { readonly kind: 'modifier' }
  | { readonly kind: 'other' }

const modifiers: ReadonlySet<string> = new Set([
  'Shift',
  'Control',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
  'NumLock',
  'Fn',
])

/** Characters by key code, unshifted and shifted, for a scanner that types into an input method. */
const places: Readonly<Record<string, readonly [string, string]>> = {
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  Slash: ['/', '?'],
  Period: ['.', '>'],
  Comma: [',', '<'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Backslash: ['\\', '|'],
  Backquote: ['`', '~'],
  Space: [' ', ' '],
}
const shiftedDigits = ')!@#$%^&*('

/** Returns the character by key code. During composition `key` is only "Process". */
function textByPlace(press: KeyPress): string | null {
  const { code, shiftKey } = press
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter !== undefined) {
    return shiftKey !== press.getModifierState('CapsLock') ? letter : letter.toLowerCase()
  }
  const digit = /^(Digit|Numpad)([0-9])$/.exec(code)
  if (digit !== null) {
    const value = digit[2] ?? ''
    return shiftKey && digit[1] === 'Digit' ? shiftedDigits.charAt(Number(value)) : value
  }
  return places[code]?.[shiftKey ? 1 : 0] ?? null
}

function readComposing(press: KeyPress): ReadKey {
  if (press.code === 'Enter' || press.code === 'NumpadEnter') return { kind: 'ending', key: 'Enter' }
  if (press.code === 'Tab') return { kind: 'ending', key: 'Tab' }
  const text = textByPlace(press)
  return text === null ? { kind: 'other' } : { kind: 'text', text }
}

/** Classifies a key press. AltGr makes characters, so it is not a chord. */
export function readKey(press: KeyPress): ReadKey {
  if (modifiers.has(press.key)) return { kind: 'modifier' }
  const altGraph = press.getModifierState('AltGraph')
  if (!altGraph && (press.ctrlKey || press.metaKey || press.altKey)) return { kind: 'chord' }
  if (press.isComposing || press.key === 'Process') return readComposing(press)
  if (press.key === 'Enter') return { kind: 'ending', key: 'Enter' }
  if (press.key === 'Tab') return press.shiftKey ? { kind: 'other' } : { kind: 'ending', key: 'Tab' }
  if (press.key === 'Escape') return { kind: 'escape' }
  return [...press.key].length === 1 ? { kind: 'text', text: press.key } : { kind: 'other' }
}
