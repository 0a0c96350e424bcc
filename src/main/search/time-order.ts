import { segmentRows } from '../copies/cache-schema'
import type { Columns } from './segment'

/** Whether a copy lies at a place of a segment. */
export function isThere({ starts }: Pick<Columns, 'starts'>, place: number): boolean {
  return (starts[place + 1] ?? 0) > (starts[place] ?? 0)
}

/**
 * Rows of the slots, oldest payment first. A row is its segment's slot × 1,000 + its place. Time and row are
 * sorted as one whole number of 64 bits, which needs neither objects nor a comparing function.
 */
function sortRows(segments: readonly (Columns | null)[], slots: readonly number[]): BigUint64Array {
  const keys = new BigUint64Array(slots.length * segmentRows)
  // The lower half first: every platform that this runs on is little-endian.
  const halves = new Uint32Array(keys.buffer)
  let count = 0
  for (const slot of slots) {
    const segment = segments[slot]
    if (segment === null || segment === undefined) continue
    for (let place = 0; place < segmentRows; place += 1) {
      if (!isThere(segment, place)) continue
      halves[count * 2] = slot * segmentRows + place
      halves[count * 2 + 1] = segment.seconds[place] ?? 0
      count += 1
    }
  }
  return keys.subarray(0, count).sort()
}

/**
 * The rows of all segments, oldest payment first, after some slots have changed.
 * @param order what this answered before, for the slots that have not changed
 */
export function orderRows(
  segments: readonly (Columns | null)[],
  order: Uint32Array,
  changed: ReadonlySet<number>,
): Uint32Array {
  const fresh = sortRows(segments, [...changed])
  const halves = new Uint32Array(fresh.buffer)
  const merged = new Uint32Array(order.length + fresh.length)
  const isChanged = new Uint8Array(segments.length)
  for (const slot of changed) isChanged[slot] = 1
  let [length, next] = [0, 0]
  for (const row of order) {
    const slot = Math.floor(row / segmentRows)
    if (isChanged[slot] === 1) continue
    const seconds = segments[slot]?.seconds[row % segmentRows] ?? 0
    while (next < fresh.length && isBefore(halves, next, seconds, row)) {
      merged[length++] = halves[next++ * 2] ?? 0
    }
    merged[length++] = row
  }
  while (next < fresh.length) merged[length++] = halves[next++ * 2] ?? 0
  return merged.slice(0, length)
}

function isBefore(halves: Uint32Array, index: number, seconds: number, row: number): boolean {
  const other = halves[index * 2 + 1] ?? 0
  return other < seconds || (other === seconds && (halves[index * 2] ?? 0) < row)
}

/** When at most one in so many copies matches, sorting those is quicker than going through all in order. */
const few = 50

/** The rows that are 1 in `found`, newest payment first. `order` is what `orderRows` answered. */
export function newestFirst(
  found: Uint8Array,
  order: Uint32Array,
  secondsAt: (row: number) => number,
): Uint32Array {
  const rows: number[] = []
  const most = order.length / few
  for (let row = found.indexOf(1); row !== -1 && rows.length <= most; row = found.indexOf(1, row + 1)) {
    rows.push(row)
  }
  if (rows.length <= most) {
    rows.sort((one, other) => secondsAt(other) - secondsAt(one) || other - one)
    return Uint32Array.from(rows)
  }
  // A plain loop: this goes over every copy there is, at every key.
  const all = new Uint32Array(order.length)
  let length = 0
  for (let index = order.length - 1; index >= 0; index -= 1) {
    const row = order[index] ?? 0
    if (found[row] === 1) all[length++] = row
  }
  return all.subarray(0, length)
}
