/**
 * Lengths of texts as interface.md §2.2 gives them: characters, which are code points. An emoji is one of
 * them and two units of a JavaScript string.
 */

/** Whether a text has at most so many characters. */
export function fitsIn(text: string, characters: number): boolean {
  if (text.length <= characters) return true
  if (text.length > 2 * characters) return false
  return countCharacters(text) <= characters
}

export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** A text of exactly so many characters: `begin`, then `filling` over and over, then `end`. */
export function fillTo(characters: number, begin: string, filling: string, end = ''): string {
  const rest = characters - countCharacters(begin) - countCharacters(end)
  const pieces = Array.from(filling)
  const middle = Array.from({ length: rest }, (_, index) => pieces[index % pieces.length])
  return `${begin}${middle.join('')}${end}`
}
