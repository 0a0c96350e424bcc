/**
 * The marker that begins every refund reason we send: `R-` and ten characters without look-alikes. The interface has no
 * idempotency key, so we recognise our own refund by a remark that *begins* with our marker. A marker anywhere else in a
 * remark was typed by somebody and proves nothing (refund-protocol.md 4 and 8).
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const markerLength = 10
const markerAtStart = /^R-[0-9A-HJKMNP-TV-Z]{10}(?=\s|$)/u

/** Longest `refund_reason` we send, in characters: no limit is documented, and an end can be cut off. */
const maxSentReason = 100

/** Markers that an attempt remembers: remarks come from the service, and a row must not grow without limit. */
export const maxMarkersSeen = 16

/** Makes a marker of 50 random bits, so that no two are equal in a store's life. Throws on fewer than ten bytes. */
export function makeMarker(randomBytes: Uint8Array): string {
  let text = 'R-'
  for (const byte of randomBytes.slice(0, markerLength)) text += alphabet.charAt(byte % alphabet.length)
  if (text.length !== markerLength + 2) throw new Error('A marker needs ten random bytes')
  return text
}

/** What every marker matches, as the source of an expression. */
export const markerPattern = 'R-[0-9A-HJKMNP-TV-Z]{10}'

/** Returns every marker in a text, wherever it is. */
export function markersIn(text: string): readonly string[] {
  return text.match(new RegExp(markerPattern, 'g')) ?? []
}

/** Whether a text is exactly one marker. */
export function isMarker(text: string): boolean {
  return leadingMarker(text) === text
}

/** The marker that begins a remark, whoever made it; null when none does. */
export function leadingMarker(remark: string): string | null {
  return markerAtStart.exec(remark)?.[0] ?? null
}

/**
 * Returns the `refund_reason` to send, 100 characters at most: the marker, then the cashier's reason without any marker that
 * was typed into it.
 */
export function reasonWithMarker(marker: string, reason: string): string {
  const room = maxSentReason - marker.length - 1
  const plain = Array.from(withoutMarkers(reason)).slice(0, room).join('')
  // The cut may have turned a longer word into a marker.
  return `${marker} ${withoutMarkers(plain)}`.trim()
}

/**
 * Returns a typed reason on one line, without anything that is a marker or that a service could turn into one by folding case,
 * width or dashes, or by dropping invisible characters. '' when nothing is left.
 */
export function withoutMarkers(reason: string): string {
  let characters = Array.from(reason)
  for (let found = findFolded(characters); found !== null; found = findFolded(characters)) {
    characters = [...characters.slice(0, found.from), ' ', ...characters.slice(found.to)]
  }
  return characters.join('').replace(/\s+/gu, ' ').trim()
}

/** `R-` and ten letters or digits as a separate word. Wider than our alphabet, whose gaps a service might fill. */
const foldedMarker = /(?<![0-9A-Z])R-[0-9A-Z]{10}(?![0-9A-Z])/

/** Finds the first marker that a folding service would read; the places of its characters, `to` exclusive. */
function findFolded(characters: readonly string[]): { readonly from: number; readonly to: number } | null {
  const folded = characters.flatMap((character, place) =>
    Array.from(fold(character)).map((letter) => ({ letter, place })),
  )
  const match = foldedMarker.exec(folded.map(({ letter }) => letter).join(''))
  if (match === null) return null
  const places = folded.slice(match.index, match.index + match[0].length).map(({ place }) => place)
  return { from: Math.min(...places), to: Math.max(...places) + 1 }
}

/** Folds one character to one width, upper case and one dash; '' if it is invisible. */
function fold(character: string): string {
  if (/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}]|(?!\s)\p{Cc}/u.test(character)) return ''
  const plain = character.normalize('NFKC').replace(/\p{M}/gu, '').toUpperCase()
  // Anything but an ASCII letter, digit or dash becomes blanks, one for each unit, so that places stay right.
  return plain.replace(/[\p{Dash}]/gu, '-').replace(/[^0-9A-Z-]/gu, ' ')
}
