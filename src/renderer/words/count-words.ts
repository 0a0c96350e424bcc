import { plural, writeNumber } from './locale'

/** A count as people write it: 1,000. */
export function countWords(count: number): string {
  return writeNumber(count)
}

/** So many of something: "1 receipt", "1,000 receipts". */
export function countOf(count: number, one: string, other: string): string {
  return plural(count, { one: (number) => `${number} ${one}`, other: (number) => `${number} ${other}` })
}

/** A count of codes: "1 code", "1,000 codes". */
export function codesWords(count: number): string {
  return countOf(count, 'code', 'codes')
}
