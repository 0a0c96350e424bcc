import { segmentRows } from '../copies/cache-schema'
import type { Segment } from './segment'

/** Of up to so many copies each is looked at by itself; of more, all codes are searched in one go. */
const fewCopies = 100

/**
 * Notes the places of a segment in whose codes the word stands. What searches is Node's own `indexOf`: it goes
 * over bytes several times as fast as a loop here does.
 * @param word in the form of `SearchedCopy.codes`, at least one byte
 * @param among by place, 1 for the only ones where it can stand; null for any
 * @param hits by place, all 0 when called
 */
export function noteHits(segment: Segment, word: Buffer, among: Uint8Array | null, hits: Uint8Array): void {
  // Most words that mean something else have a letter that is in no code.
  if (word.some((byte) => segment.bytes[byte] !== 1)) return
  if (among !== null && countHits(among) <= fewCopies) noteOneByOne(segment, word, among, hits)
  else noteAll(segment, word, hits)
}

function countHits(hits: Uint8Array): number {
  let count = 0
  for (let place = 0; place < hits.length; place += 1) count += hits[place] ?? 0
  return count
}

function noteOneByOne({ codes, starts }: Segment, word: Buffer, among: Uint8Array, hits: Uint8Array): void {
  for (let place = 0; place < segmentRows; place += 1) {
    if (among[place] === 1 && codes.subarray(starts[place], starts[place + 1]).includes(word)) hits[place] = 1
  }
}

function noteAll({ codes, starts }: Segment, word: Buffer, hits: Uint8Array): void {
  // A single byte is found without what it costs to compare two texts.
  const wanted = word.length === 1 ? (word[0] ?? word) : word
  let place = 0
  let at = codes.indexOf(wanted)
  while (at !== -1) {
    while ((starts[place + 1] ?? Number.POSITIVE_INFINITY) <= at) place += 1
    hits[place] = 1
    // Once is enough: on with the next copy.
    at = codes.indexOf(wanted, starts[place + 1])
  }
}
