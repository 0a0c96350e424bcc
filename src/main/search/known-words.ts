/** Where a word stands in the codes of all copies, by row; `among` is where it can stand at all. */
export type WordHits = {
  readonly hits: Uint8Array
  readonly among: Uint8Array | null
  /** The hits are there already: nothing need be searched. */
  readonly known: boolean
}

/**
 * The words searched last and where they stand. As somebody types, most words are the same as a key before, the
 * one that grew can stand only where its beginning stood, and one that is taken back has just been searched.
 */
export type KnownWords = {
  readonly hitsOf: (word: string, rows: number) => WordHits
  /** These words have been searched everywhere; those that were searched longest ago go. */
  readonly learn: (words: ReadonlyMap<string, Uint8Array>) => void
  readonly forget: () => void
}

/** Each takes a byte for each copy. */
const mostKnown = 12

export function makeKnownWords(): KnownWords {
  let known: ReadonlyMap<string, Uint8Array> = new Map()
  return {
    hitsOf(word, rows) {
      const hits = known.get(word)
      if (hits !== undefined) return { hits, among: null, known: true }
      const parts = [...known.keys()].filter((part) => word.includes(part))
      const longest = parts.sort((one, other) => other.length - one.length)[0]
      const among = longest === undefined ? null : (known.get(longest) ?? null)
      return { hits: new Uint8Array(rows), among, known: false }
    },
    learn(words) {
      const before = [...known].filter(([word]) => !words.has(word))
      known = new Map([...before, ...words].slice(-mostKnown))
    },
    forget: () => {
      known = new Map()
    },
  }
}
