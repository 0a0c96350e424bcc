const whole = new Intl.NumberFormat('en-GB')

/** A count as people write it: 1,000. */
export function countWords(count: number): string {
  return whole.format(count)
}

/** So many of something: "1 copy", "1,000 copies". */
export function countOf(count: number, one: string, more: string): string {
  return count === 1 ? `1 ${one}` : `${countWords(count)} ${more}`
}

/** A count of codes: "1 code", "1,000 codes". */
export function codesWords(count: number): string {
  return countOf(count, 'code', 'codes')
}
