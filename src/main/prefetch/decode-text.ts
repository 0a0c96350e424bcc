/** A text as it was written, in pieces, and whether its letters beyond ASCII are only a guess. */
export type DecodedText = { readonly pieces: () => Iterable<string>; readonly guessed: boolean }

/** Decoded at once: as much as nobody has to wait for. */
const pieceBytes = 64 * 1024

/** What says that bytes are no text: control characters, of which some text has a few. */
type Oddness = { nul: boolean; odd: number; length: number }

function* decodePieces(encoding: string, bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    yield decoder.decode(bytes.subarray(from, from + pieceBytes), { stream: true })
  }
  yield decoder.decode()
}

/** How odd the text is, read in this encoding; null when the bytes are no text of it. */
function tryEncoding(encoding: string, bytes: Uint8Array): Oddness | null {
  const seen: Oddness = { nul: false, odd: 0, length: 0 }
  try {
    for (const piece of decodePieces(encoding, bytes)) {
      seen.nul ||= piece.includes('\0')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is counted
      seen.odd += piece.match(/[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]/g)?.length ?? 0
      seen.length += piece.length
    }
    return seen
  } catch {
    // The decoder has no other way to say that the bytes are no text of that encoding.
    return null
  }
}

function startsWith(bytes: Uint8Array, ...mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte)
}

/**
 * Reads a file's bytes as text: UTF-8 with or without its mark, UTF-16 with it. Bytes that are neither are read
 * letter by letter as Windows writes them in the West (spreadsheets save so), and then said to be a guess.
 * Null for what is no text at all.
 */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const wide = startsWith(bytes, 0xff, 0xfe) ? 'utf-16le' : startsWith(bytes, 0xfe, 0xff) ? 'utf-16be' : null
  const exact = wide ?? 'utf-8'
  const asWritten = tryEncoding(exact, bytes)
  const guess = 'windows-1252'
  const seen = asWritten ?? (wide === null ? tryEncoding(guess, bytes) : null)
  if (seen === null || isBinary(seen)) return null
  const guessed = asWritten === null
  return { pieces: () => decodePieces(guessed ? guess : exact, bytes), guessed }
}

/** A text has no NUL, and hardly any other control character than its line ends and tabs. */
function isBinary({ nul, odd, length }: Oddness): boolean {
  return nul || (odd > 8 && odd > length / 50)
}
