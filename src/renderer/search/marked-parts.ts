export type MarkedPart = { readonly text: string; readonly from: number; readonly marked: boolean }

/** A code in pieces, those that were typed marked; overlapping words mark together. */
export function markedParts(code: string, words: readonly string[]): readonly MarkedPart[] {
  const small = code.toLowerCase()
  // In a few scripts small letters are more or fewer characters: then nothing can be pointed at.
  const marks = Array.from({ length: code.length }, () => false)
  if (small.length === code.length) {
    for (const word of words) markWord(small, word, marks)
  }
  const parts: MarkedPart[] = []
  let from = 0
  for (let at = 1; at <= code.length; at += 1) {
    if (at < code.length && marks[at] === marks[from]) continue
    parts.push({ text: code.slice(from, at), from, marked: marks[from] === true })
    from = at
  }
  return parts
}

function markWord(code: string, word: string, marks: boolean[]): void {
  if (word === '') return
  for (let at = code.indexOf(word); at !== -1; at = code.indexOf(word, at + 1)) {
    marks.fill(true, at, at + word.length)
  }
}
