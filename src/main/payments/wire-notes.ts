/** Most oddities of one record that a log line names. */
export const mostNotes = 20

/** What is odd about a record, in words that hold names of the interface and numbers, never values. */
export type WireNotes = {
  readonly add: (words: string) => void
  /** The first 20, then how many more there were. */
  readonly list: () => readonly string[]
}

export function makeNotes(): WireNotes {
  const kept: string[] = []
  let more = 0
  return {
    add(words) {
      if (kept.length < mostNotes) kept.push(words)
      else more += 1
    },
    list: () => (more === 0 ? [...kept] : [...kept, `and ${more} more`]),
  }
}
