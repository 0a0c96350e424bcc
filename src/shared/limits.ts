/** A store's list of codes; more than this is no list of a day's payments. Plain, so that the window has it too. */
export const longestList = { bytes: 10 * 1024 * 1024, codes: 100_000 } as const

/** How many markers an attempt remembers: remarks come from the service, and a row must not grow without end. */
export const mostMarkersSeen = 16
