/**
 * Lengths as interface.md §2.2 means them: characters (code points), not the UTF-16 units of `length`. Only as
 * much of a text is counted as the question needs, so a text of megabytes costs no more than a short one.
 */

/** Where in `text` the code point with this number (from 0) begins; its whole length when it has fewer. */
function placeOf(text: string, number: number): number {
  let place = 0
  for (let passed = 0; passed < number && place < text.length; passed += 1) {
    place += (text.codePointAt(place) ?? 0) > 0xffff ? 2 : 1
  }
  return place
}

/** Whether a text has more than so many code points. */
export function isLongerThan(text: string, longest: number): boolean {
  // A code point is one unit or two.
  if (text.length <= longest) return false
  return text.length > 2 * longest || placeOf(text, longest) < text.length
}

/** The first so many code points of a text; no pair of surrogates is ever taken apart. */
export function firstCodePoints(text: string, count: number): string {
  return text.length <= count ? text : text.slice(0, placeOf(text, count))
}
