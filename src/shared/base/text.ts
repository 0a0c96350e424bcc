/**
 * Lengths as interface.md §2.2 means them: characters (code points), not the UTF-16 units of `length`. Only as
 * much of a text is counted as the question needs, so a text of megabytes costs no more than a short one.
 */

/** Returns where in `text` the code point with this number (from 0) begins; its length when it has fewer. */
function placeOf(text: string, number: number): number {
  let place = 0
  for (let passed = 0; passed < number && place < text.length; passed += 1) {
    place += (text.codePointAt(place) ?? 0) > 0xffff ? 2 : 1
  }
  return place
}

/** Whether a text has more than so many code points. */
export function isLongerThan(text: string, max: number): boolean {
  // A code point is one unit or two.
  if (text.length <= max) return false
  return text.length > 2 * max || placeOf(text, max) < text.length
}

/** Returns the first so many code points of a text. Never splits a pair of surrogates. */
export function firstCodePoints(text: string, count: number): string {
  return text.length <= count ? text : text.slice(0, placeOf(text, count))
}

/** Returns the text with what is over so many code points cut off, which `…` shows. */
export function shortText(text: string, max: number): string {
  return isLongerThan(text, max) ? `${firstCodePoints(text, max)}…` : text
}

/**
 * Text from outside (of the service, the store, a list, an older journal) as people may read it, on screen and paper,
 * in titles, tables and the log: what nobody sees is shown as a mark, so that no text can pose as another one.
 */

/** Controls, formats (bidi overrides among them), line and paragraph separators, halves of characters, blank letters. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u3164\uffa0]/u
const allUnseen = /\r\n|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u3164\uffa0]/gu

/** Joiners (U+200C, U+200D) are a part of the spelling of some scripts, and hold emoji together. */
const joiner = /^[\u200c\u200d]$/
const mayStandBeforeJoiner =
  /[\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}]$/u
const mayStandAfterJoiner = /^(?![\p{Script=Latin}\p{N}])[\p{L}\p{Extended_Pictographic}]/u

const marks: Readonly<Record<string, string>> = { '\t': '⇥', '\n': '↵', '\r': '↵', '\r\n': '↵' }

function markOf(found: string): string {
  return marks[found] ?? `[U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
}

/**
 * Replaces each invisible character by a visible mark: `↵`, `⇥`, else `[U+202E]`. Nothing else
 * changes; a text that was marked stays as it is.
 */
export function shownText(text: string): string {
  if (!unseen.test(text)) return text
  return text.replace(allUnseen, (found, place: number, whole: string) => {
    const spells =
      joiner.test(found) &&
      mayStandBeforeJoiner.test(whole.slice(Math.max(0, place - 2), place)) &&
      mayStandAfterJoiner.test(whole.slice(place + 1, place + 3))
    return spells ? found : markOf(found)
  })
}

/** What begins and ends a part of a sentence that orders nothing around it (U+2068, U+2069). */
export const isolate = { begin: '\u2068', end: '\u2069' } as const

/** Letters that are read from right to left: the blocks of all scripts that are (Unicode's bidi classes R and AL). */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * The same for a part of a sentence of ours: a text with letters that are read from right to left is isolated besides,
 * so that it moves nothing that stands around it. All other text needs no isolation once nothing unseen is in it.
 */
export function isolatedText(text: string): string {
  const shown = shownText(text)
  return rightToLeft.test(shown) ? `${isolate.begin}${shown}${isolate.end}` : shown
}

/** Letters and digits as wide as a Chinese character, which input methods write, as plain ones: １２０ is 120, ￥ is ¥. */
export function plainWidth(text: string): string {
  return text.replace(/[\uff01-\uff5e\uffe5]/g, (wide) => wide.normalize('NFKC'))
}

/** A sentence about a count in each plural form of a language; `#` is the count. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }

/** Returns the sentence as a function of the count, which it formats for that language. */
export function pluralIn(language: string, forms: PluralForms): (count: number) => string {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  return (count) => (forms[rules.select(count)] ?? forms.other).replaceAll('#', () => numbers.format(count))
}
