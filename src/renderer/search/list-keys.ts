/**
 * Where a key moves the choice in a list, or null when it moves nothing.
 * @param chosen the place that is chosen now, -1 for none
 * @param count how many there are
 * @param page how many are on the screen
 */
export function chooseByKey(key: string, chosen: number, count: number, page: number): number | null {
  if (count === 0) return null
  const at = (place: number) => Math.min(count - 1, Math.max(0, place))
  switch (key) {
    case 'ArrowDown':
      return at(chosen + 1)
    case 'ArrowUp':
      return at(chosen - 1)
    case 'PageDown':
      return at(chosen + page)
    case 'PageUp':
      return at(chosen - page)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
