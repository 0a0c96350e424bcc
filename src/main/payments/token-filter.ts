import { decodedViews, type View } from './decoded-views'
import { formsOf, pieceLength, type TokenForm } from './token-pieces'

/** What stands in an answer in the place of the token. */
const inItsPlace = '(access token)'

/**
 * Finds one access token, and every random piece of it (token-pieces.ts), in texts of the service: plain, in
 * Base64, and under whatever escapes JSON, addresses and HTML lay over it.
 */
export type TokenFilter = {
  readonly finds: (text: string) => boolean
  /** The text with `(access token)` in the place of each; the very same text when there is none. */
  readonly clean: (text: string) => string
}

/** [from, to) in a text. */
type Range = readonly [number, number]

/** A token shorter than a piece would be found by chance everywhere, so nothing is looked for. */
export function makeTokenFilter(token: string): TokenFilter {
  const search = makeSearch(formsOf(token))
  const rangesIn = (text: string): readonly Range[] => {
    if (token.length < pieceLength || text.length < pieceLength) return []
    return decodedViews(text).flatMap((view) => search(view.text).map((range) => inOriginal(view, range)))
  }
  return {
    finds: (text) => rangesIn(text).length > 0,
    clean: (text) => replaceRanges(text, rangesIn(text)),
  }
}

function inOriginal({ places }: View, [from, to]: Range): Range {
  return places === null ? [from, to] : [places[from] ?? from, places[to] ?? to]
}

function replaceRanges(text: string, ranges: readonly Range[]): string {
  let clean = ''
  let done = 0
  for (const [from, to] of [...ranges].sort(([one], [other]) => one - other)) {
    if (from >= done) clean += text.slice(done, from) + inItsPlace
    done = Math.max(done, to)
  }
  return done === 0 ? text : clean + text.slice(done)
}

/** Of a token without any random piece as many characters in a row are no chance: loggers cut tokens short. */
const longestByChance = 16

/** Characters that are looked up at once, and how far apart: any eight hold four that begin at such a place. */
const gram = 4
const stride = pieceLength - gram + 1
const buckets = 2 ** 16

function bucketOf(text: string, place: number): number {
  const [a, b] = [text.charCodeAt(place), text.charCodeAt(place + 1)]
  const [c, d] = [text.charCodeAt(place + 2), text.charCodeAt(place + 3)]
  return (((a * 31 + b) * 31 + c) * 31 + d) & (buckets - 1)
}

/**
 * Looks for all forms at once in one pass that skips: an answer may be 2 MiB, and main waits for it. A range goes
 * as far as text and form agree, so what is left beside it is no piece.
 */
function makeSearch(forms: readonly TokenForm[]): (text: string) => readonly Range[] {
  const rangeAt = makeIndex(forms.map(makeSearched))
  return (text) => {
    const ranges: Range[] = []
    for (let at = 0; at + gram <= text.length; ) {
      const range = rangeAt(text, at)
      if (range !== null) ranges.push(range)
      at = range === null ? at + stride : range[1]
    }
    return ranges
  }
}

/** Where a form may be met, by the four characters there; answers what it agrees on with a text around a place. */
function makeIndex(forms: readonly SearchedForm[]): (text: string, at: number) => Range | null {
  const starts = forms.map((_, index) => lengthOf(forms.slice(0, index)))
  // A meeting is a place in a form, numbered through all forms; those of one bucket are chained, 0 ends a chain.
  const newest = new Uint32Array(buckets)
  const older = new Uint32Array(lengthOf(forms) + 1)
  const formOf = new Uint8Array(older.length)
  for (const [index, { text, isMet }] of forms.entries()) {
    for (let place = 0; place + gram <= text.length; place += 1) {
      if (isMet[place] !== 1) continue
      const bucket = bucketOf(text, place)
      const meeting = (starts[index] ?? 0) + place + 1
      older[meeting] = newest[bucket] ?? 0
      newest[bucket] = meeting
      formOf[meeting] = index
    }
  }
  return (text, at) => {
    for (let meeting = newest[bucketOf(text, at)] ?? 0; meeting > 0; meeting = older[meeting] ?? 0) {
      const index = formOf[meeting] ?? 0
      const range = forms[index]?.agreement(text, at, meeting - 1 - (starts[index] ?? 0)) ?? null
      if (range !== null) return range
    }
    return null
  }
}

function lengthOf(forms: readonly { readonly text: string }[]): number {
  return forms.reduce((length, { text }) => length + text.length, 0)
}

type SearchedForm = ReturnType<typeof makeSearched>

/** One form, with the places at which a piece of it can be met. */
function makeSearched({ text, pieces }: TokenForm) {
  const whole = pieces.length === 0
  const begins = new Uint8Array(text.length)
  const isMet = new Uint8Array(text.length)
  if (whole) isMet.fill(1)
  for (const place of pieces) {
    begins[place] = 1
    isMet.fill(1, place, place + stride)
  }
  const holdsPiece = (from: number, to: number): boolean =>
    whole
      ? to - from >= Math.min(text.length, longestByChance)
      : begins.subarray(from, Math.max(from, to - pieceLength + 1)).includes(1)
  return {
    text,
    isMet,
    /** How far around these places text and form are the same; null when that is no piece. */
    agreement(other: string, at: number, place: number): Range | null {
      // Other characters may share a bucket with these.
      if (!other.startsWith(text.slice(place, place + gram), at)) return null
      let before = 0
      while (before < place && before < at && other[at - before - 1] === text[place - before - 1]) before += 1
      let after = gram
      while (place + after < text.length && other[at + after] === text[place + after]) after += 1
      return holdsPiece(place - before, place + after) ? [at - before, at + after] : null
    },
  }
}
