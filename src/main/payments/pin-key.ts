/**
 * The key of PIN encryption (interface.md §2.2 #36) is nobody's business at a counter. What the wire parser reads holds
 * a word in its place, wherever it stands, so that it cannot be shown, printed, copied, saved or sent to the window.
 */
import { isPinKey, pinKeyPresent } from '../../shared/masked-record'

const speaksOfPinKey = /pin[\s_-]?key/i

/** A plain field's or member's own text, unless it is the key: then only whether there is one. */
export function withoutPinKey(name: string, text: string): string {
  return text !== '' && isPinKey(name) ? pinKeyPresent : text
}

/** A value that nobody documented, as JSON text without any PIN key, also in JSON that is a text within it. */
export function jsonWithoutPinKey(value: unknown): string {
  return JSON.stringify(value, keysOut) ?? ''
}

/** A text that nobody documented. One that speaks of such a key and is no JSON is left out: nobody knows where it ends. */
export function textWithoutPinKey(text: string): string {
  if (!speaksOfPinKey.test(text)) return text
  try {
    return jsonWithoutPinKey(JSON.parse(text))
  } catch {
    return '(left out)'
  }
}

function keysOut(name: string, value: unknown): unknown {
  if (isPinKey(name)) return value === null || value === '' ? value : pinKeyPresent
  return typeof value === 'string' ? textWithoutPinKey(value) : value
}
