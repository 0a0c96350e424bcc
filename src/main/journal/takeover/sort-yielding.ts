/** So many are sorted or merged at one stretch: a millisecond or two. */
const atOnce = 1000

/**
 * The items in order, those that compare as equal as they came, like `Array.prototype.sort`; for hundreds of thousands.
 * @param yieldToEventLoop called after every thousand: it yields to the event loop.
 */
export async function sortYielding<T>(
  items: readonly T[],
  compare: (one: T, other: T) => number,
  yieldToEventLoop: () => Promise<void>,
): Promise<readonly T[]> {
  let runs: (readonly T[])[] = []
  for (let from = 0; from < items.length; from += atOnce) {
    runs.push(items.slice(from, from + atOnce).sort(compare))
    await yieldToEventLoop()
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = []
    for (let place = 0; place < runs.length; place += 2) {
      const [one = [], other = []] = runs.slice(place, place + 2)
      merged.push(await merge(one, other, compare, yieldToEventLoop))
    }
    runs = merged
  }
  return runs[0] ?? []
}

async function merge<T>(
  one: readonly T[],
  other: readonly T[],
  compare: (one: T, other: T) => number,
  yieldToEventLoop: () => Promise<void>,
): Promise<readonly T[]> {
  const merged: T[] = []
  let [left, right] = [0, 0]
  while (left < one.length && right < other.length) {
    const [next, rival] = [one[left], other[right]]
    // Both are there: the places were compared with the lengths.
    if (compare(next as T, rival as T) <= 0) {
      merged.push(next as T)
      left += 1
    } else {
      merged.push(rival as T)
      right += 1
    }
    if (merged.length % atOnce === 0) await yieldToEventLoop()
  }
  return merged.concat(one.slice(left), other.slice(right))
}
