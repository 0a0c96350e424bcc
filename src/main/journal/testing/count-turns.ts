/** Counts how often others had a turn while a journal was gone through. `since` answers how often since it was last asked. */
export function countTurns() {
  let turns = 0
  return {
    async yieldToEventLoop() {
      turns += 1
    },
    since() {
      const before = turns
      turns = 0
      return before
    },
  }
}
