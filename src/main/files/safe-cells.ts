import type { Options } from 'csv-stringify/sync'

/** A cell that begins like a formula gets an apostrophe, so that a spreadsheet shows it and runs nothing. */
export const safeCells = { escape_formulas: true } as const satisfies Options
