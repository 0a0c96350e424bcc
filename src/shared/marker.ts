/**
 * The marker that begins every refund reason we send: `R-` and ten characters without look-alikes. The
 * interface has no idempotency key, so a remark that carries our marker is how we know our own refund again
 * (design.md, "The refund protocol", 4).
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const markerLength = 10
const markerAtStart = /^R-[0-9A-HJKMNP-TV-Z]{10}(?=\s|$)/
const markerAnywhere = /\bR-[0-9A-HJKMNP-TV-Z]{10}\b/g

/** Longest `refund_reason` we send, in characters: no limit is documented, and an end can be cut off. */
const longestReason = 100

/** Makes a marker from at least ten random bytes: 50 bits, so two never meet in a store's life. */
export function makeMarker(randomBytes: Uint8Array): string {
  let text = 'R-'
  for (const byte of randomBytes.slice(0, markerLength)) text += alphabet.charAt(byte % alphabet.length)
  if (text.length !== markerLength + 2) throw new Error('A marker needs ten random bytes')
  return text
}

/** Whether a text is exactly one marker. */
export function isMarker(text: string): boolean {
  return markerAtStart.test(text) && text.length === markerLength + 2
}

/** The `refund_reason` to send: the marker first, then the cashier's reason, 100 characters at most. */
export function reasonWithMarker(marker: string, reason: string): string {
  const plain = reason.replace(/\s+/g, ' ').trim()
  return Array.from(`${marker} ${plain}`).slice(0, longestReason).join('').trim()
}

/** Every marker that stands in a remark, in order. */
export function markersIn(remark: string): readonly string[] {
  return remark.match(markerAnywhere) ?? []
}
