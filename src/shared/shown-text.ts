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
 * The text with a visible mark for each character that nobody sees: `↵`, `⇥`, else `[U+202E]`. Nothing else
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
