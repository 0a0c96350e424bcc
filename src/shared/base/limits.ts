/**
 * A store's list of codes; more than this is no list of a day's payments. A line is counted in characters. Plain, so that
 * the window has it too.
 */
export const longestList = {
  bytes: 10 * 1024 * 1024,
  rows: 200_000,
  columns: 200,
  line: 4096,
} as const

/** How many markers an attempt remembers: remarks come from the service, and a row must not grow without end. */
export const mostMarkersSeen = 16

/** How many look-ups of a day other programs on this PC may ask for. */
export const maxRequestedLookups = 200
