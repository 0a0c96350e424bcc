import { segmentRows } from '../lookup/cache-schema'
import type { Segment } from './segment'

/** Up to so many bytes a word is in most codes, and looking at each copy by itself is quicker than searching on. */
const shortWord = 2
/** Of up to so many copies each is looked at by itself; of more, all codes are searched in one go. */
const fewCopies = 300

/**
 * Marks the places of a segment in whose codes the word stands.
 * @param word in the form of `SearchedCopy.codes`, at least one byte
 * @param among by place, 1 for the only ones where it can stand; null for any
 * @param marks by place, all 0 when called
 */
export function markCodes(segment: Segment, word: Buffer, among: Uint8Array | null, marks: Uint8Array): void {
  // Most words that mean something else have a letter that is in no code.
  if (word.some((byte) => segment.bytes[byte] !== 1)) return
  if (word.length <= shortWord || (among !== null && countMarks(among) <= fewCopies)) {
    markOneByOne(segment, word, among, marks)
  } else {
    markAll(segment, word, marks)
  }
}

function countMarks(marks: Uint8Array): number {
  let count = 0
  for (let place = 0; place < marks.length; place += 1) count += marks[place] ?? 0
  return count
}

function markOneByOne(
  { codes, starts }: Segment,
  word: Buffer,
  among: Uint8Array | null,
  marks: Uint8Array,
): void {
  const before = word.length - 1
  for (let place = 0; place < segmentRows; place += 1) {
    if (among !== null && among[place] !== 1) continue
    if (standsIn(codes, (starts[place] ?? 0) + before, starts[place + 1] ?? 0, word)) marks[place] = 1
  }
}

/** Whether the word's last byte stands somewhere from `at` to before `end`, with the others before it. */
function standsIn(codes: Buffer, first: number, end: number, word: Buffer): boolean {
  const before = word.length - 1
  const last = word[before]
  const ahead = word[before - 1]
  const step = before === 0 ? 1 : 2
  let at = first
  while (at < end) {
    const byte = codes[at]
    if (byte === last && endsAt(codes, at, word)) return true
    // Behind a byte that is not the last but one, the last can not end the word: that place is passed over.
    at += byte === ahead ? 1 : step
  }
  return false
}

function endsAt(codes: Buffer, at: number, word: Buffer): boolean {
  for (let back = 1; back < word.length; back += 1) {
    if (codes[at - back] !== word[word.length - 1 - back]) return false
  }
  return true
}

function markAll({ codes, starts }: Segment, word: Buffer, marks: Uint8Array): void {
  let place = 0
  let at = codes.indexOf(word)
  while (at !== -1) {
    while ((starts[place + 1] ?? Number.POSITIVE_INFINITY) <= at) place += 1
    marks[place] = 1
    // Once is enough: on with the next copy.
    at = codes.indexOf(word, starts[place + 1])
  }
}
