/**
 * The marker that begins every refund reason we send: `R-` and ten characters without look-alikes. The
 * interface has no idempotency key, so a remark that *begins* with our marker is how we know our own refund again.
 * A marker anywhere else in a remark was typed by somebody and proves nothing (refund-protocol.md 4
 * and 8).
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const markerLength = 10
const markerAtStart = /^R-[0-9A-HJKMNP-TV-Z]{10}(?=\s|$)/u

/** Longest `refund_reason` we send, in characters: no limit is documented, and an end can be cut off. */
const maxSentReason = 100

/** Makes a marker from at least ten random bytes: 50 bits, so two never meet in a store's life. */
export function makeMarker(randomBytes: Uint8Array): string {
  let text = 'R-'
  for (const byte of randomBytes.slice(0, markerLength)) text += alphabet.charAt(byte % alphabet.length)
  if (text.length !== markerLength + 2) throw new Error('A marker needs ten random bytes')
  return text
}

/** Every marker that a text holds, wherever it is. */
export function markersIn(text: string): readonly string[] {
  return text.match(/R-[0-9A-HJKMNP-TV-Z]{10}/g) ?? []
}

/** Whether a text is exactly one marker. */
export function isMarker(text: string): boolean {
  return leadingMarker(text) === text
}

/** The marker that a remark begins with, whoever made it; null when it begins with none. */
export function leadingMarker(remark: string): string | null {
  return markerAtStart.exec(remark)?.[0] ?? null
}

/**
 * The `refund_reason` to send: the marker first, then the cashier's reason without any marker that was typed into
 * it, 100 characters at most.
 */
export function reasonWithMarker(marker: string, reason: string): string {
  const room = maxSentReason - marker.length - 1
  const plain = Array.from(withoutMarkers(reason)).slice(0, room).join('')
  // The cut may have made a marker of a longer word.
  return `${marker} ${withoutMarkers(plain)}`.trim()
}

/**
 * A typed reason on one line, without anything that is a marker or that a service could turn into one by folding
 * case, width or dashes, or by dropping invisible characters. '' when nothing else was typed.
 */
export function withoutMarkers(reason: string): string {
  let characters = Array.from(reason)
  for (let found = findFolded(characters); found !== null; found = findFolded(characters)) {
    characters = [...characters.slice(0, found.from), ' ', ...characters.slice(found.to)]
  }
  return characters.join('').replace(/\s+/gu, ' ').trim()
}

/** `R-` and ten letters or digits as a word of its own: wider than our alphabet, whose gaps a service might fill. */
const foldedMarker = /(?<![0-9A-Z])R-[0-9A-Z]{10}(?![0-9A-Z])/

/** Where, among these characters, the first marker stands as a folding service would read them. */
function findFolded(characters: readonly string[]): { readonly from: number; readonly to: number } | null {
  const folded = characters.flatMap((character, place) =>
    Array.from(fold(character)).map((letter) => ({ letter, place })),
  )
  const match = foldedMarker.exec(folded.map(({ letter }) => letter).join(''))
  if (match === null) return null
  const places = folded.slice(match.index, match.index + match[0].length).map(({ place }) => place)
  return { from: Math.min(...places), to: Math.max(...places) + 1 }
}

/** What one character may become: one width, upper case, one dash; '' for what nobody sees. */
function fold(character: string): string {
  if (/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}]|(?!\s)\p{Cc}/u.test(character)) return ''
  const plain = character.normalize('NFKC').replace(/\p{M}/gu, '').toUpperCase()
  // Anything but a letter or digit of ASCII is one unit here, so that places stay true.
  return plain.replace(/[\p{Dash}]/gu, '-').replace(/[^0-9A-Z-]/gu, ' ')
}
