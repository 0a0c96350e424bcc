/** Longest text that is kept of an answer, in bytes. */
const longestRaw = 16 * 1024
const cutSuffix = ' … (cut)'

/** Cuts a text to 16 KiB of UTF-8, never inside a character, and says so at its end. */
export function shorten(text: string, longest = longestRaw): string {
  return Buffer.byteLength(text) <= longest
    ? text
    : firstBytes(text, longest - Buffer.byteLength(cutSuffix)) + cutSuffix
}

/** The first so many bytes of UTF-8 that a text has; a character of which not all fits is left out. */
export function firstBytes(text: string, longest: number): string {
  // Every unit is a byte at least, so no more of a text of megabytes is ever looked at.
  const bytes = Buffer.from(text.slice(0, longest + 1))
  return bytes.length <= longest
    ? text
    : new TextDecoder().decode(bytes.subarray(0, longest), { stream: true })
}
