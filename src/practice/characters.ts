/** So many characters as interface.md §2.2 counts them: code points. An emoji is one, and two units of a string. */
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
