/** The limits of a store's list of codes. The length of a line is in characters. */
export const listLimits = {
  maxBytes: 10 * 1024 * 1024,
  maxRows: 200_000,
  maxColumns: 200,
  maxLineLength: 4096,
} as const

/** Markers that an attempt remembers: remarks come from the service, and a row must not grow without limit. */
export const mostMarkersSeen = 16

/** Lookups that other programs on this PC may ask for in a day. */
export const maxRequestedLookups = 200
