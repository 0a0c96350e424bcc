const whole = new Intl.NumberFormat('en-GB')

/** A count as people write it: 1,000. */
export function countWords(count: number): string {
  return whole.format(count)
}

/** A count of codes: "1 code", "1,000 codes". */
export function codesWords(count: number): string {
  return count === 1 ? '1 code' : `${countWords(count)} codes`
}
