import fc from 'fast-check'

const surrogates = { first: 0xd8_00, count: 0x8_00 }

/**
 * A sign of any code point but halves of pairs, as a `unit` of texts. It is fast-check's `binary`, of which the first
 * takes a second to make.
 */
export const anySign = fc
  .integer({ min: 0, max: 0x10_ff_ff - surrogates.count })
  .map((place) => String.fromCodePoint(place < surrogates.first ? place : place + surrogates.count))
