/**
 * Makes a failing list of numbers shorter, as long as it keeps failing: whole blocks go first, then smaller
 * ones. Tries `most` lists at the most, because each one is a whole history.
 */
export async function shrinkNumbers(
  numbers: readonly number[],
  most: number,
  fails: (numbers: readonly number[]) => Promise<boolean>,
): Promise<readonly number[]> {
  let smallest = numbers
  let tries = 0
  for (let block = Math.ceil(numbers.length / 2); block >= 1; block = Math.floor(block / 2)) {
    for (let start = 0; start < smallest.length && tries < most; ) {
      const shorter = [...smallest.slice(0, start), ...smallest.slice(start + block)]
      tries += 1
      if (await fails(shorter)) smallest = shorter
      else start += block
    }
  }
  return smallest
}
