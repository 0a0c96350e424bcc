/** A text as it was written, and whether its letters beyond ASCII are only a guess. */
export type DecodedText = { readonly text: string; readonly guessed: boolean }

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
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
  const exact = decodeAs(wide ?? 'utf-8', bytes)
  const text = exact ?? (wide === null ? decodeAs('windows-1252', bytes) : null)
  if (text === null || isBinary(text)) return null
  return { text, guessed: exact === null }
}

/** A text has no NUL, and hardly any other control character than its line ends and tabs. */
function isBinary(text: string): boolean {
  if (text.includes('\0')) return true
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is counted
  const odd = text.match(/[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]/g)?.length ?? 0
  return odd > 8 && odd > text.length / 50
}
